// The readings of samples by the JavaScript package: lines of samples.py on standard input, numbers of test_one_compass.py on standard
// output.

import { readFileSync } from "node:fs";
import { loadBinnacle, Sensor } from "binnacle";

const binnacle = await loadBinnacle();
const [compass, motion] = [binnacle.compass(), binnacle.motion()];
const flag = (value) => (value ? 1 : 0);
let hasGyroscope = false;

function reading(now) {
  const r = hasGyroscope ? motion.read(compass, now) : compass.read(now);
  return [
    r.timeMicroseconds,
    flag(r.magneticQ32 !== null),
    r.magneticQ32 ?? 0,
    flag(r.trueQ32 !== null),
    r.trueQ32 ?? 0,
    r.reference,
    r.accuracyDegrees === null ? 65535 : Math.round(r.accuracyDegrees * 100),
    r.doubts,
    r.mode,
    r.reason,
    r.grade,
    r.disturbance,
    r.cause,
    flag(r.dipQ32 !== null),
    r.dipQ32 ?? 0,
    r.rollQ32 ?? 0,
    r.pitchQ32 ?? 0,
    r.horizontalNanotesla ?? 0,
    ...r.fieldQ8Nanotesla,
    r.zone,
    r.orientation,
    flag(r.isDisplayFlat),
    r.event,
    flag(r.forceMicroG),
    ...(r.forceMicroG ?? [0, 0, 0]),
  ];
}

function gyroscope(now) {
  const [e, q, c, f] = [motion.estimate(), motion.quality(), motion.counts(), motion.fused(compass, now)];
  return [
    e.timeMicroseconds,
    ...e.attitudeQ30,
    e.turnQ20,
    ...e.biasQ20,
    q.biasDeviationQ20,
    q.scaleQ24,
    q.scaleDeviationQ24,
    q.fieldDelayMicroseconds,
    q.fieldDelayDeviationMicroseconds,
    ...q.hardIronNanotesla,
    e.state,
    flag(e.isAtRest),
    c.missing,
    c.repeated,
    c.outOfOrder,
    c.late,
    c.saturated,
    c.restarts,
    flag(f.magneticQ32 !== null),
    f.magneticQ32 ?? 0,
    flag(f.trueQ32 !== null),
    f.trueQ32 ?? 0,
    f.accuracyDegrees === null ? 65535 : Math.round(f.accuracyDegrees * 100),
    f.reason,
    flag(f.isFieldTurned),
  ];
}

// All work that is due.
function work() {
  while (motion.step(compass));
}

/** What each line does; numbers where a reading is due. */
const actions = {
  p([latitude, longitude, height, year, month, day]) {
    compass.setPlace({ latitude: latitude / 1e7, longitude: longitude / 1e7, height: height / 1000, year, month, day });
  },
  x([forward, right]) {
    compass.setAxes(Sensor.magnetometer, forward, right);
    motion.setAxes(forward, right);
  },
  r: (_, hex) => compass.setRecord(Buffer.from(hex, "hex")),
  n: ([reference]) => compass.setReference(reference),
  o: ([axis]) => compass.setPointing(axis),
  s: ([microseconds]) => compass.setSmoothing(microseconds),
  l: ([tenths]) => compass.setLevelTolerance(tenths),
  d: (coefficients) => compass.setDeviation(coefficients),
  g() {
    hasGyroscope = true;
  },
  w([now, x, y, z, flags]) {
    motion.addRate([x, y, z], now, { saturated: flags === 1 });
    work();
  },
  m([now, x, y, z, isThere, ...force]) {
    if (isThere) compass.addForce(force, now);
    compass.addField([x, y, z], now);
    if (hasGyroscope) work();
    return hasGyroscope ? [...reading(now), ...gyroscope(now)] : reading(now);
  },
};

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const [what, ...words] = line.split(" ");
  const row = actions[what](words.map(Number), words[0]);
  if (Array.isArray(row)) console.log(row.join(" "));
}
