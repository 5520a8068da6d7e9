/* The service worker: it keeps the page for use without a network, and shows notices.

   A page comes from the server where that answers in time, so that nobody sees an old one without need. All files of
   one build are kept together; those of the build before stay for the tabs that still show it. What the interface
   answers is never kept. */

const VERSION = "development"; // the build writes its own here,
const FIRST = []; // and the files that any page needs,
const FILES = []; // and all files

const PREFIX = "ziggurat-";
const KEPT = PREFIX + VERSION;
const BUILDS = 2; // how many are kept
const PAUSE = 150; // milliseconds between two files, so that the page's own requests stay within the server's limits
const PATIENCE = 3000; // milliseconds for the server to send a page
const SCOPE = new URL(self.registration.scope);
const PAGE = SCOPE.href;

const addressOf = (name) => new URL(name, SCOPE).href;
const ours = new Set(FILES.map(addressOf));

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(["", ...FIRST].map(keep)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forget().then(() => self.clients.claim()));
});

/** Delete the builds before the last, and what earlier versions of this worker have kept. */
async function forget() {
  const names = await caches.keys();
  const builds = names.filter((name) => name.startsWith(PREFIX) && name !== KEPT).slice(1 - BUILDS);
  await Promise.all(names.filter((name) => name !== KEPT && !builds.includes(name)).map((name) => caches.delete(name)));
}

/** Keep a file: from an earlier build if that has it, since names change with contents; otherwise from the server. */
async function keep(name) {
  const cache = await caches.open(KEPT);
  const address = addressOf(name);
  if (await cache.match(address)) return;
  const cached = name.startsWith("assets/") ? await caches.match(address) : undefined;
  const how = { cache: name.startsWith("assets/") ? "default" : "reload", priority: "low" }; // what is shown comes first
  const answer = cached ?? (await fetch(address, how));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  await cache.put(address, answer);
}

/** Keep all files, and tell the page how far that is. */
async function keepAll(client) {
  const cache = await caches.open(KEPT);
  const there = new Set((await cache.keys()).map((request) => request.url));
  const missing = FILES.filter((name) => !there.has(addressOf(name)));
  let [done, full] = [FILES.length - missing.length, false];
  const tell = () => client?.postMessage({ type: "kept", there: done, all: FILES.length, full });
  tell();
  for (const name of missing) {
    if (full) break;
    try {
      await keep(name);
      done++;
      tell();
    } catch (problem) {
      full = problem.name === "QuotaExceededError"; // otherwise it is tried again at the next visit
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  tell();
}

self.addEventListener("message", (event) => {
  if (event.data?.type === "keep") event.waitUntil(keepAll(event.source));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE.href)) return;
  const path = url.href.slice(SCOPE.href.length);
  if (/^(?:api|healthz|metrics)(?:[/?]|$)/.test(path)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (ours.has(url.href)) event.respondWith(path.startsWith("assets/") ? asset(request) : file(request));
});

/** The page: the server's, or ours if that does not come. */
async function page(request) {
  const fresh = fetch(request).then((answer) => (answer.status < 500 ? answer : Promise.reject(new Error())));
  fresh.catch(() => undefined); // it may come to nothing later
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
  try {
    return await Promise.race([fresh, late]);
  } catch {
    return (await kept(PAGE)) ?? fresh;
  }
}

/** A file whose name changes with its contents: ours, if there is one. */
async function asset(request) {
  return (request.cache === "reload" ? undefined : await kept(request.url)) ?? fetched(request);
}

/** Any other file: the server's, or ours if that does not come. */
async function file(request) {
  try {
    return await fetched(request);
  } catch (problem) {
    const own = await kept(request.url);
    if (own) return own;
    throw problem;
  }
}

async function fetched(request) {
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    void caches.open(KEPT).then((cache) => cache.put(request.url, copy)).catch(() => undefined); // there is no room
  }
  return answer;
}

/** What this build has kept, or the one before. */
const kept = async (address) => (await (await caches.open(KEPT)).match(address)) ?? caches.match(address);

/** What a notice says, and where it leads: to a page of ours. */
function read(data) {
  const said = data.json();
  const url = new URL(said.path, location.origin);
  return url.origin === location.origin ? { ...said, path: url.pathname } : { ...said, path: "/mine" };
}
const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const shows = (client, path) => new URL(client.url).pathname === path;

self.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, path, language } = read(event.data);
  event.waitUntil(
    windows().then((open) => {
      for (const client of open) client.postMessage({ type: "turn", path });
      // In front of whose eyes the table is, need not be told.
      if (open.some((client) => shows(client, path) && client.visibilityState === "visible" && client.focused)) return;
      self.navigator.setAppBadge?.().catch(() => undefined);
      return self.registration.showNotification(title, {
        body,
        lang: language,
        tag: path, // one notice a table: the next takes its place
        icon: "/icon-192.png",
        badge: "/badge-96.png",
        data: { path },
      });
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  const { path } = event.notification.data;
  event.notification.close();
  event.waitUntil(
    windows().then((open) => {
      const there = open.find((client) => shows(client, path));
      return there ? there.focus() : self.clients.openWindow(path);
    }),
  );
});

/** A browser may change its subscription by itself: the server is told of the new one. */
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event));
});

async function renew(event) {
  const key = event.oldSubscription?.options.applicationServerKey;
  const fresh =
    event.newSubscription ??
    (key && (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  const language = self.navigator.language.startsWith("nl") ? "nl" : "en";
  await fetch("/api/push", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth, language }),
  });
}
