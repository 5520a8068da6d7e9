/** Addresses and pages. Links are ordinary links; a click on one of ours changes the page without a reload. */

import { addressOfLink, readAddress, SITE, written } from "./site";

interface Route {
  page: string;
  values: Record<string, string>;
}

const ROUTES: [RegExp, string][] = [
  [/^\/$/, "front"],
  [/^\/lobby$/, "lobby"],
  [/^\/new(?:\/(?<game>[a-z]+))?$/, "new"],
  [/^\/table\/(?<id>[\w-]+)$/, "table"],
  [/^\/replay\/(?<id>[\w-]+)(?:\/(?<decision>\d+))?$/, "replay"],
  [/^\/replay\/(?<id>[\w-]+)\/(?<decision>\d+)\/try$/, "tryMove"],
  [/^\/rules(?:\/(?<game>[a-z]+))?$/, "rules"],
  [/^\/learn(?:\/(?<game>[a-z]+))?$/, "learn"],
  [/^\/learn\/(?<game>[a-z]+)\/(?<lesson>[a-z0-9-]+)$/, "lesson"],
  [/^\/analysis(?:\/(?<from>game|replay|study)\/(?<id>[\w-]+)(?:\/(?<decision>\d+))?)?$/, "analysis"],
  [/^\/puzzles$/, "puzzles"],
  [/^\/puzzles\/(?<game>[a-z]+)\/(?<id>[a-z0-9]+)$/, "puzzle"],
  [/^\/tournaments$/, "tournaments"],
  [/^\/tournaments\/new$/, "newTournament"],
  [/^\/tournament\/(?<id>[\w-]+)$/, "tournament"],
  [/^\/mine$/, "mine"],
  [/^\/statistics(?:\/(?<level>[a-z]+))?$/, "statistics"],
  [/^\/leaderboard(?:\/(?<game>[a-z]+))?$/, "leaderboard"],
  [/^\/player\/(?<name>[^/]+)$/, "player"],
  [/^\/profile$/, "profile"],
  [/^\/settings$/, "settings"],
  [/^\/reset$/, "reset"],
  [/^\/(?<kind>confirm|stop)$/, "letter"],
  [/^\/about$/, "about"],
  [/^\/privacy$/, "privacy"],
  [/^\/moderation$/, "moderation"],
  [/^\/admin$/, "admin"],
];

/** The page an address names. */
export function match(path: string): Route {
  for (const [pattern, page] of ROUTES) {
    const match = pattern.exec(path);
    if (match) return { page, values: dropMissing(match.groups ?? {}) };
  }
  return { page: "missing", values: {} };
}

function dropMissing(groups: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

class Router {
  path = $state(readAddress(location).path);
  search = $state(readAddress(location).search);
  hash = $state(readAddress(location).hash);
  route = $derived(match(this.path));

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
    addEventListener("click", (event) => this.#follow(event));
    // Links are written for a server; on a static host they are rewritten when one is about to be used.
    if (SITE) for (const kind of ["pointerover", "focusin"]) addEventListener(kind, mendLink);
  }

  /** Go to an address of ours; `replace` leaves no step behind to come back to. */
  go(address: string, { replace = false } = {}): void {
    history[replace ? "replaceState" : "pushState"](null, "", written(address));
    this.#read();
    if (!replace && !this.hash) scrollTo(0, 0);
  }

  /** Change what the browser shows as the address, and stay where we are. */
  rename(address: string): void {
    history.replaceState(null, "", written(address));
  }

  #read(): void {
    Object.assign(this, readAddress(location));
  }

  #follow(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    const address = addressOfLink(link, this);
    if (address === null) return;
    const [path, place] = address.split("#");
    const stays = path === this.path + this.search && place;
    if (stays && !SITE) return; // the browser scrolls by itself
    event.preventDefault();
    this.go(address);
    if (stays) document.getElementById(place)?.scrollIntoView();
  }
}

function mendLink(event: Event): void {
  const link = (event.target as Element | null)?.closest?.("a[href^='/']");
  if (link && !link.hasAttribute("download")) link.setAttribute("href", written(link.getAttribute("href")!));
}

export const router = new Router();
