// @ts-check
// The calibration: the ball of directions, the cloud before and after, one prompt in words; a refusal with its numbers.

import { drawBall } from "../drawing/ball.js";
import { drawCloud } from "../drawing/cloud.js";
import { prepare } from "../drawing/pen.js";
import { step } from "../show.js";
import { cellsSeen } from "../state.js";
import { models, grades } from "../record.js";
import { fixed, microtesla } from "../units.js";
import { sides } from "../words.js";
import { element, make, show, write } from "./dom.js";
import { colours, changes } from "./theme.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../words.js").Words} Words */
/** @typedef {{start: () => void, finish: () => void, commit: () => void, stop: () => void, close: () => void}} Acts */

const capital = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);

let built = "";
let drawn = "";

/**
 * @param {State} state
 * @param {Words} words
 * @param {Acts} acts
 * @param {boolean} isOpen whether it is to be shown
 */
export function showCalibration(state, words, acts, isOpen) {
  const place = element("calibrate");
  show(place, isOpen);
  if (!isOpen) {
    built = "";
    return;
  }
  const now = step(state);
  // A result is built again when it arrives, not for every frame.
  const key = `${now} ${state.reports} ${state.report?.isStored} ${changes}`;
  if (key !== built) {
    const hadFocus = place.contains(document.activeElement);
    built = key;
    drawn = "";
    place.replaceChildren(...build(now, state, words, acts));
    if (hadFocus) place.querySelector("button")?.focus();
  }
  if (now === "turning" || now === "computing") turning(state, words);
  if (now === "review" || now === "done" || now === "refused" || now === "saving") clouds(state);
}

const button = (/** @type {string} */ label, /** @type {() => void} */ act, kind = "button") =>
  make(kind, { type: "button", onclick: act }, label);

/**
 * What became of a new calibration.
 * @param {ReturnType<typeof step>} now
 * @param {State["report"]} report
 */
function outcome(now, report) {
  if (now === "review") return "A new calibration is ready. Use it?";
  if (now === "saving") return "Saving …";
  if (report?.isStored) return "Saved. The board uses it, also after a restart.";
  return report?.canStore
    ? "In use, but not stored: save it again."
    : "In use until the board restarts: it cannot store.";
}

/**
 * @param {ReturnType<typeof step>} now
 * @param {State} state
 * @param {Words} words
 * @param {Acts} acts
 */
function build(now, state, words, acts) {
  const title = make("h3", { id: "calibrate-title" }, "Calibration");
  switch (now) {
    case "turning":
    case "computing":
      return [
        title,
        make("p.step", { id: "calibrate-prompt" }),
        make("progress", { id: "calibrate-progress", max: "100", value: "0", "aria-label": "Progress" }),
        make("p.note.figure", { id: "calibrate-count" }),
        make("canvas.ball", { id: "calibrate-ball", "aria-hidden": "true" }),
        make(
          "p.note",
          {},
          "Turn the compass every way until the ball is full. A patch fills when the compass has looked that way; the outlined patch is the next one. The ring shows where it looks now.",
        ),
        make("p.row", {}, button("Finish with what there is", acts.finish), button("Stop", acts.stop)),
      ];
    case "review":
    case "saving":
    case "done":
      return [
        title,
        make("p.step", { id: "calibrate-prompt" }, outcome(now, state.report)),
        ...result(state, words),
        cloudPlaces(),
        make(
          "p.row",
          {},
          ...(now === "review"
            ? [button("Use and save it", acts.commit, "button.primary"), button("Keep the old one", acts.stop)]
            : [button("Close", acts.close)]),
        ),
      ];
    case "refused":
      return [
        title,
        make("p.step", { id: "calibrate-prompt" }, "It did not work. The calibration in use is unchanged."),
        reasons(state, words, true),
        cloudPlaces(),
        make("p.row", {}, button("Try again", acts.start, "button.primary"), button("Close", acts.close)),
      ];
    default:
      return [
        title,
        make("p.step", { id: "calibrate-prompt" }, "Starting …"),
        make("p.row", {}, button("Close", acts.close)),
      ];
  }
}

const cloudPlaces = () =>
  make(
    "div.clouds",
    {},
    make("canvas", { id: "cloud-before", "aria-hidden": "true" }),
    make("canvas", { id: "cloud-after", "aria-hidden": "true" }),
  );

/**
 * @param {State} state
 * @param {Words} words
 */
function result(state, words) {
  const { report } = state;
  if (!report) return [];
  const row = (/** @type {string} */ name, /** @type {string} */ value) =>
    make("div", {}, make("dt", {}, name), make("dd.figure", {}, value));
  const error = (/** @type {number | null} */ value) => (value === null ? "–" : `±${fixed(value, 1)}°`);
  return [
    make(
      "dl.values",
      {},
      row("Expected error", error(report.typical)),
      row("At worst", error(report.worst)),
      row("Grade", grades[report.grade] ?? String(report.grade)),
    ),
    make(
      "p.note",
      {},
      `${capital(models[report.model] ?? "other")} model from ${report.samples} samples in ${fixed(report.seconds, 0)} s; field ${microtesla(report.strength)} µT` +
        `${report.residual === null ? "" : `, scatter ${fixed(report.residual, 1)} %`}.${report.confidence >= 95 ? "" : ` The expected error itself is uncertain (${report.confidence} %).`}`,
    ),
    ...(report.reasons.length ? [reasons(state, words, false)] : []),
  ];
}

/**
 * Reason, measured, limit, remedy.
 * @param {State} state
 * @param {Words} words
 * @param {boolean} isRefusal
 */
function reasons(state, words, isRefusal) {
  const { report, calibration } = state;
  let rows = report?.reasons.filter((row) => !isRefusal || row.weight === 2) ?? [];
  if (isRefusal && !rows.length && calibration?.reason)
    rows = [{ code: calibration.reason, weight: 2, measured: calibration.measured, limit: calibration.limit }];
  return make(
    "ul.reasons",
    {},
    ...rows.map((row) => {
      const reason = words.reason("calibration", row.code);
      const text = words.text(row);
      return make(
        row.weight === 2 ? "li.refused" : "li",
        {},
        make("strong", {}, `${capital(text)}.`),
        make(
          "dl",
          {},
          ...(row.limit
            ? [
                make("div", {}, make("dt", {}, "Measured"), make("dd.figure", {}, measure(row.code, row.measured))),
                make("div", {}, make("dt", {}, "Limit"), make("dd.figure", {}, measure(row.code, row.limit))),
              ]
            : []),
          make("div", {}, make("dt", {}, "Remedy"), make("dd", {}, reason.remedy || "None is needed.")),
        ),
      );
    }),
  );
}

/**
 * A number with the unit of its reason: Protocols/calibration/spec.md, section 6.
 * @param {number} code
 * @param {number} value
 */
export function measure(code, value) {
  switch (code) {
    case 5:
    case 6:
      return `${fixed(value / 100, 2)} %`;
    case 7:
      return value === 0xffff ? "not known" : `${fixed(value / 100, 1)}°`;
    case 8:
    case 32:
      return `${microtesla(value)} µT`;
    case 9:
      return fixed(value / 1000, 2);
    case 10:
    case 11:
    case 34:
      return `${fixed(value / 10, 1)} %`;
    case 12:
      return `${value}°`;
    case 33:
      return `${value} ms`;
    case 35:
      return `${value} s`;
    default:
      return String(value);
  }
}

/**
 * @param {State} state
 * @param {Words} words
 */
function turning(state, words) {
  const progress = state.calibration;
  if (!progress) return;
  const wanted = progress.advice >= 16 ? progress.advice - 16 : null;
  const side = wanted === null ? null : (sides(state.mounting).faces[wanted] ?? null);
  const prompt =
    progress.advice === 3 ? "Enough directions. Hold it still, or finish." : words.advice(progress.advice, side);
  write(element("calibrate-prompt"), step(state) === "computing" || !prompt ? "Computing. Hold it still." : prompt);
  element("calibrate-progress").value = progress.percent;
  write(
    element("calibrate-count"),
    `${cellsSeen(progress.coverage)} of 96 directions, ${progress.samples} samples${progress.rejected ? `, ${progress.rejected} not used` : ""}` +
      `${progress.secondsLeft ? `; ${progress.secondsLeft} s left` : ""}${progress.predicted === null ? "" : `; error so far ±${fixed(progress.predicted, 1)}°`}`,
  );
  const place = prepare(element("calibrate-ball"));
  if (place)
    drawBall(
      place.pen,
      place.width,
      place.height,
      { coverage: progress.coverage, mounting: state.mounting, wanted, direction: direction(state) },
      colours,
    );
}

/**
 * The direction of the field now about the centre known so far: the middle of the box of the samples.
 * @param {State} state
 */
function direction({ cloud, reading }) {
  if (!reading || cloud.length < 2) return null;
  const middle = [0, 1, 2].map((i) => {
    let [low, high] = [Infinity, -Infinity];
    for (const point of cloud) {
      low = Math.min(low, point[i]);
      high = Math.max(high, point[i]);
    }
    return (low + high) / 2;
  });
  return reading.field.map((value, i) => value - middle[i]);
}

/** @param {State} state */
function clouds(state) {
  const key = `${state.cloud.length} ${state.reports} ${element("cloud-before").clientWidth}`;
  if (key === drawn) return;
  drawn = key;
  const { report, cloud } = state;
  const strength = report?.strength || null;
  const before = prepare(element("cloud-before"));
  if (before)
    drawCloud(
      before.pen,
      before.width,
      before.height,
      { points: cloud, record: null, strength },
      colours,
      "before: as measured",
    );
  const after = prepare(element("cloud-after"));
  const found = report && report.model > 0 ? { hardIron: report.hardIron, softIron: report.softIron } : null;
  if (after)
    drawCloud(
      after.pen,
      after.width,
      after.height,
      { points: found ? cloud : [], record: found, strength },
      colours,
      !found
        ? "after: nothing was found"
        : report?.isAccepted
          ? "after: on the sphere"
          : "after: the best that was found",
    );
}
