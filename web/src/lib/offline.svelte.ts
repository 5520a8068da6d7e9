/** What the service worker keeps, so that the page works without a network; and whether there is a newer page. */

import { SITE } from "./site";

const BASE = import.meta.env.BASE_URL;
const BETWEEN = 600_000; // milliseconds between two looks for a newer page

class Offline {
  /** How many of all files are kept. */
  there = $state(0);
  all = $state(0);
  /** Whether there is no room for more. */
  full = $state(false);
  /** Whether there is a newer page than this. */
  newer = $state(false);
  #looked = 0;

  /** Register the service worker, and have it keep everything once the page has loaded. */
  async keep(): Promise<void> {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers) return; // not over plain HTTP, or in a private window
    workers.addEventListener("message", ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type === "kept") Object.assign(this, data, { type: undefined });
    });
    try {
      await workers.register(`${BASE}sw.js`);
      const { active } = await workers.ready;
      if (!savesData()) active?.postMessage({ type: "keep" });
    } catch {
      // the browser refuses
    }
  }

  /** Look whether there is a newer page, at most every ten minutes unless it is `due`. */
  look = async (due = false): Promise<void> => {
    const own = pageBuild();
    if (!own || this.newer || (!due && Date.now() - this.#looked < BETWEEN)) return;
    this.#looked = Date.now();
    const answer = await fetch(`${BASE}version.json`, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    const { version } = (await answer.json().catch(() => ({}))) as { version?: string };
    this.newer = version !== undefined && version !== own;
  };
}

export const offline = new Offline();

/** Which build of the page this is; empty in development. */
export const pageBuild = (): string => document.querySelector<HTMLMetaElement>("meta[name=build]")?.content ?? "";

/** Whether the reader has asked to load no more than is needed. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;

/** Whether this browser can keep pages at all. */
export const canKeep = (): boolean => "serviceWorker" in navigator;

export function keepForOffline(): void {
  const begin = () => {
    void offline.keep();
    if (SITE) void offline.look();
  };
  // What is shown first comes first.
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void offline.look());
}
