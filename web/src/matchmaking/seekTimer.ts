/** A timer that works in hidden tabs: browsers slow a page's timers down to once a minute, but not a worker's. */

const EVERY = 2500; // milliseconds

setInterval(() => postMessage(null), EVERY);
