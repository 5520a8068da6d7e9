/** A clock for a tab nobody looks at: there browsers let a page's own timers go once a minute, a worker's go on. */

const EVERY = 2500; // milliseconds

setInterval(() => postMessage(null), EVERY);
