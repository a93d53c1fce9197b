// What answers.c and angles.c do, over the exports of binnacle.wasm: the same numbers as on every core.

/** @param {import("./binnacle/binnacle.js").Binnacle & any} binnacle @param {number} steps */
export function answers(binnacle, steps) {
  const c = binnacle.exports;
  const [compass, calibration, motion] = [688, 1592, 1256].map((size) => binnacle.allocate(size));
  const [place, field, force, rate, heading, quality, counts] = [32, 16, 16, 16, 16, 32, 16].map((size) =>
    binnacle.allocate(size),
  );
  const [check, gravity, north] = [240, 16, 16].map((size) => binnacle.allocate(size));
  const [reading, progress, estimate, outcome, record] = [80, 36, 56, 32, 216].map((size) => binnacle.allocate(size));
  let [hash, state, now, records, result] = [2166136261, 1, 0n, 0, 0];
  const mix = (at, length) => {
    for (const byte of binnacle.bytes(at, length)) hash = Math.imul(hash ^ byte, 16777619);
  };
  const mixResult = () =>
    [0, 8, 16, 24].forEach((shift) => (hash = Math.imul(hash ^ ((result >> shift) & 255), 16777619)));
  const draw = (range) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(((state >>> 8) * 2 * range) / 16777216) - range;
  };
  const put = (at, words) =>
    words.forEach((word, i) => new DataView(binnacle.memory.buffer).setInt32(at + 4 * i, word, true));

  put(place, [474000000, 85000000, 408000, 2026, 7, 1, 0]);
  const made = [
    c.binnacle_compass_init(compass, 688),
    c.binnacle_calibration_init(calibration, 1592),
    c.binnacle_motion_init(motion, 1256, 0),
    c.binnacle_compass_set_place(compass, place),
    c.binnacle_calibration_start(calibration, 0, 0, 0, now),
  ];
  if (made.some((code) => code !== 0)) throw new Error(`codes ${made}`);
  for (let step = 0; step < steps; step++) {
    put(force, [draw(30000), draw(30000), draw(30000) - 1000000]);
    put(rate, [draw(3000), draw(3000), draw(3000)]);
    now += 20000n;
    let [x, y, z, square] = [0, 0, 0, 0];
    do {
      [x, y, z] = [draw(48000), draw(48000), draw(48000)];
      square = x * x + y * y + z * z;
    } while (square < 46000 * 46000 || square > 50000 * 50000);
    put(field, [x + 12000, y - 7000, z + 30000]);
    put(heading, [0]);
    c.binnacle_compass_add_force(compass, force, now, 0);
    c.binnacle_compass_add_field(compass, field, now, 0);
    c.binnacle_motion_add_rate(motion, rate, now, 0);
    c.binnacle_compass_read(compass, now, reading);
    result = c.binnacle_compass_true_heading(compass, heading);
    mix(reading, 80);
    mixResult();
    mix(heading, 4);
    for (let turn = 0; turn < 12; turn++) {
      c.binnacle_motion_step(motion, compass);
      if (c.binnacle_calibration_step(calibration, compass, now) !== 1) continue;
      records++;
      c.binnacle_compass_get_record(compass, record, 216);
      mix(record, 216);
      c.binnacle_calibration_saved(calibration, 1, now);
    }
    c.binnacle_calibration_progress(calibration, now, progress);
    mix(progress, 36);
    const at = binnacle.bytes(progress, 36)[12];
    if (at === 3 && step === 600) c.binnacle_calibration_finish(calibration, now);
    if (at === 7 || at === 10) {
      c.binnacle_calibration_outcome(calibration, outcome);
      mix(outcome, 32);
      c.binnacle_calibration_commit(calibration, now);
    }
    if (step % 16 !== 0) continue;
    c.binnacle_motion_get(motion, estimate);
    mix(estimate, 52);
    c.binnacle_motion_get_quality(motion, quality);
    c.binnacle_motion_get_counts(motion, counts);
    result = c.binnacle_motion_true_heading(motion, compass, heading);
    mix(quality, 32);
    mix(counts, 12);
    mixResult();
    mix(heading, 4);
  }
  if (c.binnacle_axis_check_init(check, 240) !== 0) throw new Error("no axis check");
  for (let pose = 0; pose < 6; pose++) {
    put(field, [draw(48000), draw(48000), draw(48000)]);
    put(force, [draw(1000000), draw(1000000), draw(1000000)]);
    result = c.binnacle_axis_check_add(check, pose, field, force);
    c.binnacle_axis_check_accelerometer(check, gravity);
    if (pose === 5) binnacle.bytes(gravity, 12)[8] = 0;
    c.binnacle_axis_check_magnetometer(check, gravity, pose % 2, north);
    mixResult();
    mix(gravity, 12);
    mix(north, 12);
  }
  return { hash: records === 1 ? hash >>> 0 : 2, record: Buffer.from(binnacle.bytes(record, 216)).toString("hex") };
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
