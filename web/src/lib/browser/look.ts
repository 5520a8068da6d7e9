/** The name and logo of this server: its host's, which are in the page as it is sent, or ours. */

const chosen = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="look-${name}"]`)?.content ?? "";

export const TITLE = chosen("title") || "Ziggurat";
export const LOGO = chosen("logo"); // its address; empty: ours
