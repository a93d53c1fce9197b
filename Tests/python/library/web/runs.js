// What answers.c and angles.c do, over the exports of binnacle.wasm: the same numbers as on every core.

/** The objects of a run, what it draws, and the hash of what they answer. */
class Run {
  constructor(binnacle) {
    const allocate = (...sizes) => sizes.map((size) => binnacle.allocate(size));
    [this.binnacle, this.c] = [binnacle, binnacle.exports];
    [this.compass, this.calibration, this.motion] = allocate(688, 1592, 1256);
    [this.place, this.field, this.force, this.rate, this.heading] = allocate(32, 16, 16, 16, 16);
    [this.quality, this.counts] = allocate(32, 16);
    [this.check, this.gravity, this.north] = allocate(240, 16, 16);
    [this.reading, this.progress, this.estimate, this.outcome, this.record] = allocate(80, 36, 56, 32, 216);
    [this.hash, this.state, this.now, this.records, this.result] = [2166136261, 1, 0n, 0, 0];
  }

  mixByte(byte) {
    this.hash = Math.imul(this.hash ^ byte, 16777619);
  }

  mix(at, length) {
    for (const byte of this.binnacle.bytes(at, length)) this.mixByte(byte);
  }

  mixResult() {
    for (const shift of [0, 8, 16, 24]) this.mixByte((this.result >> shift) & 255);
  }

  draw(range) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor(((this.state >>> 8) * 2 * range) / 16777216) - range;
  }

  drawVector(range) {
    return [this.draw(range), this.draw(range), this.draw(range)];
  }

  put(at, words) {
    const view = new DataView(this.binnacle.memory.buffer);
    words.forEach((word, i) => view.setInt32(at + 4 * i, word, true));
  }

  begin() {
    const { c, compass, calibration, motion, place, now } = this;
    this.put(place, [474000000, 85000000, 408000, 2026, 7, 1, 0]);
    const made = [
      c.binnacle_compass_init(compass, 688),
      c.binnacle_calibration_init(calibration, 1592),
      c.binnacle_motion_init(motion, 1256, 0),
      c.binnacle_compass_set_place(compass, place),
      c.binnacle_calibration_start(calibration, 0, 0, 0, now),
    ];
    if (made.some((code) => code !== 0)) throw new Error(`codes ${made}`);
  }

  addSamples() {
    const { c, compass, motion, field, force, rate } = this;
    const tilt = this.drawVector(30000);
    this.put(force, [tilt[0], tilt[1], tilt[2] - 1000000]);
    this.put(rate, this.drawVector(3000));
    this.now += 20000n;
    let [x, y, z, square] = [0, 0, 0, 0];
    do {
      [x, y, z] = this.drawVector(48000);
      square = x * x + y * y + z * z;
    } while (square < 46000 * 46000 || square > 50000 * 50000);
    this.put(field, [x + 12000, y - 7000, z + 30000]);
    c.binnacle_compass_add_force(compass, force, this.now, 0);
    c.binnacle_compass_add_field(compass, field, this.now, 0);
    c.binnacle_motion_add_rate(motion, rate, this.now, 0);
  }

  mixReading() {
    const { c, compass, reading, heading } = this;
    this.put(heading, [0]);
    c.binnacle_compass_read(compass, this.now, reading);
    this.result = c.binnacle_compass_true_heading(compass, heading);
    this.mix(reading, 80);
    this.mixResult();
    this.mix(heading, 4);
  }

  work() {
    const { c, compass, calibration, motion, record, now } = this;
    for (let turn = 0; turn < 12; turn++) {
      c.binnacle_motion_step(motion, compass);
      if (c.binnacle_calibration_step(calibration, compass, now) !== 1) continue;
      this.records++;
      c.binnacle_compass_get_record(compass, record, 216);
      this.mix(record, 216);
      c.binnacle_calibration_saved(calibration, 1, now);
    }
  }

  /** How far the calibration is, which ends after 600 steps; in the end its outcome. */
  mixCalibration(step) {
    const { c, calibration, progress, outcome, now } = this;
    c.binnacle_calibration_progress(calibration, now, progress);
    this.mix(progress, 36);
    const at = this.binnacle.bytes(progress, 36)[12];
    if (at === 3 && step === 600) c.binnacle_calibration_finish(calibration, now);
    if (at !== 7 && at !== 10) return;
    c.binnacle_calibration_outcome(calibration, outcome);
    this.mix(outcome, 32);
    c.binnacle_calibration_commit(calibration, now);
  }

  /** The heading of the compass stays where the gyroscope gives none. */
  mixMotion() {
    const { c, compass, motion, estimate, quality, counts, heading } = this;
    c.binnacle_motion_get(motion, estimate);
    this.mix(estimate, 52);
    c.binnacle_motion_get_quality(motion, quality);
    c.binnacle_motion_get_counts(motion, counts);
    this.result = c.binnacle_motion_true_heading(motion, compass, heading);
    this.mix(quality, 32);
    this.mix(counts, 12);
    this.mixResult();
    this.mix(heading, 4);
  }

  mixAxes(pose) {
    const { c, check, field, force, gravity, north } = this;
    this.put(field, this.drawVector(48000));
    this.put(force, this.drawVector(1000000));
    this.result = c.binnacle_axis_check_add(check, pose, field, force);
    c.binnacle_axis_check_accelerometer(check, gravity);
    if (pose === 5) this.binnacle.bytes(gravity, 12)[8] = 0;
    c.binnacle_axis_check_magnetometer(check, gravity, pose % 2, north);
    this.mixResult();
    this.mix(gravity, 12);
    this.mix(north, 12);
  }
}

/** @param {import("./binnacle/binnacle.js").Binnacle & any} binnacle @param {number} steps */
export function answers(binnacle, steps) {
  const run = new Run(binnacle);
  run.begin();
  for (let step = 0; step < steps; step++) {
    run.addSamples();
    run.mixReading();
    run.work();
    run.mixCalibration(step);
    if (step % 16 === 0) run.mixMotion();
  }
  if (binnacle.exports.binnacle_axis_check_init(run.check, 240) !== 0) throw new Error("no axis check");
  for (let pose = 0; pose < 6; pose++) run.mixAxes(pose);
  const record = Buffer.from(binnacle.bytes(run.record, 216)).toString("hex");
  return { hash: run.records === 1 ? run.hash >>> 0 : 2, record };
}

/** @param {import("./binnacle/binnacle.js").Binnacle & any} binnacle @param {number} count */
export function angles(binnacle, count) {
  const { binnacle_angle } = binnacle.exports;
  const at = binnacle.allocate(16);
  const found = new Int32Array(binnacle.memory.buffer, at, 1);
  let [hash, state] = [2166136261, 1];
  for (let i = 0; i < count; i++) {
    found[0] = 0;
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const y = state >> (i & 15);
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    binnacle_angle(y, state >> ((i >>> 4) & 15), at);
    hash = Math.imul(hash ^ found[0], 16777619);
  }
  return hash >>> 0;
}
