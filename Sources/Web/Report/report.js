// @ts-check
// The pictures of a report, with the drawings of the page. `binnacle report` puts this and what it imports into one
// script of the file: a browser loads no modules beside a file that was opened from a folder.

import { drawBall } from "../Page/drawing/ball.js";
import { drawChart } from "../Page/drawing/chart.js";
import { drawCloud } from "../Page/drawing/cloud.js";
import { SVGPen } from "../Page/drawing/pen.js";
import { circle, duration, fixed } from "../Page/units.js";

/** @typedef {import("../Page/drawing/pen.js").Colours} Colours */

/**
 * A point of the curves: what docs/report.md lists.
 * @typedef {object} Row
 * @property {number} beginSeconds
 * @property {number} endSeconds
 * @property {number | null} headingDegrees
 * @property {number | null} lowHeadingDegrees
 * @property {number | null} highHeadingDegrees
 * @property {number | null} accuracyDegrees
 * @property {number | null} lowStrengthNanotesla
 * @property {number | null} highStrengthNanotesla
 * @property {number | null} dipDegrees
 * @property {number} disturbance
 * @property {boolean} valid
 * @property {boolean} afterGap
 */

const width = 720;

/**
 * @param {any} series
 * @returns {Row[]}
 */
const rowsOf = ({ keys, rows }) =>
  rows.map((/** @type {any[]} */ row) =>
    Object.fromEntries(keys.map((/** @type {string} */ key, /** @type {number} */ i) => [key, row[i]])),
  );

const middle = (/** @type {Row} */ row) => (row.beginSeconds + row.endSeconds) / 2;

/**
 * A line through all rows, broken at gaps and where there is no value.
 * @param {Row[]} rows
 * @param {(row: Row) => number | null} value
 * @returns {[number, number | null][]}
 */
const lineOf = (rows, value) =>
  rows.flatMap((row) => [
    ...(row.afterGap ? [/** @type {[number, null]} */ ([row.beginSeconds, null])] : []),
    /** @type {[number, number | null]} */ ([middle(row), value(row)]),
  ]);

/**
 * Bands, one for each run of rows that have both edges.
 * @param {Row[]} rows
 * @param {(row: Row) => [number, number] | null} edges
 * @param {string} colour
 */
function bandsOf(rows, edges, colour) {
  /** @type {{points: [number, number, number][], colour: string}[]} */
  const bands = [];
  let isOpen = false;
  for (const row of rows) {
    const both = edges(row);
    if (!both) {
      isOpen = false;
      continue;
    }
    if (!isOpen || row.afterGap) bands.push({ points: [], colour });
    isOpen = true;
    const { points } = bands[bands.length - 1];
    points.push([row.beginSeconds, ...both]);
    if (row.endSeconds > row.beginSeconds) points.push([row.endSeconds, ...both]);
  }
  return bands;
}

/**
 * The marked spans: the field was disturbed.
 * @param {Row[]} rows
 */
function spansOf(rows) {
  /** @type {{from: number, to: number}[]} */
  const spans = [];
  let wasDisturbed = false;
  for (const row of rows) {
    const isDisturbed = row.disturbance === 2;
    if (isDisturbed && wasDisturbed) spans[spans.length - 1].to = row.endSeconds;
    else if (isDisturbed) spans.push({ from: row.beginSeconds, to: row.endSeconds });
    wasDisturbed = isDisturbed;
  }
  return spans;
}

const steps = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
];
/**
 * Times along the foot.
 * @param {number} end seconds
 */
function times(end) {
  const step = steps.find((value) => end / value <= 9) ?? 86_400 * Math.ceil(end / 86_400 / 9);
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => i * step).map((at) => ({
    at,
    text: at === 0 ? "0" : step < 1 ? `${fixed(at, 1)} s` : end < 60 ? `${at} s` : duration(at),
  }));
}

/**
 * @param {Row[]} rows
 * @param {number} height
 * @param {string} title
 * @param {Omit<import("../Page/drawing/chart.js").Chart, "x" | "xLabels">} chart
 * @param {Colours} colours
 */
function chart(rows, height, title, chart, colours) {
  const end = Math.max(rows[rows.length - 1].endSeconds, 0.1);
  const pen = new SVGPen();
  drawChart(pen, width, height, { x: [0, end], xLabels: times(end), spans: spansOf(rows), ...chart }, colours);
  return pen.svg(width, height, title);
}

/**
 * A range with room on both sides.
 * @param {number[]} values
 * @param {number} least the smallest range
 * @returns {[number, number]}
 */
function range(values, least) {
  const [low, high] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  const room = Math.max((high - low) * 0.06, (least - (high - low)) / 2);
  return [low - room, high + room];
}

const known = (/** @type {(number | null)[]} */ values) =>
  /** @type {number[]} */ (values.filter((value) => value !== null));

/**
 * A grey band over the whole time: what is normal.
 * @param {Row[]} rows
 * @param {number} normal
 * @param {number} limit
 * @param {Colours} colours
 */
function normalBand(rows, normal, limit, colours) {
  /** @type {[number, number, number][]} */
  const points = [0, rows[rows.length - 1].endSeconds].map((t) => [t, normal - limit, normal + limit]);
  return { points, colour: colours.muted };
}

/**
 * The lines of the heading in one turn of the circle: where it is valid, and where it is not.
 * @param {Row[]} rows
 * @param {number} turn
 * @param {boolean} isFolded
 * @param {Colours} colours
 */
function headingLines(rows, turn, isFolded, colours) {
  const isNear = (/** @type {number | null} */ value) => value !== null && value > -30 && value < 390;
  return [true, false]
    .map((isValid) => {
      const shifted = lineOf(rows, ({ headingDegrees: heading, valid }) =>
        heading === null || valid !== isValid ? null : heading - 360 * turn,
      );
      // A line leaves the circle towards its next point, which lies outside.
      const points = !isFolded
        ? shifted
        : shifted.map(
            ([t, v], i) =>
              /** @type {[number, number | null]} */ ([
                t,
                [i - 1, i, i + 1].some((j) => isNear(shifted[j]?.[1] ?? null)) ? v : null,
              ]),
          );
      return { points, colour: isValid ? colours.accent : colours.muted, width: isValid ? 1.5 : 0.9 };
    })
    .filter(({ points }) => points.some(([, v]) => v !== null));
}

/**
 * The heading with its stated accuracy. Headings of a recording go on beyond 360°; where they fill the circle they are
 * folded into it.
 * @param {Row[]} rows
 * @param {Colours} colours
 */
function headings(rows, colours) {
  /** @type {(row: Row) => [number, number] | null} */
  const edges = ({ lowHeadingDegrees: low, highHeadingDegrees: high, accuracyDegrees: accuracy, valid }) =>
    low === null || high === null || accuracy === null || !valid ? null : [low - accuracy, high + accuracy];
  const values = known(rows.flatMap((row) => [row.lowHeadingDegrees, row.highHeadingDegrees]));
  if (!values.length) return null;
  const [low, high] = range([...values, ...rows.flatMap((row) => edges(row) ?? [])], 4);
  const isFolded = high - low > 300;
  const [first, last] = isFolded ? [Math.floor(low / 360), Math.floor(high / 360)] : [0, 0];
  const turns = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const lines = turns.flatMap((turn) => headingLines(rows, turn, isFolded, colours));
  const bands = turns.flatMap((turn) =>
    bandsOf(
      rows,
      (row) => {
        const both = edges(row);
        const [a, b] = both ? [both[0] - 360 * turn, both[1] - 360 * turn] : [1, 0];
        return a > b || (isFolded && (b < 0 || a > 360)) ? null : [a, b];
      },
      colours.wedge,
    ),
  );
  return chart(
    rows,
    230,
    "Heading over time with its stated accuracy",
    {
      y: isFolded ? [0, 360] : [low, high],
      step: isFolded ? 90 : undefined,
      lines,
      bands,
      label: (value) => `${fixed(circle(value), high - low < 5 ? 1 : 0)}°`,
    },
    colours,
  );
}

/**
 * @param {Row[]} rows
 * @param {any} expected
 * @param {Colours} colours
 */
function strengths(rows, expected, colours) {
  /** @type {(row: Row) => [number, number] | null} */
  const edges = ({ lowStrengthNanotesla: low, highStrengthNanotesla: high }) =>
    low === null || high === null ? null : [low / 1000, high / 1000];
  const values = rows.flatMap((row) => edges(row) ?? []);
  if (!values.length) return null;
  const [normal, limit] = expected ? [expected.strengthNanotesla / 1000, expected.limitNanotesla / 1000] : [0, 0];
  if (expected) values.push(normal - 1.3 * limit, normal + 1.3 * limit);
  const [low, high] = range(values, 2);
  return chart(
    rows,
    180,
    "Strength of the corrected field over time",
    {
      y: [Math.max(0, low), high],
      lines: [
        {
          points: lineOf(rows, (row) => {
            const both = edges(row);
            return both && (both[0] + both[1]) / 2;
          }),
        },
      ],
      bands: [...(expected ? [normalBand(rows, normal, limit, colours)] : []), ...bandsOf(rows, edges, colours.accent)],
      label: (value) => fixed(value, high - low < 4 ? 1 : 0),
    },
    colours,
  );
}

/**
 * @param {Row[]} rows
 * @param {any} expected
 * @param {Colours} colours
 */
function dips(rows, expected, colours) {
  const values = known(rows.map((row) => row.dipDegrees));
  if (!values.length) return null;
  const [normal, limit] = [expected?.dipDegrees ?? null, expected?.dipLimitDegrees ?? 0];
  if (normal !== null) values.push(normal - 1.3 * limit, normal + 1.3 * limit);
  const [low, high] = range(values, 2);
  return chart(
    rows,
    160,
    "Dip of the field over time",
    {
      y: [low, high],
      lines: [{ points: lineOf(rows, (row) => row.dipDegrees) }],
      bands: normal === null ? [] : [normalBand(rows, normal, limit, colours)],
      label: (value) => `${fixed(value, high - low < 4 ? 1 : 0)}°`,
    },
    colours,
  );
}

/**
 * @param {any} data
 * @param {boolean} isCorrected
 * @param {Colours} colours
 */
function cloud(data, isCorrected, colours) {
  const { cloud, calibration } = data;
  const record = isCorrected ? { hardIron: calibration.hardIronNanotesla, softIron: calibration.softIron } : null;
  const strength = calibration?.fieldStrengthNanotesla ?? null;
  const pen = new SVGPen();
  const title = isCorrected ? "after correction" : "as measured";
  drawCloud(pen, 350, 340, { points: cloud.nanotesla, record, strength }, colours, title);
  return pen.svg(350, 340, `The samples ${title}, against the sphere on which they should lie`);
}

/**
 * @param {any} data
 * @param {(number | null)[]} shades
 * @param {string} title
 * @param {Colours} colours
 */
function ball({ mounting }, shades, title, colours) {
  const pen = new SVGPen();
  drawBall(pen, width, 340, { coverage: [0, 0, 0], mounting, wanted: null, direction: null, shades }, colours);
  return pen.svg(width, 340, title);
}

/**
 * All pictures by name, as SVG; null where the data have nothing to show.
 * @param {any} data the object of the report
 * @param {Colours} colours
 * @returns {Record<string, string | null>}
 */
export function pictures(data, colours) {
  const rows = data.series ? rowsOf(data.series) : [];
  const isCalibrated = data.calibration && data.calibration.model !== "none";
  /** @type {(number | null)[] | undefined} */
  const residuals = data.residuals?.cells;
  const most =
    residuals?.reduce((/** @type {number} */ value, cell) => Math.max(value, Math.abs(cell ?? 0)), 1e-9) ?? 1;
  const shades = residuals?.map((cell) => (cell === null ? null : cell / most));
  const seen = data.coverage && [...data.coverage.cells].map((digit) => (digit === "1" ? 1 : null));
  return {
    heading: rows.length ? headings(rows, colours) : null,
    strength: rows.length ? strengths(rows, data.expected, colours) : null,
    dip: rows.length ? dips(rows, data.expected, colours) : null,
    before: data.cloud ? cloud(data, false, colours) : null,
    after: data.cloud && isCalibrated ? cloud(data, true, colours) : null,
    coverage: seen ? ball(data, seen, "Directions seen", colours) : null,
    residuals: shades ? ball(data, shades, "Residuals by direction", colours) : null,
  };
}

/** Draws every picture in its place. */
function show() {
  const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("data")).textContent ?? "");
  const style = getComputedStyle(document.documentElement);
  const names = ["ink", "muted", "line", "paper", "shade", "north", "accent", "wedge", "alarm"];
  const tokens = names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  const colours = /** @type {any} */ (Object.fromEntries(tokens));
  for (const [name, svg] of Object.entries(pictures(data, colours))) {
    const place = document.getElementById(name);
    if (place && svg) place.innerHTML = svg;
  }
}

if (globalThis.document) show();
