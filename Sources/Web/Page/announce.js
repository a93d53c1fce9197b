// @ts-check
// What a screen reader announces: changes of state, and the heading every ten degrees, at most once in five seconds.

import { spokenPoint, turnTo } from "./units.js";

/** @typedef {{word: string, text: string, step: string, heading: number | null, reference: string}} Said */

const quiet = 5000;
const stride = 10;

export class Announcer {
  constructor() {
    this.at = -Infinity;
    this.state = "";
    /** @type {number | null} */
    this.heading = null;
  }

  /**
   * The text to announce now; null for none.
   * @param {Said} said
   * @param {number} now ms
   * @returns {string | null}
   */
  next(said, now) {
    if (now - this.at < quiet) return null;
    const state = `${said.word}|${said.step}`;
    const isNew = state !== this.state;
    const hasTurned =
      said.heading !== null && (this.heading === null || Math.abs(turnTo(this.heading, said.heading)) >= stride);
    if (!isNew && !hasTurned) return null;
    this.at = now;
    this.state = state;
    this.heading = said.heading;
    const heading =
      said.heading === null
        ? ""
        : `${Math.round(said.heading) % 360} degrees ${said.reference}, ${spokenPoint(said.heading)}.`;
    const told = said.step || `${said.word}${said.text ? `: ${said.text}` : ""}.`;
    return isNew ? `${told} ${said.step ? "" : heading}`.trim() : heading;
  }
}
