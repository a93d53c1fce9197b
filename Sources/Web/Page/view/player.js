// @ts-check
// The player of a recording: pause, position, pace. It is the same for a file in this page and for a capture that is served.

import { duration } from "../units.js";
import { element, icon, mark, show, write } from "./dom.js";

/** Whether the last picture showed it playing. */
let isPlaying = true;

/** @param {any} transport */
export function showPlayer(transport) {
  const isThere = transport?.isRecorded === true;
  show(element("player"), isThere);
  if (!isThere) return;
  const { position, duration: length, isPaused } = transport;
  const [button, slider, pace] = ["player-play", "player-at", "player-pace"].map(element);
  // Read-only: another computer moves it.
  const isLocked = transport.isReadOnly === true;
  for (const part of [button, slider, pace]) {
    if (part.disabled !== isLocked) part.disabled = isLocked;
    mark(part, "locked", String(isLocked));
  }
  slider.max = String(length);
  if (document.activeElement !== slider || !isPaused) slider.value = String(position);
  const told = `${duration(position)} / ${duration(length)}`;
  write(element("player-time"), told);
  if (slider.getAttribute("aria-valuetext") !== told) slider.setAttribute("aria-valuetext", told);
  if (document.activeElement !== pace) pace.value = String(transport.speed);
  if (isPlaying === !isPaused) return;
  isPlaying = !isPaused;
  button.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
  button.replaceChildren(icon(isPlaying ? "pause" : "play"));
}

/**
 * The tools that need a board, and the player of a recording, which replaces them.
 * @param {any} transport
 * @param {string} why the board takes no commands; empty if it does
 * @param {boolean} isZeroed
 */
export function showTools(transport, why, isZeroed) {
  const isRecorded = transport?.isRecorded === true;
  const zero = element("tool-zero");
  write(element("tool-zero-text"), isRecorded ? (transport.isPaused ? "Play" : "Pause") : "Zero");
  element("tool-zero-icon").setAttribute("href", `#i-${isRecorded ? (transport.isPaused ? "play" : "pause") : "zero"}`);
  zero.setAttribute("aria-pressed", String(!isRecorded && isZeroed));
  forbid(element("tool-calibrate"), why);
  forbid(zero, isRecorded ? (transport.isReadOnly === true ? "This address only shows" : "") : why);
}

/**
 * The text of the button that records: while it does, for how long and how much.
 * @param {{writer: {length: number}, start: number} | null} recorder
 * @param {number} now ms
 */
export const recorded = (recorder, now) =>
  recorder ? `${duration((now - recorder.start) / 1000)} · ${size(recorder.writer.length)}` : "Record";

/** @param {number} bytes */
const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

/**
 * @param {any} part that is not to be used
 * @param {string} why empty if it is
 */
export function forbid(part, why) {
  if (part.disabled === (why !== "") && part.title === why) return;
  part.disabled = why !== "";
  part.title = why;
}
