// @ts-check
// How the instrument is mounted, how level it is kept, its smoothing and its deviation card.

import { can } from "./device.js";
import { element, make, show, write } from "./view/dom.js";
import { sides } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {{mounting: number, level: number | null, smooth: number | null, card: string}} Settings mounting 0 … 23; level in degrees; smooth in s; card: "none" or five coefficients A to E in degrees; null: as by default */

const axes = ["+X", "−X", "+Y", "−Y", "+Z", "−Z"];
const coefficients = ["a", "b", "c", "d", "e"];
const turn = 2 ** 32;

/**
 * A mounting in words.
 * @param {number} mounting 0 … 23
 */
export function mountingText(mounting) {
  const { forward, right } = sides(mounting);
  return `${axes[forward]} forward, ${axes[right]} right`;
}

/**
 * The settings of a device as texts of the form's fields.
 * @param {any} settings headingSettings; null: not known
 * @param {number} mounting
 */
export function settingTexts(settings, mounting) {
  const degrees = coefficients.map((name) => ((settings?.[name] ?? 0) / turn) * 360);
  return {
    mounting: String(mounting),
    level: settings?.levelTolerance ? String(settings.levelTolerance / 10) : "",
    smooth: settings?.timeConstant ? String(settings.timeConstant / 1e6) : "",
    card: degrees.some((value) => value !== 0) ? degrees.map((value) => Number(value.toFixed(3))).join(", ") : "",
  };
}

/**
 * The settings that a form's texts name, or what is wrong with one of them.
 * @param {{mounting: string, level: string, smooth: string, card: string}} texts
 * @returns {Settings | string}
 */
export function parseSettings({ mounting, level, smooth, card }) {
  const number = (/** @type {string} */ text) => (text.trim() === "" ? null : Number(text.trim().replace(",", ".")));
  const [tolerance, constant] = [number(level), number(smooth)];
  const isWithin = (/** @type {number | null} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
    value === null || (value >= low && value <= high);
  if (!isWithin(tolerance, 0.1, 15)) return "“Level within” is 0.1 to 15 degrees, or empty.";
  if (!isWithin(constant, 0, 60)) return "The smoothing is 0 to 60 seconds, or empty.";
  const parts = card.trim() === "" || card.trim() === "none" ? [] : card.trim().split(/[;\s]+|,\s*/);
  const values = parts.map(Number);
  if (parts.length && (parts.length !== 5 || values.some((value) => !(Math.abs(value) <= 45))))
    return "The card has five numbers A, B, C, D, E in degrees, as `binnacle swing` prints them, or it is empty.";
  return { mounting: Number(mounting), level: tolerance, smooth: constant || null, card: values.join(",") || "none" };
}

const names = /** @type {const} */ (["mounting", "level", "smooth", "card"]);
const field = (/** @type {string} */ name) => element(`set-${name}`);
let shown = "";

/**
 * @param {import("./state.js").State} state
 * @param {boolean} canSet
 */
export function showSettings(state, canSet) {
  show(element("settings"), canSet && state.device !== null);
  const select = field("mounting");
  if (!select.options.length)
    for (let code = 0; code < 24; code++) select.append(make("option", { value: String(code) }, mountingText(code)));
  const texts = settingTexts(state.settings, state.mounting);
  const key = JSON.stringify(texts);
  // Keep what the user is typing until the device sends other settings.
  if (key === shown) return;
  shown = key;
  for (const name of names) field(name).value = texts[name];
  // A board that measures its tilt needs no assumption about it.
  show(element("level-label"), !can(state.device, "accelerometer"));
}

/**
 * Sends the settings of the form to the device.
 * @param {App} app
 * @param {(what: () => Promise<unknown>) => Promise<void>} act runs it, and shows what failed
 */
export async function setSettings(app, act) {
  const note = element("settings-note");
  const texts = /** @type {any} */ (Object.fromEntries(names.map((name) => [name, field(name).value])));
  if (element("level-label").hidden) texts.level = "";
  const given = parseSettings(texts);
  if (typeof given === "string") return write(note, `Not set: ${given}`);
  write(note, "");
  await act(async () => {
    await app.device.setHeading(given);
    write(note, "Set. It stays until the board restarts or you change it.");
  });
}
