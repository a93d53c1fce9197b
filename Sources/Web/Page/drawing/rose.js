// @ts-check
// The compass rose. The card turns under a fixed lubber line; its letters stay upright.

import { serif, sans } from "./pen.js";

/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {import("./pen.js").Colours} Colours */

/**
 * @typedef {object} Rose
 * @property {number | null} heading degrees, of the card's north; null: there is none, and nothing can be read
 * @property {number | null} accuracy degrees: the wedge's half width
 * @property {number | null} magneticNorth degrees from the card's north; null: it is the card's, or not known
 * @property {number | null} destination bearing from the card's north
 */

const radians = (/** @type {number} */ degrees) => (degrees * Math.PI) / 180;
/**
 * Clockwise from the top.
 * @param {number} degrees
 * @param {number} r
 */
const at = (degrees, r) => [r * Math.sin(radians(degrees)), -r * Math.cos(radians(degrees))];

/** The radius within which nothing is drawn, for the digits; a share of the rose's. */
export const hub = 0.41;

/**
 * @param {Pen} pen
 * @param {number} size
 * @param {Rose} rose
 * @param {Colours} colours
 */
export function drawRose(pen, size, rose, colours) {
  const r = size / 2 - 1;
  pen.save();
  pen.translate(size / 2, size / 2);
  const isThere = rose.heading !== null;
  const turn = -(rose.heading ?? 0);
  ring(pen, r * 0.985, colours.line, 1);
  ring(pen, r * 0.94, isThere ? colours.ink : colours.line, Math.max(1, r * 0.006));
  ring(pen, r * 0.878, colours.line, 1);
  if (isThere) ring(pen, r * 0.735, colours.line, 1);
  if (isThere && rose.accuracy !== null) wedge(pen, r, rose.accuracy, colours);
  ticks(pen, r, turn, isThere, colours);
  if (isThere) {
    star(pen, r, turn, colours);
    letters(pen, r, turn, colours);
    if (rose.magneticNorth !== null) magneticNorth(pen, r, turn + rose.magneticNorth, colours);
    if (rose.destination !== null) destination(pen, r, turn + rose.destination, colours);
  }
  pen.fillStyle = colours.paper;
  pen.beginPath();
  pen.arc(0, 0, r * hub, 0, 2 * Math.PI);
  pen.fill();
  ring(pen, r * hub, isThere ? colours.ink : colours.line, Math.max(1, r * 0.005));
  ring(pen, r * (hub - 0.018), colours.line, 1);
  lubber(pen, r, isThere, colours);
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {number} r
 * @param {string} colour
 * @param {number} width
 */
function ring(pen, r, colour, width) {
  pen.beginPath();
  pen.arc(0, 0, r, 0, 2 * Math.PI);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

/**
 * A sector of a ring, about the lubber line.
 * @param {Pen} pen
 * @param {number} r
 * @param {number} accuracy
 * @param {Colours} colours
 */
function wedge(pen, r, accuracy, colours) {
  const half = Math.min(180, Math.max(0.4, accuracy));
  const [from, to] = [radians(-90 - half), radians(-90 + half)];
  const [inner, outer] = [r * hub, r * 0.94];
  pen.beginPath();
  pen.arc(0, 0, outer, from, to);
  pen.arc(0, 0, inner, to, from, true);
  pen.closePath();
  pen.fillStyle = colours.wedge;
  pen.globalAlpha = 0.22;
  pen.fill();
  pen.globalAlpha = 1;
  if (half >= 180) return;
  pen.strokeStyle = colours.wedge;
  pen.lineWidth = Math.max(1, r * 0.006);
  pen.beginPath();
  for (const side of [-half, half]) {
    const [a, b] = [at(side, inner), at(side, outer)];
    pen.moveTo(a[0], a[1]);
    pen.lineTo(b[0], b[1]);
  }
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {number} r
 * @param {number} turn
 * @param {boolean} isThere
 * @param {Colours} colours
 */
function ticks(pen, r, turn, isThere, colours) {
  const rows = [
    { step: r > 130 ? 1 : 5, but: 5, length: 0.018, width: 0.0035, colour: colours.muted },
    { step: 5, but: 10, length: 0.032, width: 0.006, colour: colours.ink },
    { step: 10, but: 30, length: 0.045, width: 0.006, colour: colours.ink },
    { step: 30, but: 360, length: 0.062, width: 0.011, colour: colours.ink },
  ];
  // Without a heading only uniform marks are drawn, so that nobody can read a direction.
  for (const { step, but, length, width, colour } of isThere ? rows : rows.slice(1, 2)) {
    pen.beginPath();
    for (let degrees = 0; degrees < 360; degrees += step) {
      if (isThere && degrees % but === 0 && step !== 30 && step !== but) continue;
      const [a, b] = [at(turn + degrees, r * 0.94), at(turn + degrees, r * (0.94 - length))];
      pen.moveTo(a[0], a[1]);
      pen.lineTo(b[0], b[1]);
    }
    pen.strokeStyle = isThere ? colour : colours.line;
    pen.lineWidth = Math.max(0.75, r * width);
    pen.stroke();
  }
}

/**
 * Sixteen points of two facets each, the lesser ones below.
 * @param {Pen} pen
 * @param {number} r
 * @param {number} turn
 * @param {Colours} colours
 */
function star(pen, r, turn, colours) {
  const tiers = [
    { first: 22.5, tip: 0.5, half: 6, alpha: 0.55 },
    { first: 45, tip: 0.615, half: 10.5, alpha: 0.8 },
    { first: 90, tip: 0.72, half: 15.5, alpha: 1 },
  ];
  for (const { first, tip, half, alpha } of tiers) {
    for (let degrees = first === 90 ? 0 : first; degrees < 360; degrees += first === 90 ? 90 : 2 * first) {
      const isNorth = degrees === 0;
      const end = at(turn + degrees, r * (isNorth ? tip + 0.015 : tip));
      const foot = at(turn + degrees, r * hub * 0.96);
      for (const side of [-1, 1]) {
        const shoulder = at(turn + degrees + side * half, r * hub * 0.99);
        pen.beginPath();
        pen.moveTo(end[0], end[1]);
        pen.lineTo(shoulder[0], shoulder[1]);
        pen.lineTo(foot[0], foot[1]);
        pen.closePath();
        pen.globalAlpha = alpha;
        pen.fillStyle = side < 0 ? colours.paper : isNorth ? colours.north : colours.shade;
        pen.fill();
        pen.strokeStyle = isNorth ? colours.north : colours.shade;
        pen.lineWidth = Math.max(0.75, r * 0.004);
        pen.lineJoin = "round";
        pen.stroke();
        if (isNorth && side < 0) {
          pen.globalAlpha = 0.35;
          pen.fillStyle = colours.north;
          pen.fill();
        }
      }
    }
  }
  pen.globalAlpha = 1;
}

/**
 * @param {Pen} pen
 * @param {number} r
 * @param {number} turn
 * @param {Colours} colours
 */
function letters(pen, r, turn, colours) {
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  ["N", "E", "S", "W"].forEach((letter, i) => {
    const [x, y] = at(turn + 90 * i, r * 0.8);
    pen.font = `600 ${(r * 0.115).toFixed(1)}px ${serif}`;
    pen.fillStyle = i === 0 ? colours.north : colours.ink;
    pen.fillText(letter, x, y);
  });
  pen.font = `500 ${Math.max(9, r * 0.058).toFixed(1)}px ${sans}`;
  pen.fillStyle = colours.muted;
  for (let degrees = 30; degrees < 360; degrees += 30) {
    if (degrees % 90 === 0) continue;
    const [x, y] = at(turn + degrees, r * 0.806);
    pen.fillText(String(degrees).padStart(3, "0"), x, y);
  }
}

/**
 * A hollow triangle where magnetic north is.
 * @param {Pen} pen
 * @param {number} r
 * @param {number} degrees
 * @param {Colours} colours
 */
function magneticNorth(pen, r, degrees, colours) {
  const [tip, left, right] = [at(degrees, r * 0.935), at(degrees - 1.8, r * 0.88), at(degrees + 1.8, r * 0.88)];
  pen.beginPath();
  pen.moveTo(tip[0], tip[1]);
  pen.lineTo(left[0], left[1]);
  pen.lineTo(right[0], right[1]);
  pen.closePath();
  pen.fillStyle = colours.paper;
  pen.fill();
  pen.strokeStyle = colours.north;
  pen.lineWidth = Math.max(1, r * 0.007);
  pen.stroke();
}

/**
 * A diamond on the bezel.
 * @param {Pen} pen
 * @param {number} r
 * @param {number} degrees
 * @param {Colours} colours
 */
function destination(pen, r, degrees, colours) {
  const corners = [at(degrees, r), at(degrees + 2.6, r * 0.955), at(degrees, r * 0.9), at(degrees - 2.6, r * 0.955)];
  pen.beginPath();
  corners.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
  pen.fillStyle = colours.accent;
  pen.fill();
  pen.strokeStyle = colours.paper;
  pen.lineWidth = Math.max(1, r * 0.008);
  pen.stroke();
}

/**
 * The fixed line at the top.
 * @param {Pen} pen
 * @param {number} r
 * @param {boolean} isThere
 * @param {Colours} colours
 */
function lubber(pen, r, isThere, colours) {
  const w = r * 0.032;
  pen.beginPath();
  pen.moveTo(0, -r * 0.9);
  pen.lineTo(-w, -r * 0.995);
  pen.lineTo(w, -r * 0.995);
  pen.closePath();
  pen.fillStyle = isThere ? colours.ink : colours.paper;
  pen.fill();
  pen.strokeStyle = isThere ? colours.paper : colours.line;
  pen.lineWidth = Math.max(1, r * 0.006);
  pen.stroke();
}
