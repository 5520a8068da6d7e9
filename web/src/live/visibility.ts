/** Tells the server whether the reader has the table open and visible: then no turn notification is needed. */

import type { Session } from "./session.svelte";

/** Report now and on every change; returns a function that stops. */
export function reportVisibility(session: Session): () => void {
  const tell = () => void session.attend(document.visibilityState === "visible").catch(() => undefined);
  tell();
  document.addEventListener("visibilitychange", tell);
  return () => document.removeEventListener("visibilitychange", tell);
}
