// The pictures of a report.
import assert from "node:assert/strict";
import test from "node:test";
import { pictures } from "../../Sources/Web/Report/report.js";

const colours = {
  ink: "#111",
  muted: "#222",
  line: "#333",
  paper: "#fff",
  shade: "#444",
  north: "#a00",
  accent: "#00a",
  wedge: "#0aa",
  alarm: "#f00",
};
const keys = [
  "beginSeconds",
  "endSeconds",
  "readings",
  "headingDegrees",
  "lowHeadingDegrees",
  "highHeadingDegrees",
  "accuracyDegrees",
  "lowStrengthNanotesla",
  "highStrengthNanotesla",
  "dipDegrees",
  "disturbance",
  "valid",
  "afterGap",
];
const row = (t, changes = {}) => {
  const all = {
    beginSeconds: t,
    endSeconds: t,
    readings: 1,
    headingDegrees: 40,
    lowHeadingDegrees: 40,
    highHeadingDegrees: 40,
    accuracyDegrees: 2,
    lowStrengthNanotesla: 48_000,
    highStrengthNanotesla: 48_000,
    dipDegrees: 65,
    disturbance: 0,
    valid: true,
    afterGap: false,
    ...changes,
  };
  return keys.map((key) => all[key]);
};
const turned = (heading) => ({ headingDegrees: heading, lowHeadingDegrees: heading, highHeadingDegrees: heading });
const data = (rows, more = {}) => ({ series: { keys, rows }, mounting: 0, ...more });
/** The vertical places of all points of the paths with this stroke. */
const places = (svg, colour) =>
  [...svg.matchAll(new RegExp(`<path d="([^"]*)" fill="none" stroke="${colour}"`, "g"))].flatMap(([, path]) =>
    [...path.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
  );

test("pictures_ofNothing_areNone", () => {
  assert.deepEqual(Object.values(pictures({ mounting: 0 }, colours)), [null, null, null, null, null, null, null]);
  const { heading, strength, dip } = pictures(
    data([row(0, { ...turned(null), lowStrengthNanotesla: null, highStrengthNanotesla: null, dipDegrees: null })]),
    colours,
  );
  assert.deepEqual([heading, strength, dip], [null, null, null]);
});

test("headings_thatHardlyMove_fillTheChart", () => {
  const { heading } = pictures(data([row(0, turned(358)), row(1, turned(361)), row(2, turned(363))]), colours);
  assert.match(heading, />358°</);
  assert.match(heading, />2°</);
  assert.doesNotMatch(heading, />361°|>362°|NaN/);
  assert.match(heading, /role="img" aria-label="Heading over time with its stated accuracy"/);
});

test("headings_ofManyTurns_areFoldedIntoTheCircle", () => {
  const rows = Array.from({ length: 200 }, (_, i) => row(i, turned(-400 + 20 * i)));
  const { heading } = pictures(data(rows), colours);
  for (const label of ["90°", "180°", "270°"]) assert.match(heading, new RegExp(`>${label}<`));
  const [top, bottom] = [8, 210];
  const inside = places(heading, colours.accent).filter(([, y]) => y >= top && y <= bottom);
  // Every reading is drawn once within the circle; those at north itself at both edges.
  const atNorth = rows.filter((values) => values[3] % 360 === 0).length;
  assert.equal(inside.length, rows.length + atNorth);
});

test("band_endsWhereNoAccuracyIsStated_andLineBreaksAtGaps", () => {
  const rows = [
    row(0),
    row(1),
    row(2, { accuracyDegrees: null, valid: false }),
    row(3),
    row(4, { afterGap: true }),
    row(5),
  ];
  const { heading } = pictures(data(rows), colours);
  assert.equal(
    heading.match(new RegExp(`fill="${colours.wedge}"`, "g")).length,
    2,
    "a band of one point alone is none",
  );
  const line = [...heading.matchAll(new RegExp(`<path d="([^"]*)" fill="none" stroke="${colours.accent}"`, "g"))].map(
    ([, d]) => d.match(/M/g).length,
  );
  assert.deepEqual(line, [3]);
});

test("disturbance_isMarked", () => {
  const { heading, strength } = pictures(
    data([row(0), row(1, { disturbance: 2 }), row(2, { disturbance: 2 }), row(3)]),
    colours,
  );
  for (const svg of [heading, strength])
    assert.equal(svg.match(new RegExp(`<path [^>]* fill="${colours.alarm}"`, "g")).length, 1);
});

test("times_areRound", () => {
  const labels = (seconds) =>
    [...pictures(data([row(0), row(seconds)]), colours).heading.matchAll(/>([^<>°]+)</g)].map(([, text]) => text);
  assert.deepEqual(labels(0.5), ["0", "0.1 s", "0.2 s", "0.3 s", "0.4 s", "0.5 s"]);
  assert.deepEqual(labels(30), ["0", "5 s", "10 s", "15 s", "20 s", "25 s", "30 s"]);
  assert.deepEqual(labels(3600).slice(0, 3), ["0", "10:00", "20:00"]);
  assert.ok(labels(1e7).length < 12);
});

test("clouds_areCorrectedByTheCalibration", () => {
  const calibration = {
    model: "sphere",
    hardIronNanotesla: [1000, 0, 0],
    softIron: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    fieldStrengthNanotesla: 48_000,
  };
  const more = {
    cloud: {
      nanotesla: [
        [1000, 0, 48_000],
        [1000, 48_000, 0],
      ],
    },
    calibration,
  };
  const { before, after } = pictures({ mounting: 0, ...more }, colours);
  assert.match(before, /as measured/);
  assert.match(after, /after correction/);
  const alone = pictures({ mounting: 0, ...more, calibration: { ...calibration, model: "none" } }, colours);
  assert.equal(alone.after, null);
});

test("ball_showsSizeAndSignOfResiduals", () => {
  const cells = Array.from({ length: 96 }, (_, i) => (i < 48 ? 2 : i < 90 ? -4 : null));
  const { residuals, coverage } = pictures(
    { mounting: 0, residuals: { cells }, coverage: { cells: "10".repeat(48) } },
    colours,
  );
  const filled = (svg, colour, opacity) =>
    svg.match(new RegExp(`fill="${colour}" opacity="${opacity}"`, "g"))?.length ?? 0;
  assert.equal(filled(residuals, colours.accent, "0.48"), 48);
  assert.equal(filled(residuals, colours.north, "0.85"), 42);
  assert.equal(filled(coverage, colours.accent, "0.85"), 48);
});

test("text_hasTheSizeThatItWasGiven", () => {
  const { heading } = pictures(data([row(0), row(1)]), colours);
  assert.match(heading, /<text [^>]*font-size="11" font-family="Inter/);
  assert.doesNotMatch(heading, /font-weight/);
});
