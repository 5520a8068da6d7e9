/** Push notifications on this device: the browser's subscription, and its registration at the server. */

import type { PushKey, NotificationSettings } from "../generated/protocol";
import { api } from "../lib/api";
import { language } from "../languages/language.svelte";
import { me } from "../lib/me.svelte";
import { recall, remember } from "../lib/browser/storage";
import { notificationSettings } from "./notificationSettings.svelte";

const TOLD = "push"; // what the server was last told of this device, so that it is told only what is new

export const able = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

class Device {
  state = $state<"unknown" | "unable" | "blocked" | "off" | "on">("unknown");

  /** Read the current state. */
  async look(): Promise<void> {
    if (!able()) this.state = "unable";
    else if (Notification.permission === "denied") this.state = "blocked";
    else this.state = (await this.#subscription()) ? "on" : "off";
  }

  /** Ask the browser, then tell the server. */
  async start(): Promise<void> {
    if ((await Notification.requestPermission()) !== "granted") return this.look();
    const { key } = await api.get<PushKey>("/push");
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await this.#tell(made);
    this.state = "on";
  }

  async stop(): Promise<void> {
    const made = await this.#subscription();
    if (made) {
      notificationSettings.become(
        await api.post<NotificationSettings>("/push/unsubscribe", { endpoint: made.endpoint }),
      );
      await made.unsubscribe();
    }
    remember(TOLD, "");
    this.state = "off";
  }

  /** Register again after a change of language or reader. */
  async keep(): Promise<void> {
    if (!able() || Notification.permission !== "granted") return;
    const made = await this.#subscription();
    if (made && recall<string>(TOLD) !== this.#mark(made)) await this.#tell(made);
  }

  async #subscription(): Promise<PushSubscription | null> {
    const worker = await navigator.serviceWorker.getRegistration();
    return (await worker?.pushManager.getSubscription()) ?? null;
  }

  #mark = (made: PushSubscription): string =>
    [me.now?.login ?? `guest ${me.now?.name}`, language(), made.endpoint].join(" ");

  async #tell(made: PushSubscription): Promise<void> {
    const { endpoint, keys } = made.toJSON();
    const body = { endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"], language: language() };
    notificationSettings.become(await api.post<NotificationSettings>("/push", body));
    remember(TOLD, this.#mark(made));
  }
}

export const device = new Device();
