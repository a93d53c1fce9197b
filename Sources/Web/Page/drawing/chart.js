// @ts-check
// A chart over time: lines, a band, marked spans. The page's strip of the last minute and the report use it.

import { sans } from "./pen.js";
import { fixed } from "../units.js";

/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {import("./pen.js").Colours} Colours */

/**
 * @typedef {object} Chart
 * @property {[number, number]} x the range of time
 * @property {[number, number]} y
 * @property {{points: [number, number | null][], colour?: string, width?: number}[]} lines null breaks a line
 * @property {{points: [number, number, number][], colour?: string}[]} [bands] time, lower, upper
 * @property {{from: number, to: number}[]} [spans] marked along the foot, and hatched
 * @property {{at: number, text: string}[]} xLabels
 * @property {number} [decimals] of the labels at the side
 * @property {(value: number) => string} [label] the text at the side for a value; a number where there is none
 * @property {number} [step] between two labels at the side
 */

/**
 * A round step, so that about `count` steps fit into a range.
 * @param {number} range
 * @param {number} count
 */
export function roundStep(range, count) {
  const raw = range / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw || 1));
  return (raw / power <= 1 ? 1 : raw / power <= 2 ? 2 : raw / power <= 5 ? 5 : 10) * power;
}

/**
 * @param {Pen} pen
 * @param {number} width
 * @param {number} height
 * @param {Chart} chart
 * @param {Colours} colours
 */
export function drawChart(pen, width, height, chart, colours) {
  const { x, y } = chart;
  const box = { left: 40, right: width - 1, top: 8, bottom: height - 20 };
  const px = (/** @type {number} */ v) => box.left + ((v - x[0]) / (x[1] - x[0] || 1)) * (box.right - box.left);
  const py = (/** @type {number} */ v) => box.bottom - ((v - y[0]) / (y[1] - y[0] || 1)) * (box.bottom - box.top);
  pen.save();
  pen.font = `11px ${sans}`;
  pen.lineJoin = "round";
  grid(pen, box, py, chart, colours);
  pen.fillStyle = colours.muted;
  pen.textBaseline = "alphabetic";
  for (const { at, text } of chart.xLabels) {
    const place = px(at);
    pen.textAlign = place < box.left + 20 ? "left" : place > box.right - 20 ? "right" : "center";
    pen.fillText(text, place, height - 5);
  }
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top - 1, box.right - box.left, box.bottom - box.top + 2);
  pen.clip();
  for (const band of chart.bands ?? [])
    area(
      pen,
      band.points.map(([t, low, high]) => [px(t), py(low), py(high)]),
      band.colour ?? colours.wedge,
    );
  for (const span of chart.spans ?? []) hatch(pen, px(span.from), px(span.to), box, colours);
  for (const line of chart.lines) {
    stroke(
      pen,
      line.points.map(([t, v]) => [px(t), v === null ? null : py(v)]),
      line.colour ?? colours.accent,
      line.width ?? 1.75,
    );
  }
  pen.restore();
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {{left: number, right: number, top: number, bottom: number}} box
 * @param {(v: number) => number} py
 * @param {Chart} chart
 * @param {Colours} colours
 */
function grid(pen, box, py, chart, colours) {
  const [low, high] = chart.y;
  const step = chart.step ?? roundStep(high - low, (box.bottom - box.top) / 34);
  const decimals = chart.decimals ?? (step < 1 ? 1 : 0);
  pen.strokeStyle = colours.line;
  pen.fillStyle = colours.muted;
  pen.lineWidth = 1;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  pen.beginPath();
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) {
    const at = Math.round(py(value)) + 0.5;
    pen.moveTo(box.left, at);
    pen.lineTo(box.right, at);
    pen.fillText(chart.label?.(value) ?? fixed(value, decimals), box.left - 7, at);
  }
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {number[][]} points
 * @param {string} colour
 */
function area(pen, points, colour) {
  if (points.length < 2) return;
  pen.beginPath();
  points.forEach(([x, low], i) => (i ? pen.lineTo(x, low) : pen.moveTo(x, low)));
  for (let i = points.length - 1; i >= 0; i--) pen.lineTo(points[i][0], points[i][2]);
  pen.closePath();
  pen.fillStyle = colour;
  pen.globalAlpha = 0.2;
  pen.fill();
  pen.globalAlpha = 1;
}

/**
 * Slanting lines, so that a span is visible without its colour.
 * @param {Pen} pen
 * @param {number} from
 * @param {number} to
 * @param {{top: number, bottom: number}} box
 * @param {Colours} colours
 */
function hatch(pen, from, to, box, colours) {
  const width = Math.max(2, to - from);
  pen.save();
  pen.beginPath();
  pen.rect(from, box.top, width, box.bottom - box.top);
  pen.clip();
  pen.strokeStyle = colours.alarm;
  pen.globalAlpha = 0.5;
  pen.lineWidth = 1;
  pen.beginPath();
  const tall = box.bottom - box.top;
  for (let x = from - tall - (from % 7); x < from + width; x += 7) {
    pen.moveTo(x, box.bottom);
    pen.lineTo(x + tall, box.top);
  }
  pen.stroke();
  pen.globalAlpha = 1;
  pen.fillStyle = colours.alarm;
  pen.fillRect(from, box.bottom - 3, width, 3);
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {(number | null)[][]} points
 * @param {string} colour
 * @param {number} width
 */
function stroke(pen, points, colour, width) {
  pen.beginPath();
  let isDown = false;
  for (const [x, y] of points) {
    if (x === null || y === null) {
      isDown = false;
      continue;
    }
    if (isDown) pen.lineTo(x, y);
    else pen.moveTo(x, y);
    isDown = true;
  }
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

/**
 * The field of the last minute with its band. Strengths in nT, times in ms.
 * @param {Pen} pen
 * @param {number} width
 * @param {number} height
 * @param {{past: import("../state.js").Past[], now: number, seconds: number, expected: number | null, limit: number | null}} data
 * @param {Colours} colours
 */
export function drawFieldStrip(pen, width, height, { past, now, seconds, expected, limit }, colours) {
  const [from, to] = [now - 1000 * seconds, now];
  const values = past.flatMap((row) => (row.strength === null ? [] : [row.strength / 1000]));
  if (expected !== null && limit !== null)
    values.push((expected - 1.6 * limit) / 1000, (expected + 1.6 * limit) / 1000);
  let [low, high] = values.length ? [Math.min(...values), Math.max(...values)] : [20, 70];
  const room = Math.max(1, (high - low) * 0.08);
  [low, high] = [Math.max(0, low - room), high + room];
  /** @type {{from: number, to: number}[]} */
  const spans = [];
  for (const row of past) {
    const last = spans[spans.length - 1];
    if (row.disturbance !== 2) continue;
    if (last && row.time - last.to < 400) last.to = row.time;
    else spans.push({ from: row.time, to: row.time });
  }
  drawChart(
    pen,
    width,
    height,
    {
      x: [from, to],
      y: [low, high],
      spans,
      lines: [{ points: past.map((row) => [row.time, row.strength === null ? null : row.strength / 1000]) }],
      bands:
        expected === null || limit === null
          ? []
          : [
              {
                points: [
                  [from, (expected - limit) / 1000, (expected + limit) / 1000],
                  [to, (expected - limit) / 1000, (expected + limit) / 1000],
                ],
              },
            ],
      xLabels: [
        { at: from, text: `${seconds} s ago` },
        { at: to, text: "now" },
      ],
    },
    colours,
  );
}
