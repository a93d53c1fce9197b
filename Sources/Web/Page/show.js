// @ts-check
// The texts for a state: the heading or its absence, one status line, one banner. Pure functions, with tests.

import { version } from "./messages.js";
import { calibrationStates } from "./state.js";
import { grades, models, strengthLimit } from "./record.js";
import { accuracyText, age, circle, daysSince2000, fixed, headingText, microtesla } from "./units.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {"good" | "fair" | "wait" | "warn" | "bad"} Tone */
/** @typedef {{title: string, cause: string, remedy: string, action?: "calibrate" | "reconnect", tone: Tone}} Banner */

/**
 * The age at which a reading is no longer shown as the present one, milliseconds.
 * @param {State} state
 */
export const patience = (state) => Math.max(1500, 3 * state.interval);

/**
 * Whether a recording is paused, so that its last reading belongs to its position.
 * @param {State} state
 */
export const isStill = ({ link }) => link.isRecorded && (link.phase === "held" || link.phase === "ended");

/**
 * The time that is shown, ms; in a paused recording the time of its last reading.
 * @param {State} state
 * @param {number} now ms
 */
export const moment = (state, now) => (isStill(state) ? state.readingAt : now);

/**
 * Whether the last reading is recent.
 * @param {State} state
 * @param {number} now ms
 */
export const isFresh = (state, now) =>
  (state.link.phase === "live" || isStill(state)) &&
  state.reading !== null &&
  moment(state, now) - state.readingAt < patience(state);

/**
 * Another value that comes with the readings; null if it is old because it has ended or the link is silent.
 * @template T
 * @param {State} state
 * @param {T | null} value
 * @param {number} at ms, when it came
 * @param {number} now ms
 * @returns {T | null}
 */
export const current = (state, value, at, now) =>
  value !== null && moment(state, now) - at < patience(state) ? value : null;

/**
 * The reading as it is shown: the device's own, or with `serve --no-gyro` the compass's part of it.
 * @param {State} state
 * @param {number} now ms
 */
function shownReading(state, now) {
  const { reading, motion, motionAt } = state;
  if (reading === null || !state.served?.isCompassAlone) return reading;
  const part = current(state, motion, motionAt, now)?.compass ?? null;
  if (part === null && reading.source === "compass") return reading;
  if (part === null || reading.magnetic === null) return { ...reading, magnetic: null, true: null, accuracy: null };
  const north = reading.true === null ? null : circle(part.magnetic + reading.true - reading.magnetic);
  return { ...reading, ...part, true: north };
}

/**
 * The heading to show, or nulls. The device has judged compass and gyroscope together.
 * @param {State} state
 * @param {number} now ms
 */
export function heading(state, now) {
  const reading = shownReading(state, now);
  if (!isFresh(state, now) || !reading)
    return { shown: null, magnetic: null, true: null, accuracy: null, reference: "none" };
  const { magnetic, true: north, accuracy } = reading;
  // The device says which north to use; a heading that it does not mark as valid is not shown.
  const reference =
    magnetic === null ? "none" : north !== null && reading.reference !== "magnetic" ? "true" : "magnetic";
  const shown = reference === "true" ? north : reference === "magnetic" ? magnetic : null;
  return { shown, magnetic, true: north, accuracy, reference };
}

/**
 * The declination that the two headings have between them; null without both.
 * @param {ReturnType<typeof heading>} h
 */
export const declination = (h) => (h.true === null || h.magnetic === null ? null : h.true - h.magnetic);

/**
 * One line: a word for the state, and the rest of the sentence.
 * @param {State} state
 * @param {number} now
 * @param {Words} words
 * @returns {{tone: Tone, word: string, text: string}}
 */
export function status(state, now, words) {
  const { link, reading, device } = state;
  if (link.phase === "opening") return { tone: "wait", word: "Connecting", text: `to ${link.name || "the board"}` };
  if (link.phase === "lost") return { tone: "bad", word: "Link lost", text: link.problem?.cause ?? "" };
  if (link.phase === "refused") return { tone: "bad", word: link.problem?.title ?? "Not connected", text: "" };
  if (isStill(state)) {
    const [word, text] = link.phase === "ended" ? ["At the end", "of the recording"] : ["Paused", "in the recording"];
    if (!device || !reading) return { tone: "wait", word, text };
    const there = judged(state, now, words);
    return { tone: there.tone, word, text: `${text}. ${there.word}: ${there.text}` };
  }
  if (!device || !reading) {
    const isSettingUp = !device && state.served?.state === "waiting";
    return {
      tone: "wait",
      word: "Waiting",
      text: device
        ? "for the first reading"
        : isSettingUp
          ? "for the program, which sets the board up"
          : "for the board’s answer",
    };
  }
  if (!isFresh(state, now))
    return { tone: "bad", word: "Silent", text: `no reading for ${fixed((now - state.readingAt) / 1000, 0)} s` };
  return judged(state, now, words);
}

/**
 * The quality of a recent reading.
 * @param {State} state
 * @param {number} now
 * @param {Words} words
 * @returns {{tone: Tone, word: string, text: string}}
 */
function judged(state, now, words) {
  const reading = /** @type {NonNullable<State["reading"]>} */ (shownReading(state, now));
  const told = heading(state, now);
  if (told.shown === null) {
    const why = absence(state, words);
    // The banner has the sentence and what to do.
    if (why.name === "uncalibrated") return { tone: "bad", word: "Not calibrated", text: "" };
    return { tone: why.isWaiting ? "wait" : "bad", word: "No heading", text: why.sentence };
  }
  if (reading.disturbance === 2) return { tone: "bad", word: "Disturbed", text: "do not steer by this heading" };
  if (reading.disturbance === 1) return { tone: "warn", word: "Doubtful", text: "the field has just changed" };
  if (reading.disturbance === 3)
    return { tone: "warn", word: "Recovering", text: "the field is right again; wait two seconds" };
  const word = ["Very rough", "Rough", "Fair", "Good"][reading.grade];
  const tilt = reading.doubts.includes(1) ? "; hold it level" : "";
  return {
    tone: /** @type {const} */ (["warn", "warn", "fair", "good"])[reading.grade],
    word,
    text: `95 % of headings are within ${accuracyText(told.accuracy ?? 180)}${tilt}`,
  };
}

/**
 * Why a reading has no heading.
 * @param {State} state
 * @param {Words} words
 */
export function absence(state, words) {
  const reading = /** @type {NonNullable<State["reading"]>} */ (state.reading);
  if (reading.mode === 0) {
    const row = words.reason("unavailable", reading.reason);
    return { ...row, isWaiting: reading.reason === 7 };
  }
  // The doubts that make a heading invalid, the most informative one first: Protocols/link/spec.md.
  for (const bit of [12, 15, 14, 13, 18, 3, 7, 0])
    if (reading.doubts.includes(bit)) return { ...words.reason("doubts", bit), isWaiting: false };
  return { ...words.reason("unavailable", 0), isWaiting: false };
}

/** Seconds for which a location serves guidance: the device's own limit, which the page does not change. */
const fixSeconds = 30;

/**
 * Why guidance shows no arrow, in the words of `binnacle guide`.
 * @param {State} state
 * @param {NonNullable<State["guidance"]>} guidance
 * @param {Words} words
 */
export function arrowAbsence(state, guidance, words) {
  const own = (/** @type {number} */ code) => words.reason("guidance", code);
  if (guidance.state === 3) return own(guidance.fixAge === null || guidance.fixAge > fixSeconds ? 1 : 2);
  if (guidance.hidden === 2) return own(3);
  if (guidance.hidden === 3) return own(guidance.source === 0 ? 5 : guidance.disturbance === 0 ? 4 : 10);
  const { reading } = state;
  if (reading === null) return own(7);
  if (reading.magnetic === null) return absence(state, words);
  // Why there is no true north: place, date, model.
  const bit = [8, 9, 10].find((doubt) => reading.doubts.includes(doubt));
  return bit === undefined ? own(11) : words.reason("doubts", bit);
}

const sentence = (/** @type {string} */ text) =>
  text ? text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "";

/** @type {Banner} */
const unmeasured = {
  tone: "warn",
  title: "Nothing was measured here",
  cause: "In this recording no reading comes at this place.",
  remedy: "Let it go on, or move the slider.",
};

/** @type {Banner} */
const silent = {
  tone: "bad",
  title: "The board is silent",
  cause: "The link is open, and no reading comes.",
  remedy: "Check the cable, and whether another program uses the board; reset it.",
};

/**
 * @param {any} device
 * @param {Words} words
 * @returns {Banner}
 */
function otherVersion(device, words) {
  const [lowest, highest] = device.versions;
  const isOld = highest < version;
  return {
    tone: "bad",
    title: isOld ? "This firmware is too old" : "This page is too old",
    cause: `The firmware is ${device.firmware} and speaks protocol ${isOld ? highest : lowest}; this page speaks ${version}.`,
    remedy: isOld ? words.reason("refusals", 1).remedy : "Load the page that belongs to the firmware.",
  };
}

/**
 * The one banner, or null: the worst trouble only.
 * @param {State} state
 * @param {number} now
 * @param {Words} words
 * @returns {Banner | null}
 */
export function banner(state, now, words) {
  const { link, reading, device } = state;
  if (link.problem && (link.phase === "lost" || link.phase === "refused"))
    return { ...link.problem, tone: "bad", action: "reconnect" };
  if ((link.phase !== "live" && !isStill(state)) || !device) return null;
  const [lowest, highest] = device.versions;
  if (version < lowest || version > highest) return otherVersion(device, words);
  if (!reading) return null;
  if (!isFresh(state, now)) return link.isRecorded ? unmeasured : silent;
  if (heading(state, now).shown === null) {
    const why = absence(state, words);
    if (why.isWaiting) return null;
    const isUncalibrated = why.name === "uncalibrated";
    return {
      tone: "bad",
      title: isUncalibrated ? "Not calibrated" : "No heading",
      cause: sentence(why.sentence),
      remedy: why.remedy,
      ...(isUncalibrated ? { action: /** @type {const} */ ("calibrate") } : {}),
    };
  }
  if (reading.disturbance === 2) {
    const cause = words.cause(reading.cause);
    return {
      tone: "bad",
      title: "The field is disturbed",
      cause: sentence(cause.sentence),
      remedy: sentence(cause.remedy),
    };
  }
  // The missing heading already shows that it is not calibrated.
  if (state.prompt && state.prompt.reason !== 64) {
    const { reason, measured, limit } = state.prompt;
    return {
      tone: "warn",
      title: "Calibrate again?",
      cause: sentence(words.text({ code: reason, measured, limit })),
      remedy: words.reason("calibration", reason).remedy,
      action: "calibrate",
    };
  }
  return null;
}

/**
 * Why this page cannot send commands to the board; empty if it can.
 * @param {State} state
 */
export const noCommands = ({ link }) =>
  link.isRecorded ? "A recording takes no commands" : link.readOnly ? "This address only shows" : "";

/**
 * Further information about a link that a program serves; empty if there is none.
 * @param {State} state
 */
export function servedNote({ link, served }) {
  if (link.kind !== "serve") return "";
  const parts = [];
  if (link.readOnly)
    parts.push(
      `This address only shows: ${link.isRecorded ? "the slider is moved" : "commands are given"} on the computer that serves it.`,
    );
  if (served?.missed)
    parts.push(
      `${served.missed === 1 ? "One frame is" : `${served.missed} frames are`} missing: this page takes them too slowly.`,
    );
  // The banner says why the link was lost.
  if (served?.message && link.phase !== "lost") parts.push(sentence(served.message));
  return parts.join(" ");
}

/**
 * The present strength, the expected one and its tolerance, nT; null if unknown.
 * @param {State} state
 */
export function field(state) {
  const { record, place, reading } = state;
  const strength = reading?.strength ?? null;
  const isWhole = record !== null && record.model > 1 && record.strength > 0;
  const candidates = [
    ...(isWhole ? [{ expected: record.strength, limit: strengthLimit(record) }] : []),
    ...(place && place.state === 2 ? [{ expected: place.total, limit: 0.07 * place.total }] : []),
  ];
  // The device compares with the nearer one of the two: docs/heading.md, "Two expected strengths".
  const off = (/** @type {{expected: number}} */ row) => Math.abs((strength ?? 0) - row.expected);
  const band = candidates.sort((a, b) => off(a) - off(b))[0] ?? { expected: null, limit: null };
  return { strength, ...band };
}

/**
 * Age and prediction of the calibration in use.
 * @param {State} state
 * @param {number} today ms since 1970
 */
export function calibrationInUse(state, today) {
  const { record } = state;
  if (!record) return null;
  if (record.model === 0) return { isThere: false, grade: "none", title: "None in use", detail: "" };
  const days = record.date === null ? null : daysSince2000(today) - record.date;
  const errors =
    record.worst === null
      ? "error not predicted"
      : `predicted ${record.typical === null ? "" : `±${fixed(record.typical, 1)}° typical, `}±${fixed(record.worst, 1)}° at worst`;
  return {
    isThere: true,
    grade: grades[record.grade],
    isOld: days !== null && days > 365,
    title: `${grades[record.grade][0].toUpperCase()}${grades[record.grade].slice(1)}, ${days === null ? "age not known" : age(days)}`,
    detail: `${models[record.model] ?? "other"} model, ${errors}`,
  };
}

/**
 * What a calibration is doing, as one of the page's steps.
 * @param {State} state
 * @returns {"none" | "turning" | "computing" | "review" | "saving" | "done" | "refused"}
 */
export function step(state) {
  switch (calibrationStates[state.calibration?.state ?? 0]) {
    case "armed":
    case "seeking":
    case "collecting":
    case "refining":
      return "turning";
    case "fitting":
    case "verifying":
      return "computing";
    case "review":
      return state.report && !state.report.isAccepted ? "refused" : "review";
    case "committed":
      return "saving";
    case "failed":
      return "refused";
    case "monitor":
      return state.report?.isUsed ? "done" : "none";
    default:
      return "none";
  }
}

/**
 * A heading, spoken.
 * @param {ReturnType<typeof heading>} told
 */
export const spoken = (told) =>
  told.shown === null
    ? "No heading"
    : `${Number(headingText(told.shown, 0))} degrees ${told.reference === "true" ? "true" : "magnetic"}`;

export { microtesla };
