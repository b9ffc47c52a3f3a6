// Keeps the site on the phone: what was visited once opens without a network.
"use strict";

/** Of this version at this address; other pages of the same server have caches of their own. */
const CACHE = `VERSION ${self.registration.scope}`;
const KEPT = ["./", "index.html", "manifest.webmanifest", "icon.svg"];

self.addEventListener("install", (event) => {
  // From the server itself: what the browser still has may be of the old version.
  const requests = KEPT.map((name) => new Request(name, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("touhu-") && name.endsWith(` ${self.registration.scope}`) && name !== CACHE;
  const forget = (names) => Promise.all(names.filter(old).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) {
    return;
  }
  const kept = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer || fetch(event.request)));
});
