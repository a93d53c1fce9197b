// @ts-check
// Keeps the page for use without a network. `make site` writes the version: with another one everything is fetched anew.

const version = "development";
const files = [
  "./",
  "index.html",
  "page.css",
  "icon.svg",
  "manifest.webmanifest",
  "words.json",
  "binnacle-page.wasm",
  "announce.js",
  "app.js",
  "browser.js",
  "core.js",
  "device.js",
  "layouts.js",
  "main.js",
  "memory.js",
  "messages.js",
  "place.js",
  "problems.js",
  "reading.js",
  "record.js",
  "recording.js",
  "settings.js",
  "show.js",
  "state.js",
  "units.js",
  "ways.js",
  "words.js",
  "demo/world.js",
  "drawing/attitude.js",
  "drawing/ball.js",
  "drawing/chart.js",
  "drawing/cloud.js",
  "drawing/pen.js",
  "drawing/rose.js",
  "transport/instrument.js",
  "transport/recording.js",
  "transport/serial.js",
  "transport/serve.js",
  "view/calibrate.js",
  "view/compass.js",
  "view/demo.js",
  "view/dom.js",
  "view/input.js",
  "view/panels.js",
  "view/player.js",
  "view/theme.js",
];
const store = `binnacle-${version}`;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(store)
      .then((cache) => cache.addAll(files))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("binnacle-") && name !== store).map((name) => caches.delete(name)),
        ),
      )
      .then(() => worker.clients.claim()),
  );
});

// All files have the same version: use a stored file if there is one, otherwise the network.
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    caches
      .open(store)
      .then((cache) => cache.match(request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
