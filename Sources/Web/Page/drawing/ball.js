// @ts-check
// The ball of directions: 96 cells, 16 on each face of a cube, as two halves side by side, so that every missing one shows.

import { axis, sides } from "../words.js";
import { sans } from "./pen.js";

/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {import("./pen.js").Colours} Colours */

/**
 * @typedef {object} Ball
 * @property {number[]} coverage three words of 32 cells
 * @property {number} mounting
 * @property {number | null} wanted the face 0 … 5 that the device asks for
 * @property {number[] | null} direction of the field now, sensor axes
 * @property {(number | null)[]} [shades] of the 96 cells instead of coverage, −1 … 1: how dark, a value below 0 in the other
 *   colour and with a sign; null: not seen. No next cell is marked.
 */

const seen = (/** @type {number[]} */ coverage, /** @type {number} */ cell) =>
  ((coverage[cell >> 5] >>> (cell & 31)) & 1) === 1;
const edge = (/** @type {number} */ index) => Math.tan(((index - 2) * 22.5 * Math.PI) / 180);

/**
 * A direction on a face: `u` and `v` in cells, 0 … 4.
 * @param {number} face
 * @param {number} u
 * @param {number} v
 */
function onFace(face, u, v) {
  const others = [0, 1, 2].filter((i) => i !== face >> 1);
  const d = axis(face);
  d[others[0]] = edge(u);
  d[others[1]] = edge(v);
  const length = Math.hypot(d[0], d[1], d[2]);
  return d.map((value) => value / length);
}

/**
 * The middle of a cell, a unit vector in sensor axes.
 * @param {number} cell
 */
export const cellDirection = (cell) => onFace(cell >> 4, ((cell >> 2) & 3) + 0.5, (cell & 3) + 0.5);

/**
 * The missing cell to fill next: the one nearest to the direction now, on the wanted face where there is one.
 * @param {Ball} ball
 * @returns {number | null}
 */
export function nextCell({ coverage, wanted, direction }) {
  const missing = Array.from({ length: 96 }, (_, cell) => cell).filter((cell) => !seen(coverage, cell));
  const asked = wanted === null ? [] : missing.filter((cell) => cell >> 4 === wanted);
  const from = direction ?? (wanted === null ? [1, 0, 0] : axis(wanted));
  const size = Math.hypot(from[0], from[1], from[2]) || 1;
  let [best, most] = [/** @type {number | null} */ (null), -2];
  for (const cell of asked.length ? asked : missing) {
    const d = cellDirection(cell);
    const near = (d[0] * from[0] + d[1] * from[1] + d[2] * from[2]) / size;
    if (near > most) [best, most] = [cell, near];
  }
  return best;
}

/**
 * Puts a direction on one of the two discs, keeping areas (Lambert's azimuthal projection).
 * @param {number[]} d unit vector, sensor axes
 * @param {ReturnType<typeof frame>} body
 * @param {boolean} isFront
 * @param {number} r
 */
function project(d, body, isFront, r) {
  const [forward, right, down] = [body.forward, body.right, body.down].map(
    (a) => a[0] * d[0] + a[1] * d[1] + a[2] * d[2],
  );
  const depth = isFront ? forward : -forward;
  const k = Math.sqrt(1 / Math.max(0.2, 1 + depth));
  // Seen from the front, the instrument's right side is on the left.
  return [(isFront ? -right : right) * k * r, down * k * r];
}

/** @param {number} mounting */
function frame(mounting) {
  const found = sides(mounting);
  return {
    forward: axis(found.forward),
    right: axis(found.right),
    down: axis(found.down),
    faces: found.faces,
    front: found.forward,
  };
}

/**
 * @param {Pen} pen
 * @param {number} width
 * @param {number} height
 * @param {Ball} ball
 * @param {Colours} colours
 */
export function drawBall(pen, width, height, ball, colours) {
  const r = Math.min(width / 4 - 14, height / 2 - 22);
  const body = frame(ball.mounting);
  const next = ball.shades ? null : nextCell(ball);
  for (const isFront of [true, false]) {
    pen.save();
    pen.translate(width / 2 + (isFront ? -1 : 1) * (r + 12), height / 2 + 2);
    half(pen, r, ball, body, isFront, next, colours);
    pen.restore();
  }
}

/**
 * @param {Pen} pen
 * @param {number} r
 * @param {Ball} ball
 * @param {ReturnType<typeof frame>} body
 * @param {boolean} isFront
 * @param {number | null} next
 * @param {Colours} colours
 */
function half(pen, r, ball, body, isFront, next, colours) {
  const isHere = (/** @type {number[]} */ d) =>
    d[0] * body.forward[0] + d[1] * body.forward[1] + d[2] * body.forward[2] >= 0 === isFront;
  for (let cell = 0; cell < 96; cell++) {
    if (!isHere(cellDirection(cell))) continue;
    outline(pen, cell, body, isFront, r);
    const shade = ball.shades ? ball.shades[cell] : seen(ball.coverage, cell) ? 1 : null;
    const isSeen = shade !== null;
    if (isSeen) {
      pen.fillStyle = shade < 0 ? colours.north : colours.accent;
      pen.globalAlpha = 0.1 + 0.75 * Math.abs(shade);
      pen.fill();
      pen.globalAlpha = 1;
    }
    pen.strokeStyle = isSeen ? colours.paper : colours.line;
    pen.lineWidth = 1;
    pen.stroke();
    if (isSeen && shade < -0.2) minus(pen, project(cellDirection(cell), body, isFront, r), shade, colours);
  }
  pen.beginPath();
  pen.arc(0, 0, r, 0, 2 * Math.PI);
  pen.strokeStyle = colours.muted;
  pen.lineWidth = 1.25;
  pen.stroke();
  if (next !== null && isHere(cellDirection(next))) {
    outline(pen, next, body, isFront, r);
    pen.strokeStyle = colours.north;
    pen.lineWidth = 2.5;
    pen.lineJoin = "round";
    pen.stroke();
    const [x, y] = project(cellDirection(next), body, isFront, r);
    pen.beginPath();
    pen.arc(x, y, 3, 0, 2 * Math.PI);
    pen.fillStyle = colours.north;
    pen.fill();
  }
  if (ball.direction) {
    const size = Math.hypot(...ball.direction) || 1;
    const d = ball.direction.map((v) => v / size);
    if (isHere(d)) pointer(pen, project(d, body, isFront, r), colours);
  }
  names(pen, r, isFront, colours);
}

/**
 * @param {Pen} pen
 * @param {number} cell
 * @param {ReturnType<typeof frame>} body
 * @param {boolean} isFront
 * @param {number} r
 */
function outline(pen, cell, body, isFront, r) {
  const [face, u, v] = [cell >> 4, (cell >> 2) & 3, cell & 3];
  const corners = [
    [u, v],
    [u + 1, v],
    [u + 1, v + 1],
    [u, v + 1],
  ];
  pen.beginPath();
  corners.forEach(([a, b], i) => {
    const [c, d] = corners[(i + 1) % 4];
    for (let part = 0; part < 4; part++) {
      const [x, y] = project(onFace(face, a + ((c - a) * part) / 4, b + ((d - b) * part) / 4), body, isFront, r);
      if (i || part) pen.lineTo(x, y);
      else pen.moveTo(x, y);
    }
  });
  pen.closePath();
}

/**
 * The sign of a cell below 0.
 * @param {Pen} pen
 * @param {number[]} place
 * @param {number} shade
 * @param {Colours} colours
 */
function minus(pen, [x, y], shade, colours) {
  pen.beginPath();
  pen.moveTo(x - 3, y);
  pen.lineTo(x + 3, y);
  pen.strokeStyle = shade < -0.6 ? colours.paper : colours.ink;
  pen.lineWidth = 1.5;
  pen.stroke();
}

/**
 * Where the field is now.
 * @param {Pen} pen
 * @param {number[]} place
 * @param {Colours} colours
 */
function pointer(pen, [x, y], colours) {
  pen.beginPath();
  pen.arc(x, y, 7, 0, 2 * Math.PI);
  pen.fillStyle = colours.paper;
  pen.fill();
  pen.strokeStyle = colours.ink;
  pen.lineWidth = 2;
  pen.stroke();
  pen.beginPath();
  pen.arc(x, y, 2, 0, 2 * Math.PI);
  pen.fillStyle = colours.ink;
  pen.fill();
}

/**
 * @param {Pen} pen
 * @param {number} r
 * @param {boolean} isFront
 * @param {Colours} colours
 */
function names(pen, r, isFront, colours) {
  pen.font = `11px ${sans}`;
  pen.fillStyle = colours.muted;
  pen.textAlign = "center";
  pen.textBaseline = "bottom";
  pen.fillText(isFront ? "top · nose side" : "top · tail side", 0, -r - 4);
  pen.textBaseline = "top";
  pen.fillText("belly", 0, r + 5);
}
