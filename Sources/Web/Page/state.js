// @ts-check
// The shown state as a function of all events: a pure reducer over decoded frames and events of the link.

import { interpret, interpretGuidance, interpretMeter, interpretMotion } from "./reading.js";
import { decodeRecord } from "./record.js";
import { hundredths, signedDegrees } from "./units.js";

/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./record.js").CalibrationRecord} CalibrationRecord */
/** @typedef {{title: string, cause: string, remedy: string}} Problem */
/** @typedef {"none" | "opening" | "live" | "held" | "lost" | "ended" | "refused"} Phase held: a recording that is paused */
/** @typedef {{time: number, strength: number | null, accuracy: number | null, disturbance: number}} Past */
/** @typedef {{code: number, weight: number, measured: number, limit: number}} Told */

/**
 * @typedef {object} State
 * @property {{phase: Phase, kind: string, name: string, problem: Problem | null, readOnly: boolean, isRecorded: boolean}} link
 * @property {Served | null} served what the program says that serves the link
 * @property {Device | null} device
 * @property {number} mounting
 * @property {any} settings
 * @property {{state: number, total: number, declination: number, dip: number} | null} place
 * @property {CalibrationRecord | null} record the one in use
 * @property {Uint8Array | null} recordBytes
 * @property {Reading | null} reading
 * @property {number} readingAt ms, when it came
 * @property {number} interval ms between readings, smoothed
 * @property {ReturnType<typeof interpretMotion> | null} motion
 * @property {number} motionAt ms
 * @property {Past[]} past the last minute
 * @property {Progress | null} calibration
 * @property {Report | null} report of the calibration that ran last
 * @property {number} reports how many reports came
 * @property {number[][]} cloud fields of a calibration that runs, nT, sensor axes
 * @property {{reason: number, measured: number, limit: number} | null} prompt
 * @property {ReturnType<typeof interpretMeter> | null} meter
 * @property {number} meterAt ms
 * @property {ReturnType<typeof interpretGuidance> | null} guidance
 * @property {number} guidanceAt ms
 * @property {any} statistics
 * @property {{index: number, total: number, status: number, name: string, measured: number, limit: number}[]} tests
 * @property {{frames: number, lost: number, corrupt: number, unknown: number, sequence: number}} line
 * @property {Check} check
 */

/** @typedef {{board: string, firmware: string, versions: [number, number], capabilities: number, boot: number, identifier: bigint, image: bigint, chip: number, fault: number}} Device */
/** @typedef {{state: number, percent: number, reason: number, advice: number, samples: number, rejected: number, coverage: number[], tilt: number | null, secondsLeft: number, model: number, grade: number, predicted: number | null, measured: number, limit: number, isForce: boolean}} Progress */
/** @typedef {{isAccepted: boolean, isUsed: boolean, isStored: boolean, canStore: boolean, model: number, grade: number, confidence: number, typical: number | null, worst: number | null, residual: number | null, heldOut: number | null, dip: number | null, dipSpread: number | null, tilt: number | null, strength: number, samples: number, rejected: number, seconds: number, coverage: number[], hardIron: number[], softIron: number[][], reasons: Told[]}} Report */
/** @typedef {{state: string, message: string | null, missed: number, isCompassAlone: boolean, base: {dropped: number, lost: number}}} Served missed: frames that this page was too slow for */
/** @typedef {{compared: number, equal: number, worst: number, limit: number | null, last: any, why: string | null}} Check */

/** Seconds of the past that are kept. */
export const pastSeconds = 60;
const pastInterval = 100;
/** Fields of a calibration that are kept. */
const cloudLimit = 1200;

/** States of a calibration: Protocols/calibration/transitions.json. */
export const calibrationStates = [
  "idle",
  "armed",
  "seeking",
  "collecting",
  "refining",
  "fitting",
  "verifying",
  "review",
  "committed",
  "monitor",
  "failed",
];
const isRunning = (/** @type {number} */ state) => state >= 1 && state <= 6;

/** @returns {State} */
export function initial() {
  return {
    link: { phase: "none", kind: "", name: "", problem: null, readOnly: false, isRecorded: false },
    served: null,
    device: null,
    mounting: 0,
    settings: null,
    place: null,
    record: null,
    recordBytes: null,
    reading: null,
    readingAt: 0,
    interval: 100,
    motion: null,
    motionAt: 0,
    past: [],
    calibration: null,
    report: null,
    reports: 0,
    cloud: [],
    prompt: null,
    meter: null,
    meterAt: 0,
    guidance: null,
    guidanceAt: 0,
    statistics: null,
    tests: [],
    line: { frames: 0, lost: 0, corrupt: 0, unknown: 0, sequence: -1 },
    check: { compared: 0, equal: 0, worst: 0, limit: null, last: null, why: null },
  };
}

/**
 * @typedef {{type: "link", phase: Phase, kind?: string, name?: string, problem?: Problem | null, readOnly?: boolean, isRecorded?: boolean}} LinkEvent
 * @typedef {{type: "frame", name: string, fields: any, sequence: number | null, time: number}} FrameEvent sequence: null for a frame that was kept
 * @typedef {{type: "unknown", sequence: number | null} | {type: "corrupt", count: number}} LineEvent
 * @typedef {{type: "check", result: any}} CheckEvent
 * @typedef {{type: "restart"} | {type: "again"} | {type: "answered"} | {type: "forget"} | {type: "served", status: any}} OtherEvent
 */

/**
 * @param {State} state
 * @param {LinkEvent | FrameEvent | LineEvent | CheckEvent | OtherEvent} event
 * @returns {State}
 */
export function reduce(state, event) {
  switch (event.type) {
    case "link":
      return link(state, event);
    case "frame":
      return frame({ ...state, line: counted(state.line, event.sequence) }, event);
    case "unknown": {
      const line = counted(state.line, event.sequence);
      return { ...state, line: { ...line, unknown: line.unknown + 1 } };
    }
    case "corrupt":
      return { ...state, line: { ...state.line, corrupt: event.count } };
    case "check":
      return { ...state, check: checked(state.check, event.result) };
    case "answered":
      return { ...state, prompt: null };
    case "restart":
      return {
        ...initial(),
        link: state.link,
        served: state.served,
        line: { ...state.line, sequence: -1 },
        check: state.check,
      };
    // Another stream of the same device: it is unknown which frames came between them.
    case "again":
      return { ...state, line: { ...state.line, sequence: -1 } };
    case "served":
      return { ...state, served: served(state, event.status) };
    case "forget":
      return initial();
  }
}

/**
 * @param {State} state
 * @param {LinkEvent} event
 * @returns {State}
 */
function link(state, event) {
  const next = { ...state, link: { ...state.link, problem: null, ...event } };
  // The link is lost: earlier measurements are no longer valid. A recording keeps its position.
  return ["live", "held", "ended"].includes(event.phase)
    ? next
    : { ...next, reading: null, motion: null, meter: null, guidance: null };
}

/**
 * @param {State["line"]} line
 * @param {number | null} sequence
 */
function counted(line, sequence) {
  if (sequence === null) return { ...line, frames: line.frames + 1 };
  const gap = line.sequence < 0 ? 0 : (sequence - line.sequence - 1) & 0xffff;
  return { ...line, frames: line.frames + 1, sequence, lost: line.lost + (gap < 0x8000 ? gap : 0) };
}

/**
 * Frames that the program dropped are a loss of this page only if they are missing here: it may have dropped them for other pages.
 * @param {State} state
 * @param {any} status
 * @returns {Served}
 */
function served({ served: before, line }, status) {
  const base = before?.base ?? { dropped: status.dropped, lost: line.lost };
  const missed = Math.max(before?.missed ?? 0, Math.min(status.dropped - base.dropped, line.lost - base.lost));
  const isCompassAlone = status.compassAlone === true;
  return { state: status.state, message: status.message ?? null, missed, isCompassAlone, base };
}

/**
 * @param {State} state
 * @param {FrameEvent} event
 * @returns {State}
 */
function frame(state, { name, fields, time }) {
  switch (name) {
    case "reading":
    case "computed":
      return reading(state, interpret(fields), time);
    case "hello":
      return hello(state, fields);
    case "motion":
    case "periodicMotion":
      return { ...state, motion: interpretMotion(fields), motionAt: time };
    case "calibration":
      return { ...state, record: decodeRecord(fields.record), recordBytes: fields.record, prompt: null };
    case "calibrationProgress":
    case "periodicCalibration":
      return progress(state, fields);
    case "calibrationReport":
      return { ...state, report: report(fields), reports: state.reports + 1 };
    case "calibrationPrompt":
      return { ...state, prompt: { reason: fields.reason, measured: fields.measured, limit: fields.limit } };
    case "mounting":
      return { ...state, mounting: fields.mounting };
    case "headingSettings":
      return { ...state, settings: fields };
    case "localField":
      return { ...state, place: place(fields) };
    case "meterReading":
      return { ...state, meter: interpretMeter(fields, state.meter, time), meterAt: time };
    case "guidance":
    case "periodicGuidance":
      return { ...state, guidance: fields.state === 255 ? null : interpretGuidance(fields), guidanceAt: time };
    case "statistics":
    case "periodicStatistics":
      return { ...state, statistics: fields };
    case "selfTestResult":
      return { ...state, tests: [...(fields.index === 0 ? [] : state.tests), fields] };
    default:
      return state;
  }
}

/**
 * @param {State} state
 * @param {any} f
 * @returns {State}
 */
function hello(state, f) {
  /** @type {Device} */
  const device = {
    board: f.board,
    firmware: `${f.firmwareMajor}.${f.firmwareMinor}.${f.firmwarePatch}`,
    versions: [f.protocolMinimum, f.protocolMaximum],
    capabilities: f.capabilities,
    boot: f.bootCounter,
    identifier: f.boardIdentifier,
    image: f.imageHash,
    chip: f.sensorChip,
    fault: f.faultCause,
  };
  const isAnother =
    state.device && (state.device.boot !== device.boot || state.device.identifier !== device.identifier);
  // The board restarted, or it is another board: discard everything about the old one.
  const base = isAnother ? { ...initial(), link: state.link, served: state.served, line: state.line } : state;
  return { ...base, device };
}

/**
 * @param {State} state
 * @param {Reading} now
 * @param {number} time
 * @returns {State}
 */
function reading(state, now, time) {
  const between =
    state.readingAt && state.reading ? Math.min(5000, Math.max(1, time - state.readingAt)) : state.interval;
  let { past, cloud } = state;
  const last = past[past.length - 1];
  if (!last || time - last.time >= pastInterval || time < last.time) {
    const first = past.findIndex((row) => row.time > time - 1000 * pastSeconds && row.time <= time);
    past = first < 0 ? [] : past.slice(first);
    past.push({ time, strength: now.strength, accuracy: now.accuracy, disturbance: now.disturbance });
  }
  const run = state.calibration?.state ?? 0;
  if ((run === 3 || run === 4) && !now.stale && !now.overflow && cloud.length < cloudLimit) {
    const latest = cloud[cloud.length - 1];
    // One point each 1,500 nT: the picture needs no more.
    if (!latest || Math.hypot(...now.field.map((v, i) => v - latest[i])) > 1500) cloud = [...cloud, now.field];
  }
  return {
    ...state,
    reading: now,
    readingAt: time,
    past,
    cloud,
    interval: state.interval + (between - state.interval) / 8,
  };
}

/**
 * @param {State} state
 * @param {any} f
 * @returns {State}
 */
function progress(state, f) {
  const isNew = isRunning(f.state) && !isRunning(state.calibration?.state ?? 0);
  const calibration = {
    state: f.state,
    percent: f.percent,
    reason: f.reason,
    advice: f.advice,
    samples: f.samples,
    rejected: f.rejected,
    coverage: f.coverage,
    tilt: hundredths(f.tilt),
    secondsLeft: f.secondsLeft,
    model: f.modelOrder,
    grade: f.grade,
    predicted: hundredths(f.predictedError),
    measured: f.measured,
    limit: f.limit,
    isForce: (f.subject & 1) === 1,
  };
  return {
    ...state,
    calibration,
    cloud: isNew ? [] : state.cloud,
    report: isNew ? null : state.report,
    prompt: isNew ? null : state.prompt,
  };
}

/**
 * @param {any} f
 * @returns {Report | null}
 */
function report(f) {
  const has = (/** @type {number} */ bit) => ((f.flags >> bit) & 1) === 1;
  if (!has(4) || has(5)) return null;
  const q24 = (/** @type {number[]} */ row) => row.map((value) => value / 2 ** 24);
  return {
    isAccepted: has(0),
    isUsed: has(1),
    isStored: has(2),
    canStore: has(3),
    model: f.modelOrder,
    grade: f.grade,
    confidence: f.confidence,
    typical: hundredths(f.predictedTypical),
    worst: hundredths(f.predictedWorst),
    residual: hundredths(f.residual),
    heldOut: hundredths(f.heldOutResidual),
    dip: f.dip === 0x7fff ? null : f.dip / 100,
    dipSpread: hundredths(f.dipSpread),
    tilt: hundredths(f.tilt),
    strength: f.fieldStrength,
    samples: f.samples,
    rejected: f.rejected,
    seconds: f.milliseconds / 1000,
    coverage: f.coverage,
    hardIron: f.hardIron.map((/** @type {number} */ v) => v / 256),
    softIron: [q24(f.softIron0), q24(f.softIron1), q24(f.softIron2)],
    reasons: f.reasons ?? [],
  };
}

/** @param {any} f */
const place = (f) => ({
  state: f.state,
  total: f.total / 256,
  declination: signedDegrees(f.declination),
  dip: signedDegrees(f.dip),
});

/**
 * @param {Check} check
 * @param {any} result
 * @returns {Check}
 */
function checked(check, result) {
  if (!result.comparable) return { ...check, why: result.why ?? "not comparable" };
  return {
    compared: check.compared + 1,
    equal: check.equal + (result.sameBits ? 1 : 0),
    why: null,
    last: result,
    worst: Math.max(check.worst, Math.abs(result.differenceDegrees ?? 0)),
    limit: result.limitDegrees ?? check.limit,
  };
}

/**
 * How many of the 96 direction cells are seen.
 * @param {number[]} coverage
 */
export const cellsSeen = (coverage) =>
  coverage.reduce((sum, word) => sum + word.toString(2).replaceAll("0", "").length, 0);
