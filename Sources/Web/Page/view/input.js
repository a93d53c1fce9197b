// @ts-check
// Keys, files and forms.

import { setPlace } from "../place.js";
import { setSettings } from "../settings.js";
import { element } from "./dom.js";

/** @typedef {import("../app.js").App} App */

/**
 * @param {App} app
 * @param {Record<string, () => unknown>} keys what a key does
 */
export function listenToKeys(app, keys) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat ||
      target.closest("input, textarea, select, dialog[open]")
    )
      return;
    if (event.key === " " && target.closest("button, summary, a")) return;
    const action = keys[event.key.toLowerCase()];
    if (!action || (document.body.dataset.screen !== "live" && event.key !== "n")) return;
    // Where nothing is played, Space moves the page on, as anywhere.
    if (event.key === " " && !app.transport?.isRecorded) return;
    event.preventDefault();
    action();
  });
}

/**
 * @param {App} app
 * @param {(what: () => Promise<unknown>) => Promise<void>} act tells what went wrong
 */
export function listenToForms(app, act) {
  element("player-at").addEventListener("input", () =>
    act(async () => app.transport.seek(Number(element("player-at").value))),
  );
  element("player-pace").addEventListener("change", () =>
    act(async () => app.transport.pace(Number(element("player-pace").value))),
  );
  element("settings-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    setSettings(app, act);
  });
  element("place-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    setPlace(app, act);
  });
}

/**
 * A file is chosen, or dropped on the page.
 * @param {(file: File) => unknown} open
 */
export function listenToFiles(open) {
  element("file").addEventListener("change", () => {
    const [file] = element("file").files;
    if (file) open(file);
    element("file").value = "";
  });
  for (const name of ["dragenter", "dragover"])
    document.addEventListener(name, (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file) open(file);
  });
}
