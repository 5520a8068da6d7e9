/** Back closes a dialog or sheet before it leaves the page, as on phones. */

const OVER = { over: true };

/** From now on Back calls `close`. Returns a function to call when it is closed in another way. */
export function closedByBack(close: () => void): () => void {
  history.pushState(OVER, "");
  let closed = false;
  const back = () => {
    closed = true;
    close();
  };
  addEventListener("popstate", back, { once: true });
  return () => {
    removeEventListener("popstate", back);
    // Not if the reader has moved on to another page.
    if (!closed && (history.state as typeof OVER | null)?.over) history.back();
  };
}
