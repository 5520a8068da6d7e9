/* The service worker: it shows notices, and says what the page needs when there is no network.

   It keeps nothing but the few files of that one sheet. Pages come from the server each time, so that nobody ever sees
   an old one, and what the interface answers is never kept. */

const SHELL = "shell-1"; // another name, when one of its files changes
const OFFLINE = "/offline.html";
const FILES = [OFFLINE, "/offline.css", "/offline.js", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (FILES.includes(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match(url.pathname)));
});

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
