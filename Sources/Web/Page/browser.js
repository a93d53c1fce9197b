// @ts-check
// What is asked of the browser beside drawing: that the screen stays on, and that it forgets an older page.

/** @type {any} */
let lock = null;
let isAsking = false;
let isRefused = false;

/**
 * Keeps the screen on, or no longer. To be called often: the browser takes the lock back when the page is hidden.
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
  // A battery that runs low is a reason to refuse. Nothing depends on it.
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
    // Once: whatever happens, the page does not load itself again and again.
    if (!workers.controller || sessionStorage.getItem(marker)) return false;
    sessionStorage.setItem(marker, "1");
    return true;
  } catch {
    return false;
  }
}
