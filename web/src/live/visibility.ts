/** Whether the reader looks at a table: what they see, the server need not tell them by mail or push. */

import type { Session } from "./session.svelte";

/** Tell it now, and whenever it changes; the answer stops that. */
export function reportVisibility(session: Session): () => void {
  const tell = () => void session.attend(document.visibilityState === "visible").catch(() => undefined);
  tell();
  document.addEventListener("visibilitychange", tell);
  return () => document.removeEventListener("visibilitychange", tell);
}
