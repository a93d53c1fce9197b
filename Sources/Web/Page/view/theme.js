// @ts-check
// Day, dark and night: tokens of page.css, from which the drawings take their colours, too.

import { element } from "./dom.js";

/** @typedef {import("../drawing/pen.js").Colours} Colours */

const key = "binnacle-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
/** @type {Colours} */
export let colours = read();
/** Counts the changes, so that a drawing that is rarely updated notices one. */
export let changes = 0;

/** @returns {Colours} */
function read() {
  const style = getComputedStyle(document.documentElement);
  const token = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim() || "#888";
  return {
    ink: token("ink"),
    muted: token("muted"),
    line: token("line"),
    paper: token("paper"),
    shade: token("shade"),
    north: token("north"),
    accent: token("accent"),
    wedge: token("wedge"),
    alarm: token("alarm"),
  };
}

function wanted() {
  try {
    return localStorage.getItem(key) ?? "auto";
  } catch {
    return "auto";
  }
}

export function applyTheme(choice = wanted()) {
  const theme = choice === "auto" ? (dark.matches ? "dark" : "day") : choice;
  document.documentElement.dataset.theme = theme;
  colours = read();
  changes++;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", colours.paper);
  element("tool-night").setAttribute("aria-pressed", String(theme === "night"));
  for (const radio of document.querySelectorAll('input[name="theme"]')) {
    /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === choice;
  }
}

/** @param {string} choice */
export function setTheme(choice) {
  try {
    localStorage.setItem(key, choice);
  } catch {
    /* It holds for this visit. */
  }
  applyTheme(choice);
}

let before = "auto";
/** Switches to the night colours, and back to the former ones. */
export function toggleNight() {
  const now = wanted();
  if (now === "night") return setTheme(before);
  before = now;
  setTheme("night");
}

export function startTheme() {
  dark.addEventListener("change", () => applyTheme());
  for (const radio of document.querySelectorAll('input[name="theme"]')) {
    radio.addEventListener("change", () => setTheme(/** @type {HTMLInputElement} */ (radio).value));
  }
  applyTheme();
}

/** Whether the user wants no animations. */
export const isStill = matchMedia("(prefers-reduced-motion: reduce)");
