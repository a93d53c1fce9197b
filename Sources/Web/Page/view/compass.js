// @ts-check
// The stage: rose, digits and the one status line.

import { drawRose } from "../drawing/rose.js";
import { prepare } from "../drawing/pen.js";
import { current, heading, status } from "../show.js";
import { accuracyText, circle, decimalsFor, headingText, point, turnTo } from "../units.js";
import { element, mark, write } from "./dom.js";
import { colours, isStill } from "./theme.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../words.js").Words} Words */

/** The time constant of the card, seconds. */
const follow = 0.07;
/** @type {number | null} the angle of the card */
let shown = null;
let drawnAt = 0;
let last = "";

/**
 * @param {State} state
 * @param {number} now
 * @param {Words} words
 */
export function showCompass(state, now, words) {
  const told = heading(state, now);
  const seconds = Math.min(0.1, (now - drawnAt) / 1000);
  drawnAt = now;
  if (told.shown === null) shown = null;
  else if (shown === null || isStill.matches) shown = told.shown;
  else shown = circle(shown + turnTo(shown, told.shown) * (1 - Math.exp(-seconds / follow)));
  const destination = current(state, state.guidance, state.guidanceAt, now)?.bearing ?? null;
  const rose = {
    heading: shown,
    accuracy: told.accuracy,
    magneticNorth:
      told.reference === "true" && told.true !== null && told.magnetic !== null
        ? circle(told.true - told.magnetic)
        : null,
    destination: told.reference === "true" ? destination : null,
  };
  const canvas = element("rose-canvas");
  const key = `${shown?.toFixed(2)} ${rose.accuracy} ${rose.magneticNorth?.toFixed(1)} ${rose.destination?.toFixed(1)} ${canvas.clientWidth} ${colours.paper}`;
  if (key !== last) {
    last = key;
    const place = prepare(canvas);
    if (place) drawRose(place.pen, place.width, rose, colours);
  }
  digits(told);
  const line = status(state, now, words);
  mark(element("status"), "tone", line.tone);
  write(element("status-word"), line.word);
  write(element("status-text"), line.text);
  return { told, line };
}

/** @param {ReturnType<typeof heading>} told */
function digits(told) {
  const value = element("digits-value");
  value.classList.toggle("none", told.shown === null);
  // The less accurate the heading, the paler.
  value.classList.toggle("rough", (told.accuracy ?? 0) > 15);
  value.classList.toggle("very-rough", (told.accuracy ?? 0) > 45);
  // With a decimal it would not fit into the ring.
  value.classList.toggle("long", told.shown !== null && decimalsFor(told.accuracy) > 0);
  write(value, told.shown === null ? "– – –" : `${headingText(told.shown, decimalsFor(told.accuracy))}°`);
  write(element("digits-north"), told.shown === null ? "" : `${told.reference} ${point(told.shown)}`);
  write(element("digits-accuracy"), told.shown === null || told.accuracy === null ? "" : accuracyText(told.accuracy));
}

/** The rose of the first screen: a still one, turned a little. */
export function showStartRose() {
  const place = prepare(element("start-rose"));
  if (place)
    drawRose(place.pen, place.width, { heading: 332, accuracy: 6, magneticNorth: null, destination: null }, colours);
}
