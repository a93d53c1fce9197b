// @ts-check
// The cloud of a calibration's samples, before and after: two views of the same points against the sphere they should lie on.

import { sans } from "./pen.js";
import { corrected } from "../record.js";

/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {import("./pen.js").Colours} Colours */

// The view is from the front right, a little from above.
const turn = (-35 * Math.PI) / 180;
const tilt = (24 * Math.PI) / 180;

/**
 * @param {number[]} v x, y, z; z down
 * @returns {number[]} right, down, towards the viewer
 */
function view([x, y, z]) {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const [a, b] = [x * c - y * s, x * s + y * c];
  return [b, z * Math.cos(tilt) - a * Math.sin(tilt), a * Math.cos(tilt) + z * Math.sin(tilt)];
}

/**
 * @param {Pen} pen
 * @param {number} width
 * @param {number} height
 * @param {{points: number[][], record: {hardIron: number[], softIron: number[][]} | null, strength: number | null}} data
 *   points in nT, sensor axes; record: what to correct them with, null: as measured; strength of the sphere, nT
 * @param {Colours} colours
 * @param {string} title
 */
export function drawCloud(pen, width, height, { points, record, strength }, colours, title) {
  const shown = record ? points.map((point) => corrected(record, point)) : points;
  const size = Math.min(width, height - 18) / 2 - 6;
  const reach = shown.reduce((most, v) => Math.max(most, Math.hypot(v[0], v[1], v[2])), 1.12 * (strength ?? 1));
  const scale = size / reach;
  pen.save();
  pen.font = `11px ${sans}`;
  pen.fillStyle = colours.muted;
  pen.textAlign = "center";
  pen.textBaseline = "top";
  pen.fillText(title, width / 2, 1);
  pen.translate(width / 2, 16 + (height - 18) / 2);
  pen.strokeStyle = colours.line;
  pen.lineWidth = 1;
  pen.beginPath();
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
  ]) {
    pen.moveTo(-size * dx, -size * dy);
    pen.lineTo(size * dx, size * dy);
  }
  pen.stroke();
  if (strength) sphere(pen, strength * scale, colours);
  const placed = shown.map(view).sort((a, b) => a[2] - b[2]);
  pen.fillStyle = colours.accent;
  for (const near of [false, true]) {
    pen.globalAlpha = near ? 0.9 : 0.35;
    pen.beginPath();
    for (const [x, y, z] of placed) {
      if (z >= 0 !== near) continue;
      pen.moveTo(x * scale + 1.5, y * scale);
      pen.arc(x * scale, y * scale, 1.5, 0, 2 * Math.PI);
    }
    pen.fill();
  }
  pen.restore();
}

/**
 * The outline and the equator of the sphere on which a good calibration puts every sample.
 * @param {Pen} pen
 * @param {number} r
 * @param {Colours} colours
 */
function sphere(pen, r, colours) {
  pen.strokeStyle = colours.muted;
  pen.lineWidth = 1.25;
  pen.beginPath();
  pen.arc(0, 0, r, 0, 2 * Math.PI);
  pen.stroke();
  pen.setLineDash([3, 4]);
  pen.beginPath();
  for (let i = 0; i <= 48; i++) {
    const angle = (i * Math.PI) / 24;
    const [x, y] = view([r * Math.cos(angle), r * Math.sin(angle), 0]);
    if (i) pen.lineTo(x, y);
    else pen.moveTo(x, y);
  }
  pen.stroke();
  pen.setLineDash([]);
}
