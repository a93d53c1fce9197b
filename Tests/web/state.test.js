// What the page shows, from decoded messages: the reducer, and the sentences made of it.
import assert from "node:assert/strict";
import test from "node:test";
import {
  banner,
  calibrationInUse,
  field,
  heading,
  noCommands,
  patience,
  servedNote,
  status,
  step,
} from "../../Sources/Web/Page/show.js";
import { decodeRecord, encodeRecord } from "../../Sources/Web/Page/record.js";
import { cellsSeen, initial, reduce } from "../../Sources/Web/Page/state.js";
import { daysSince2000 } from "../../Sources/Web/Page/units.js";
import { endOfBeginning, ServeTransport } from "../../Sources/Web/Page/transport/serve.js";
import { frame, reading, words } from "./support.js";

const hello = {
  board: "pico",
  firmwareMajor: 0,
  firmwareMinor: 1,
  firmwarePatch: 0,
  protocolMinimum: 1,
  protocolMaximum: 1,
  capabilities: 99,
  bootCounter: 1,
  boardIdentifier: 5n,
  imageHash: 6n,
  sensorChip: 8,
  faultCause: 0,
};
const live = (...events) =>
  [{ type: "link", phase: "live", name: "test" }, frame("hello", hello), ...events].reduce(reduce, initial());
const progress = (changes) => ({
  state: 3,
  percent: 20,
  reason: 0,
  advice: 2,
  samples: 40,
  rejected: 0,
  coverage: [1, 0, 0],
  tilt: 4500,
  secondsLeft: 170,
  modelOrder: 0,
  grade: 0,
  predictedError: 65535,
  subject: 0,
  measured: 0,
  limit: 0,
  ...changes,
});
const report = (changes) => ({
  flags: 0b11011,
  modelOrder: 4,
  grade: 3,
  confidence: 90,
  predictedTypical: 90,
  predictedWorst: 200,
  residual: 30,
  heldOutResidual: 40,
  dip: 6300,
  dipSpread: 20,
  tilt: 9000,
  fieldStrength: 48_000,
  samples: 700,
  rejected: 3,
  milliseconds: 30_000,
  coverage: [1, 1, 1],
  hardIron: [256, 0, 0],
  softIron0: [2 ** 24, 0, 0],
  softIron1: [0, 2 ** 24, 0],
  softIron2: [0, 0, 2 ** 24],
  reasons: [],
  ...changes,
});

test("heading_ofAValidReading_isTheDevicesOwn", () => {
  const state = live(frame("reading", reading(), 1, 1000));
  const told = heading(state, 1000);
  assert.deepEqual([told.shown, told.reference, told.accuracy], [95.625, "true", 2.3]);
  assert.equal(told.magnetic, 90);
  assert.equal(status(state, 1000, words).word, "Good");
  assert.equal(banner(state, 1000, words), null);
});

test("heading_thatIsNotValid_isNothingWhateverItsNumber", () => {
  for (const changes of [
    { state: 0, accuracy: 0xffff, doubts: 1 },
    { mode: 0, reason: 1, state: 0, accuracy: 0xffff },
  ]) {
    const told = heading(live(frame("reading", reading(changes), 1, 1000)), 1000);
    assert.deepEqual([told.shown, told.magnetic, told.true, told.accuracy], [null, null, null, null]);
  }
});

test("heading_blanks_whenReadingsStop", () => {
  const state = live(frame("reading", reading(), 1, 1000));
  assert.notEqual(heading(state, 1000 + patience(state) - 1).shown, null);
  assert.equal(heading(state, 1000 + patience(state)).shown, null);
  assert.equal(status(state, 4000, words).word, "Silent");
  assert.match(banner(state, 4000, words).remedy, /cable/);
});

test("heading_blanks_whenTheLinkIsLost", () => {
  const problem = { title: "The link was lost", cause: "c", remedy: "r" };
  const state = reduce(live(frame("reading", reading(), 1, 1000)), { type: "link", phase: "lost", problem });
  assert.equal(heading(state, 1001).shown, null);
  assert.equal(state.reading, null);
  assert.equal(banner(state, 1001, words).title, "The link was lost");
});

test("heading_withAGyroscope_isTheReadings_andTheCompasssOnlyIfAsked", () => {
  const motion = {
    flags: 0b11,
    reason: 0,
    magneticHeading: 0x10000000,
    trueHeading: 0x20000000,
    accuracy: 100,
    rateOfTurn: 0,
    compassHeading: 0x40000000,
    compassAccuracy: 7000,
    compassState: 0b1000,
    source: 1,
  };
  const frames = [frame("periodicMotion", motion, 1, 1000), frame("reading", reading({ flags: 1 << 11 }), 2, 1000)];
  const judged = live(...frames);
  const plain = live(frame("reading", reading({ flags: 1 << 11 }), 1, 1000));
  assert.deepEqual(heading(judged, 1000), heading(plain, 1000));
  assert.equal(judged.reading.source, "gyroscope");
  const dropped = { state: "live", dropped: 0 };
  const alone = reduce(judged, { type: "served", status: { ...dropped, compassAlone: true } });
  assert.deepEqual([heading(alone, 1000).magnetic, heading(alone, 1000).accuracy], [90, 70]);
  assert.equal(status(alone, 1000, words).word, "Disturbed");
  // Without the parts nobody knows what the compass alone would say.
  const unknown = reduce(plain, { type: "served", status: { ...dropped, compassAlone: true } });
  assert.equal(heading(unknown, 1000).shown, null);
});

test("status_ofAFairHeading_differsFromAGoodOne", () => {
  const tone = (/** @type {number} */ grade) =>
    status(live(frame("reading", reading({ view: grade << 6 }), 1, 1000)), 1000, words).tone;
  assert.deepEqual([3, 2, 1, 0].map(tone), ["good", "fair", "warn", "warn"]);
});

test("uncalibrated_saysSo_andOffersToCalibrate", () => {
  const state = live(frame("reading", reading({ state: 0, doubts: 1, accuracy: 0xffff }), 1, 1000));
  const told = banner(state, 1000, words);
  assert.deepEqual([told.title, told.action], ["Not calibrated", "calibrate"]);
});

test("disturbance_hasCauseAndRemedy", () => {
  const state = live(frame("reading", reading({ state: 0b10100011, view: 0b01010000 }), 1, 1000));
  const told = banner(state, 1000, words);
  assert.equal(told.title, "The field is disturbed");
  assert.match(told.cause, /motor/);
  assert.match(told.remedy, /[Mm]ove away/);
  assert.equal(status(state, 1000, words).word, "Disturbed");
});

test("everyUnavailableReason_hasWords", () => {
  for (let reason = 1; reason <= 9; reason++) {
    const state = live(frame("reading", reading({ mode: 0, reason, state: 0, accuracy: 0xffff }), 1, 1000));
    assert.equal(heading(state, 1000).shown, null);
    assert.ok(status(state, 1000, words).text.length > 8);
  }
});

test("boot_thatChanged_forgetsTheBoard", () => {
  const state = live(frame("reading", reading(), 1, 1000), frame("hello", { ...hello, bootCounter: 2 }, 2, 1100));
  assert.equal(state.reading, null);
  assert.equal(state.device.boot, 2);
});

test("lostFrames_areCountedBySequence", () => {
  const state = live(frame("reading", reading(), 10, 1000), frame("reading", reading(), 13, 1050));
  assert.equal(state.line.lost, 9 + 2);
});

test("past_keepsAMinute", () => {
  let state = live();
  for (let time = 0; time < 90_000; time += 50) state = reduce(state, frame("reading", reading(), 1, time));
  assert.ok(state.past[0].time > 29_000 && state.past[0].time < 31_000);
  assert.ok(state.past.length <= 601);
});

test("band_isTheMonitors", () => {
  const record = encodeRecord({
    hardIron: [0, 0, 0],
    softIron: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    strength: 48_000,
    dip: 63,
    worst: 2,
    typical: 1,
    residual: 100,
    samples: 500,
    date: 9000,
    grade: 3,
  });
  const state = live(frame("calibration", { record }), frame("reading", reading(), 2, 1000));
  assert.deepEqual([field(state).expected, Math.round(field(state).limit)], [48_000, 3360]);
  const rough = { ...state, record: { ...state.record, residual: 1600 } };
  assert.equal(Math.round(field(rough).limit), 4800);
});

test("record_roundTrips_andAgesInWords", () => {
  const today = Date.UTC(2026, 10, 24);
  const bytes = encodeRecord({
    hardIron: [100, -200, 300.5],
    softIron: [
      [1, 0.1, 0],
      [0.1, 0.9, 0],
      [0, 0, 1],
    ],
    strength: 48_000,
    dip: 63.5,
    worst: 2.4,
    typical: 1.1,
    residual: 100,
    samples: 500,
    date: daysSince2000(today) - 18,
    grade: 3,
  });
  const record = decodeRecord(bytes);
  assert.deepEqual([record.hardIron, record.worst, record.typical], [[100, -200, 300.5], 2.4, 1.1]);
  const told = calibrationInUse({ ...initial(), record }, today);
  assert.equal(told.title, "Good, 18 days old");
  assert.match(told.detail, /±2.4° at worst/);
  bytes[30] ^= 1;
  assert.equal(decodeRecord(bytes), null);
});

test("calibration_goesThroughItsSteps", () => {
  let state = live(frame("periodicCalibration", progress({})));
  assert.equal(step(state), "turning");
  state = reduce(state, frame("reading", reading(), 2, 1000));
  assert.equal(state.cloud.length, 1);
  assert.equal(step(reduce(state, frame("periodicCalibration", progress({ state: 5 })))), "computing");
  const good = [frame("periodicCalibration", progress({ state: 7 })), frame("calibrationReport", report({}))].reduce(
    reduce,
    state,
  );
  assert.equal(step(good), "review");
  const bad = [
    frame("periodicCalibration", progress({ state: 10, reason: 7 })),
    frame("calibrationReport", report({ flags: 0b11000 })),
  ].reduce(reduce, state);
  assert.equal(step(bad), "refused");
  assert.equal(step(reduce(good, frame("periodicCalibration", progress({ state: 9 })))), "done");
});

test("zeroPoint_besideASaturatingMagnet_isWaitedForInVain", () => {
  const taking = (time, flags) =>
    frame(
      "meterReading",
      { flags, magnitude: 1, field: [1, 0, 0], range: 1, loss: 0, differenceMagnitude: 0 },
      0,
      time,
    );
  const vain = (...events) => live(...events.map(([time, flags]) => taking(time, flags))).meter.isVain;
  assert.equal(vain([1000, 5], [2500, 5], [3999, 5]), false);
  assert.equal(vain([1000, 5], [2500, 5], [4000, 5]), true);
  // A magnet that was only moved past, and a field beyond the range without a zero point.
  assert.equal(vain([1000, 5], [2500, 4], [4000, 5]), false);
  assert.equal(vain([1000, 1], [2500, 1], [9000, 1]), false);
});

test("report_ofTheAccelerometer_isNotTheCompasss", () => {
  assert.equal(live(frame("calibrationReport", report({ flags: 0b111011 }))).report, null);
});

test("cells_areCounted", () => assert.equal(cellsSeen([0xffffffff, 1, 0x80000001]), 35));

test("check_thatDiffers_isNotEqual", () => {
  const good = { comparable: true, sameBits: true, differenceDegrees: 1e-7, limitDegrees: 1e-4 };
  const state = [good, { ...good, sameBits: false, differenceDegrees: -0.5 }, { comparable: false, why: "x" }].reduce(
    (now, result) => reduce(now, { type: "check", result }),
    initial(),
  );
  assert.deepEqual([state.check.compared, state.check.equal, state.check.worst, state.check.why], [2, 1, 0.5, "x"]);
});

test("otherProtocol_isNamedWithTheSideToUpdate", () => {
  const shown = (/** @type {number} */ protocolMinimum, /** @type {number} */ protocolMaximum) => {
    const hi = frame("hello", { ...hello, protocolMinimum, protocolMaximum });
    return banner([{ type: "link", phase: "live" }, hi].reduce(reduce, initial()), 0, words)?.title ?? "";
  };
  assert.match(shown(0, 0), /firmware is too old/);
  assert.match(shown(2, 3), /page is too old/);
  assert.doesNotMatch(shown(1, 3), /too old/);
});

// MARK: - A link that a program serves

const served = (changes = {}) => ({
  link: "capture:run",
  state: "connected",
  message: null,
  readOnly: false,
  dropped: 0,
  version: "0",
  ...changes,
});
const capture = (changes = {}) => ({ position: 10, duration: 60, paused: false, speed: 1, atEnd: false, ...changes });
const recorded = (phase, ...events) =>
  [
    { type: "link", phase: "live", kind: "serve", isRecorded: true },
    frame("hello", hello),
    frame("reading", reading(), 1, 1000),
    { type: "link", phase },
    ...events,
  ].reduce(reduce, initial());

test("capture_thatIsPaused_showsItsPlace_andBlamesNoBoard", () => {
  const state = recorded("held");
  assert.equal(heading(state, 99_000).shown, 95.625);
  assert.deepEqual([status(state, 99_000, words).word, banner(state, 99_000, words)], ["Paused", null]);
  assert.match(status(state, 99_000, words).text, /Good: 95 %/);
  assert.equal(status(recorded("ended"), 99_000, words).word, "At the end");
  // It plays, and nothing comes: that is the recording's.
  assert.equal(banner(recorded("live"), 99_000, words).title, "Nothing was measured here");
  // A device that is silent is another matter, whatever it was before.
  assert.equal(heading(reduce(state, { type: "link", phase: "held", isRecorded: false }), 99_000).shown, null);
});

test("positionOfAServedCapture_goesOn_betweenTwoQuestions", () => {
  let now = 5000;
  const at = (changes) => {
    const one = new ServeTransport(served({ capture: capture(changes) }), "00", () => now);
    now += 2000;
    return [one.position, one.isPaused];
  };
  assert.deepEqual(at({}), [12, false]);
  assert.deepEqual(at({ speed: 10 }), [30, false]);
  assert.deepEqual(at({ paused: true }), [10, true]);
  assert.deepEqual(at({ position: 59.5 }), [60, false]);
  assert.deepEqual(at({ position: 60, atEnd: true }), [60, true]);
  const device = new ServeTransport(served(), "00", () => now);
  assert.deepEqual([device.isRecorded, device.isPaused, device.position], [false, false, 0]);
});

test("wishesForAServedCapture_areShownAtOnce_andPutTogether", async () => {
  const one = new ServeTransport(served({ capture: capture({ atEnd: true, position: 60 }) }), "00", () => 0);
  const sent = [];
  one.command = async (name, body) => {
    sent.push([name, body]);
    await Promise.resolve();
  };
  one.look = async () => {
    sent.push("look");
  };
  const wishes = [one.seek(20), one.seek(30), one.seek(40), one.pause()];
  assert.deepEqual([one.position, one.isPaused], [40, true]);
  await Promise.all(wishes);
  assert.deepEqual(sent, [["seek", { position: 20 }], ["seek", { position: 40, paused: true }], "look"]);
  // At the end, playing begins anew.
  const ended = new ServeTransport(served({ capture: capture({ atEnd: true, position: 60 }) }), "00", () => 0);
  ended.command = async (_, body) => {
    assert.deepEqual(body, { position: 0, paused: false });
  };
  ended.look = async () => undefined;
  await ended.play();
  const locked = new ServeTransport(served({ capture: capture() }), null, () => 0);
  await assert.rejects(locked.seek(1), /only shows/);
});

test("framesThatWereKept_areToldApart_andTheirNumbersAreNoLoss", () => {
  assert.deepEqual(
    [[], [0], [0, 0], [0, 5, 1, 0], [0, 5, 1, 0, 0, 7]].map((bytes) => endOfBeginning(Uint8Array.from(bytes))),
    [-1, -1, 2, -1, 5],
  );
  assert.equal(endOfBeginning(new Uint8Array(9000).fill(1)), 0);
  const state = [
    frame("hello", hello, null),
    frame("mounting", { mounting: 3 }, null),
    frame("reading", reading(), 900),
    frame("reading", reading(), 902),
  ].reduce(reduce, initial());
  assert.deepEqual([state.line.frames, state.line.lost, state.mounting], [4, 1, 3]);
  const again = [{ type: "again" }, frame("reading", reading(), 5000)].reduce(reduce, state);
  assert.equal(again.line.lost, 1);
});

test("addressThatOnlyShows_saysSo_andARecordingTakesNoCommands", () => {
  const state = [
    { type: "link", phase: "live", kind: "serve", readOnly: true },
    { type: "served", status: served({ message: "pico is back" }) },
  ].reduce(reduce, initial());
  assert.equal(noCommands(state), "This address only shows");
  assert.match(servedNote(state), /^This address only shows: .* Pico is back\.$/);
  assert.match(noCommands(recorded("live")), /recording/);
  assert.equal(noCommands(live()), "");
  assert.equal(servedNote(live()), "");
});

test("framesThatTheProgramLeftOut_areTold_whereTheyAreMissing", () => {
  const begun = [
    { type: "link", phase: "live", kind: "serve" },
    frame("reading", reading(), 1),
    { type: "served", status: served({ dropped: 40 }) },
  ].reduce(reduce, initial());
  assert.equal(servedNote(begun), "");
  // Another page was slow.
  const other = [frame("reading", reading(), 2), { type: "served", status: served({ dropped: 90 }) }].reduce(
    reduce,
    begun,
  );
  assert.equal(servedNote(other), "");
  const slow = [frame("reading", reading(), 33), { type: "served", status: served({ dropped: 120 }) }].reduce(
    reduce,
    other,
  );
  assert.match(servedNote(slow), /^30 frames are missing: this page/);
});

test("programThatSetsTheBoardUp_isWaitedFor", () => {
  const state = [
    { type: "link", phase: "live", kind: "serve" },
    { type: "served", status: served({ state: "waiting" }) },
  ].reduce(reduce, initial());
  assert.match(status(state, 0, words).text, /program/);
});
