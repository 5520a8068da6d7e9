/** Whatever lies open over a page is closed by Back, before the page is left: so it is wherever there is a finger. */

const OVER = { over: true };

/** Begin: from now on Back calls `close`. What comes back ends that, when it is closed in another way. */
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
    // Who has gone on to another page does not come back here.
    if (!closed && (history.state as typeof OVER | null)?.over) history.back();
  };
}
