// node main.js WHAT: runs one of these over the package in node_modules; input and answer are JSON.

import { readFileSync } from "node:fs";
import { BinnacleError, loadBinnacle, Pose } from "binnacle";
import { angles, answers } from "./runs.js";

const input = JSON.parse(readFileSync(0, "utf8") || "null");
const binnacle = await loadBinnacle();

/** The code with which a call is refused. */
function code(call) {
  try {
    return { value: call() };
  } catch (error) {
    return error instanceof BinnacleError ? error.code : error.name;
  }
}

const place = { latitude: 47.4, longitude: 8.5, year: 2026, month: 7, day: 1 };

/** What a compass and a calibration refuse, and the functions without an object. */
function refusals(compass, calibration) {
  const record = compass.record();
  const defect = Object.assign(record.slice(), { 20: record[20] ^ 1 });
  return {
    axes: code(() => compass.setAxes(0, 0, 1)),
    latitude: code(() => compass.setPlace({ ...place, latitude: 90.1 })),
    year: code(() => binnacle.declination({ ...place, year: 2031 })),
    record: code(() => compass.setRecord(new Uint8Array(216))),
    checksum: code(() => compass.setRecord(defect)),
    commit: code(() => calibration.commit(0)),
    place: code(() => calibration.saved(true, 0)),
    delay: code(() => binnacle.motion({ rate: -1 })),
    deviation: code(() => compass.setDeviation([0, 0, 0, 0, 1 << 30])),
    words: code(() => compass.addField([1, 2], 0)),
    notANumber: code(() => compass.addField([1, 2, NaN], 0)),
    time: code(() => compass.addField([1, 2, 3], -1)),
    none: code(() => compass.heading()),
    trueNone: code(() => compass.trueHeading()),
    angle: code(() => binnacle.angle(1, 0)),
    noAngle: code(() => binnacle.angle(0, 0)),
    counts: code(() => binnacle.headingFromCounts([40000, 0, 0], [0, 0, -1])),
    scale: code(() => binnacle.scale(32767, 100, 3)),
    tooLarge: code(() => binnacle.scale(21475, 100000, 3000)),
    words7: binnacle.strerror(-7),
  };
}

/** What a gyroscope says after three seconds beside a compass, and whether it is dead 0.1 s and 0.3 s later. */
function fused(motion, compass) {
  for (let now = 10_000; now <= 3_000_000; now += 10_000) {
    motion.addRate([now % 700, now % 900, now === 500_000 ? 2 ** 30 : now % 1100], now, {
      repeated: now === 700_000,
      saturated: now === 500_000,
    });
    compass.addForce([0, 0, -1_000_000], now);
    compass.addField([20_000, 0, 40_000], now);
    for (let i = 0; i < 8; i++) motion.step(compass);
  }
  const found = { dead: [motion.isDead(3_100_000), motion.isDead(3_300_000n)], estimate: motion.estimate() };
  found.trueBefore = motion.trueHeading(compass);
  compass.setPlace(place);
  found.trueAfter = motion.trueHeading(compass);
  found.declination = binnacle.declination(place);
  found.quality = motion.quality();
  found.tallies = motion.counts();
  return found;
}

/** The magnetometer has X and Y exchanged, which is a mirror; the accelerometer has X forward, Y left, Z up. */
const poses = [
  [Pose.level, [0, 20_000, 43_000], [0, 0, 1e6]],
  [Pose.noseDown, [0, 43_000, -20_000], [-1e6, 0, 0]],
  [Pose.rightSideDown, [43_000, 0, -20_000], [0, 1e6, 0]],
  [Pose.upsideDown, [0, 20_000, -43_000], [0, 0, -1e6]],
  [Pose.noseUp, [20_000, -43_000, 0], [1e6, 0, 0]],
  [Pose.leftSideDown, [-43_000, 20_000, 0], [0, -1e6, 0]],
];

/** What the axis check finds before and after its poses, and the code of a ninth. */
function axes() {
  const check = binnacle.axisCheck();
  const few = check.magnetometer().outcome;
  for (const [pose, nanotesla, microG] of poses) check.add(pose, nanotesla, microG);
  const [gravity, field] = [check.accelerometer(), check.magnetometer()];
  check.add(Pose.level, [0, 20_000, 43_000]);
  check.add(Pose.level, [0, 20_000, 43_000]);
  return { few, gravity, field, ninth: code(() => check.add(Pose.level, [0, 20_000, 43_000])) };
}

const runs = {
  /** Exports, imports, version. */
  module() {
    const module = new WebAssembly.Module(readFileSync(new URL(import.meta.resolve("binnacle/binnacle.wasm"))));
    const names = (rows) => rows.map(({ name }) => name);
    return {
      exports: names(WebAssembly.Module.exports(module)),
      imports: names(WebAssembly.Module.imports(module)),
      version: binnacle.version,
    };
  },

  /** Headings of the vectors; null: there is none. */
  vectors: () => input.map(({ field, force }) => binnacle.solve(field, force)?.headingQ32 ?? null),

  answers: () => answers(binnacle, input),

  angles: () => angles(binnacle, input),

  /** Calls functions with arguments as they are: numbers, or "odd", "zeros" for places in memory, or texts of 64 bits. */
  raw() {
    const zeros = binnacle.allocate(2048);
    const places = { zeros, odd: zeros + 1 };
    return input.map(({ name, words }) => {
      binnacle.bytes(zeros, 2048).fill(0);
      return binnacle.exports[name](
        ...words.map((word) => (typeof word === "number" ? word : (places[word] ?? BigInt(word)))),
      );
    });
  },

  /** What the objects refuse, and what they say. */
  objects() {
    const [compass, calibration, motion] = [binnacle.compass(), binnacle.calibration(), binnacle.motion()];
    const found = refusals(compass, calibration);
    compass.free();
    found.freed = code(() => compass.heading());
    found.again = code(() => compass.free());
    const other = binnacle.compass();
    found.reused = code(() => other.heading());
    Object.assign(found, fused(motion, other));
    motion.useField(false);
    Object.assign(found, axes());
    found.begun = motion.estimate().state;
    other.setSampleTimeout(5_000_000);
    found.late = other.read(7_500_000).reason;
    other.setSampleTimeout(10_000);
    found.tooLate = other.read(7_600_000).reason;
    return found;
  },

  /** What calibrate.c does: the record as text, "" for none. */
  calibration() {
    const [compass, calibration] = [binnacle.compass(), binnacle.calibration()];
    let record = "";
    const step = (now) => {
      if (calibration.step(compass, now)) record = Buffer.from(compass.record()).toString("hex");
      if (calibration.progress(now).state === 7) code(() => calibration.commit(now));
    };
    calibration.setStore(false);
    calibration.start(0);
    for (const [now, ...numbers] of input) {
      compass.addForce(numbers.slice(3), now);
      compass.addField(numbers.slice(0, 3), now);
      for (let turn = 0; turn < 12; turn++) step(now);
    }
    const [now] = input.at(-1);
    code(() => calibration.finish(now));
    for (let turn = 0; turn < 4000; turn++) step(now);
    return record;
  },
};

process.stdout.write(JSON.stringify(runs[process.argv[2]]()));
