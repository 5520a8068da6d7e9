/** Where the page lives: before a server of ours, or as static files anywhere (`make site`). */

/** Whether there is no server at all. */
export const SITE = import.meta.env.MODE === "site";

/** An address of the page as the browser writes it. A static host knows only index.html: there a page is a fragment. */
export const written = (address: string, site = SITE): string => (site ? `#${address}` : address);

/** The full link to a page, for sharing. */
export const linkTo = (address: string): string => new URL(written(address), document.baseURI).href;

export interface Address {
  path: string;
  search: string;
  hash: string;
}

/** The page that the browser's address names. */
export function readAddress(
  { pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">,
  site = SITE,
): Address {
  if (!site) return { path: pathname, search, hash };
  const inside = new URL(hash.startsWith("#/") ? hash.slice(1) : "/", "http://page");
  return { path: inside.pathname, search: inside.search, hash: inside.hash };
}

/** The address that a link of ours leads to; null: it is the browser's to follow. */
export function addressOfLink(
  link: Pick<HTMLAnchorElement, "origin" | "pathname" | "search" | "hash" | "getAttribute">,
  here: Address,
  site = SITE,
): string | null {
  const href = link.getAttribute("href") ?? "";
  if (site) {
    if (href.startsWith("#/")) return href.slice(1);
    if (href.startsWith("#")) return here.path + here.search + href;
    return href.startsWith("/") && !href.startsWith("/api/") ? href : null;
  }
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return null;
  return link.pathname + link.search + link.hash;
}
