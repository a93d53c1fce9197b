// @ts-check
// The cards beside the rose.

import { drawAttitude } from "../drawing/attitude.js";
import { drawFieldStrip } from "../drawing/chart.js";
import { prepare } from "../drawing/pen.js";
import { can } from "../device.js";
import { arrowAbsence, calibrationInUse, current, declination, field, isFresh, moment } from "../show.js";
import { pastSeconds } from "../state.js";
import { accuracyText, decimalsFor, distance, fixed, headingText, microtesla } from "../units.js";
import { element, show, write } from "./dom.js";
import { colours } from "./theme.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../words.js").Words} Words */

const none = "–";
const degrees = (/** @type {number | null} */ value, decimals = 1) =>
  value === null ? none : `${headingText(value, decimals)}°`;

/** @param {ReturnType<typeof import("../show.js").heading>} told */
export function showValues(told) {
  const decimals = decimalsFor(told.accuracy);
  write(element("value-true"), degrees(told.true, decimals));
  write(element("value-magnetic"), degrees(told.magnetic, decimals));
  write(element("value-accuracy"), told.accuracy === null ? none : accuracyText(told.accuracy));
  const variation = declination(told);
  let note = "";
  if (variation !== null) {
    const whole = ((variation + 540) % 360) - 180;
    note = `Declination ${fixed(Math.abs(whole), 1)}° ${whole < 0 ? "west" : "east"}. Accuracy is of the ${told.reference} heading.`;
  } else if (told.magnetic !== null) note = "A true heading needs the place: see Guide.";
  write(element("value-note"), note.trim());
}

/**
 * @param {State} state
 * @param {number} now
 */
export function showField(state, now) {
  const told = field(state);
  const isNow = isFresh(state, now) && told.strength !== null;
  write(element("field-now"), isNow ? `${microtesla(/** @type {number} */ (told.strength))} µT` : none);
  const place = prepare(element("field-strip"));
  if (place) {
    drawFieldStrip(
      place.pen,
      place.width,
      place.height,
      { past: state.past, now: moment(state, now), seconds: pastSeconds, expected: told.expected, limit: told.limit },
      colours,
    );
  }
  write(
    element("field-note"),
    told.expected === null
      ? "What is normal here is not known: calibrate, or set the place."
      : `Expected ${microtesla(told.expected)} µT; the band is ±${fixed((told.limit / told.expected) * 100, 0)} %.`,
  );
}

/**
 * @param {State} state
 * @param {number} now
 */
export function showTilt(state, now) {
  const reading = isFresh(state, now) ? state.reading : null;
  const angle = (/** @type {number | null | undefined} */ value) =>
    value === null || value === undefined ? none : `${fixed(value, 1)}°`;
  write(element("value-roll"), angle(reading?.roll));
  write(element("value-pitch"), angle(reading?.pitch));
  write(element("value-dip"), angle(reading?.dip));
  write(element("tilt-note"), reading?.mode === 1 ? "No accelerometer: it is taken to be level." : "");
  const place = prepare(element("tilt-canvas"));
  if (place)
    drawAttitude(place.pen, place.width, { roll: reading?.roll ?? null, pitch: reading?.pitch ?? null }, colours);
}

/**
 * @param {State} state
 * @param {boolean} canSave
 */
export function showInUse(state, canSave) {
  const told = calibrationInUse(state, Date.now());
  write(element("inuse"), told?.title ?? "Not known");
  write(
    element("inuse-note"),
    !told
      ? ""
      : told.isThere
        ? `${told.detail[0].toUpperCase()}${told.detail.slice(1)}.${told.isOld ? " It is more than a year old: calibrate anew." : ""}`
        : "",
  );
  show(element("save-record"), canSave && told?.isThere === true);
}

/**
 * @param {State} state
 * @param {number} now
 * @param {Words} words
 */
export function showMeter(state, now, words) {
  const meter = current(state, state.meter, state.meterAt, now);
  show(element("meter"), meter !== null);
  if (!meter) return;
  const change = meter.difference;
  write(element("meter-now"), change === null ? `${microtesla(meter.magnitude)} µT` : `Δ ${microtesla(change)} µT`);
  element("meter-bar").value = Math.min(100, (change ?? 0) / 500);
  write(
    element("meter-note"),
    meter.isVain
      ? words.movement(6, 0)
      : meter.isSaturated
        ? "The field is beyond the sensor’s range."
        : meter.isTaking
          ? "The zero point is being taken: hold still."
          : meter.hasMoved
            ? words.movement(meter.loss, meter.moved)
            : change === null
              ? "No zero point."
              : "Change of the field since the zero point. Hold the instrument still, and move things near it.",
  );
}

/**
 * @param {State} state
 * @param {number} now
 * @param {boolean} canGuide
 * @param {boolean} canPlace
 * @param {Words} words
 */
export function showGuide(state, now, canGuide, canPlace, words) {
  const guidance = current(state, state.guidance, state.guidanceAt, now);
  const arrow = element("guide-arrow");
  const isPointing = guidance !== null && guidance.state === 1 && guidance.turn !== null && guidance.arrow !== 255;
  // An SVG element has no property `hidden`.
  arrow.toggleAttribute("hidden", !isPointing);
  if (isPointing) arrow.firstElementChild.setAttribute("transform", `rotate(${guidance.turn?.toFixed(1)})`);
  const [word, text] = guideText(state, guidance, canPlace, words);
  write(element("guide-word"), word);
  write(element("guide-text"), text);
  show(element("place-form"), canPlace);
  show(element("destination-label"), canGuide);
}

/**
 * @param {State} state
 * @param {State["guidance"]} guidance
 * @param {boolean} canPlace
 * @param {Words} words
 * @returns {[string, string]}
 */
function guideText(state, guidance, canPlace, words) {
  if (!guidance) {
    const isPlaced = state.settings && state.settings.locationFlags & 1;
    return isPlaced
      ? ["The place is known", "The true heading and the field to expect come from it."]
      : [
          "The place is not known",
          canPlace ? "Set it, and the compass knows true north." : "Without it there is no true north.",
        ];
  }
  const way = [
    guidance.distance === null ? "" : distance(guidance.distance),
    guidance.bearing === null ? "" : `bearing ${headingText(guidance.bearing, 0)}°`,
  ]
    .filter(Boolean)
    .join(", ");
  switch (guidance.state) {
    case 0:
      return ["Waiting", "for the first location"];
    case 2:
      return ["Arrived", way];
  }
  const isUnavailable = guidance.state === 3;
  if (isUnavailable || guidance.turn === null || guidance.arrow === 255) {
    const { sentence, remedy } = arrowAbsence(state, guidance, words);
    const text = remedy ? `${sentence}. ${remedy}` : sentence;
    return [isUnavailable ? "No guidance" : "No arrow", way && !isUnavailable ? `${text} · ${way}` : text];
  }
  const size = fixed(Math.abs(guidance.turn), 0);
  return [
    ["Straight ahead", `Left ${size}°`, `Right ${size}°`, "Left or right is not known"][guidance.arrow] ?? "",
    way,
  ];
}

/**
 * A small number without an exponent, rounded up to one digit.
 * @param {number} value
 */
function plain(value) {
  const size = Math.abs(value);
  if (size === 0) return "0";
  const decimals = Math.max(0, -Math.floor(Math.log10(size)));
  return (Math.ceil(size * 10 ** decimals) / 10 ** decimals).toFixed(decimals);
}

/**
 * @param {State} state
 * @param {boolean} canTest
 */
export function showCheck(state, canTest) {
  const { check } = state;
  const count = (/** @type {number} */ value) => value.toLocaleString("en").replaceAll(",", "\u202f");
  write(element("check-now"), check.compared ? `${count(check.equal)} of ${count(check.compared)} equal` : none);
  const last = check.last;
  write(
    element("check-text"),
    !check.compared
      ? `Each reading is computed again in this page.${check.why ? ` Not yet: ${check.why}.` : ""}`
      : `${check.equal === check.compared ? "This board’s bits equal the reference’s, reading by reading." : "Some readings differ from the reference: the firmware or the line is wrong."}` +
          `${last?.differenceDegrees === null || last === null ? "" : ` They differ from exact arithmetic by ${plain(check.worst)}° at most${check.limit ? `; ${check.limit}° is allowed` : ""}.`}`,
  );
  show(element("self-test"), canTest);
  const { tests } = state;
  const failed = tests.filter((test) => test.status === 0);
  write(
    element("self-test-text"),
    !tests.length
      ? ""
      : tests.length < tests[0].total
        ? `${tests.length} of ${tests[0].total} …`
        : failed.length
          ? `${failed.length} failed: ${failed.map((test) => test.name).join(", ")}`
          : `all ${tests.length} passed`,
  );
}

/**
 * @param {State} state
 * @param {{name: string, time: number, sequence: number, token: number, payload: Uint8Array}[]} frames
 */
export function showRaw(state, frames) {
  if (!element("raw").open) return;
  const { line, device, statistics } = state;
  write(
    element("raw-line"),
    `${line.frames} frames, ${line.lost} lost, ${line.corrupt} damaged, ${line.unknown} unknown` +
      (device
        ? `; firmware ${device.firmware}, boot ${device.boot}, image ${device.image.toString(16).padStart(16, "0")}`
        : "") +
      (statistics ? `; device dropped ${statistics.framesDropped}, stack ${statistics.stackHighWater} B` : ""),
  );
  const rows = frames.map(
    ({ name, time, sequence, token, payload }) =>
      `${(time / 1000).toFixed(3).padStart(9)}  ${String(sequence).padStart(5)}  ${String(token).padStart(3)}  ${name.padEnd(22)} ${hex(payload)}`,
  );
  write(element("raw-frames"), rows.join("\n"));
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");

export { can };
