// @ts-check
// Requests to the browser: keep the screen on, and remove an older version of the page.

/** @type {any} */
let lock = null;
let isAsking = false;
let isRefused = false;

/**
 * Keeps the screen on, or releases it. Call it often: the browser releases the lock when the page is hidden.
 * @param {boolean} isWanted
 */
export async function keepAwake(isWanted) {
  if (!isWanted) {
    lock?.release().catch(() => undefined);
    lock = null;
    return;
  }
  if (isAsking || isRefused || (lock && !lock.released) || document.hidden || !("wakeLock" in navigator)) return;
  isAsking = true;
  // The browser may refuse, for example when the battery is low. The page works without the lock.
  try {
    lock = await /** @type {any} */ (navigator).wakeLock.request("screen");
  } catch {
    isRefused = true;
  }
  isAsking = false;
}

document.addEventListener("visibilitychange", () => {
  isRefused = false;
});

const marker = "binnacle-fresh";

/**
 * A static page that was once opened at this address may have left a service worker, which answers with its own, older
 * files. Removes it.
 * @returns {Promise<boolean>} whether this page came from it, so that it must be loaded anew
 */
export async function forgetOlderPage() {
  const workers = navigator.serviceWorker;
  if (!workers) return false;
  try {
    const found = await workers.getRegistrations();
    if (!found.length) {
      sessionStorage.removeItem(marker);
      return false;
    }
    await Promise.all(found.map((worker) => worker.unregister()));
    for (const name of await caches.keys()) if (name.startsWith("binnacle-")) await caches.delete(name);
    // Only once, so that the page never reloads in a loop.
    if (!workers.controller || sessionStorage.getItem(marker)) return false;
    sessionStorage.setItem(marker, "1");
    return true;
  } catch {
    return false;
  }
}
