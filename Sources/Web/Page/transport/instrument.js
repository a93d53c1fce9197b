// @ts-check
// A whole instrument in this page, fed by a source of samples: the demo's world, or the rows of a table.

/** @typedef {import("../state.js").Problem} Problem */

/**
 * @typedef {object} Source
 * @property {string} kind
 * @property {string} name
 * @property {number} interval µs between samples
 * @property {(seconds: number) => Sample | null} next the sample after so many seconds; null: none is new
 * @property {() => number} speed how many times faster than the clock it runs
 * @property {() => boolean} hasEnded
 * @property {((position: number) => void)} [seek] goes to a position, s; a recording has it
 * @property {() => number} [position] s
 * @property {number} [duration] s
 */
/** @typedef {{field: number[], force: number[] | null, scale: number, chip: number}} Sample */

/** µs between two slices of the instrument. */
const slice = 2000;
/** The largest delay in seconds that is caught up: a tab in the background does not run. */
const longestPause = 0.25;
const tick = 16;

export class InstrumentTransport {
  speaks = true;

  /**
   * @param {any} core
   * @param {Source} source
   * @param {Uint8Array} [records]
   */
  constructor(core, source, records) {
    this.source = source;
    this.kind = source.kind;
    this.name = source.name;
    this.instrument = core.instrument({ records, identifier: 0x42494e4en });
    /** Device time, µs. */
    this.time = 1_000_000;
    this.nextSample = this.time;
    this.isClosed = false;
    this.isPaused = false;
    /** Times as fast as it was. */
    this.speed = 1;
    this.isAway = false;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  get isRecorded() {
    return this.source.seek !== undefined;
  }
  get position() {
    return this.source.position?.() ?? 0;
  }
  get duration() {
    return this.source.duration ?? 0;
  }

  /** @param {{onBytes: (bytes: Uint8Array) => void, onOpen: () => void, onHeld: () => void, onLost: (problem: Problem) => void, onEnd?: () => void}} listener */
  async open(listener) {
    this.listener = listener;
    let before = performance.now();
    this.timer = setInterval(() => {
      const now = performance.now();
      const seconds = Math.min(longestPause, (now - before) / 1000);
      before = now;
      this.run(this.isPaused ? 0 : seconds * this.source.speed() * this.speed);
    }, tick);
    listener.onOpen();
  }

  /** @param {number} seconds */
  run(seconds) {
    const end = this.time + Math.round(seconds * 1e6);
    while (this.time + slice <= end) {
      this.time += slice;
      if (this.time >= this.nextSample) {
        this.nextSample += this.source.interval;
        this.#add(this.source.next(this.source.interval / 1e6));
      }
      this.instrument.run(this.time);
    }
    // Requests are carried out while a recording is paused, too.
    if (this.isPaused) this.instrument.run(this.time);
    const bytes = this.instrument.send();
    if (bytes.length && !this.isAway) this.listener?.onBytes(bytes);
    if (this.source.hasEnded() && !this.isPaused) {
      this.isPaused = true;
      this.listener?.onEnd?.();
    }
  }

  play() {
    if (this.source.hasEnded()) this.source.seek?.(0);
    this.isPaused = false;
    this.listener?.onOpen();
  }

  pause() {
    this.isPaused = true;
    this.listener?.onHeld();
  }

  /** @param {number} position s */
  seek(position) {
    const hadEnded = this.source.hasEnded();
    this.source.seek?.(position);
    // It stops at its end. While it is paused, show the measurement of its position.
    if (hadEnded && !this.source.hasEnded()) this.play();
    else if (this.isPaused) this.run(0.12);
  }

  /** @param {number} speed */
  pace(speed) {
    this.speed = speed;
  }

  /** @param {Sample | null} sample */
  #add(sample) {
    if (!sample) return;
    const { field, force, scale, chip } = sample;
    this.instrument.addField(field[0], field[1], field[2], this.time, { scale, chip });
    if (force) this.instrument.addForce(force[0], force[1], force[2], this.time);
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    if (this.isAway || this.isClosed) return;
    this.instrument.receive(bytes, this.time);
  }

  /**
   * Unplugs the cable, or plugs it in; the instrument continues to run.
   * @param {boolean} isAway
   * @param {Problem} problem
   */
  pull(isAway, problem) {
    this.isAway = isAway;
    if (isAway) this.listener?.onLost(problem);
    else this.listener?.onOpen();
  }

  close() {
    this.isClosed = true;
    clearInterval(this.timer);
    this.instrument.free();
  }
}

/** LIS3MDL at ±4 gauss, 6842 counts a gauss: its code and its first scale in Protocols/heading. */
const chip = { code: 8, scale: 22, nanoteslaACount: 50_000 / 3421, largest: 32_767 };

/**
 * The demo's world as a source.
 * @param {import("../demo/world.js").World} world
 * @returns {Source}
 */
export function worldSource(world) {
  return {
    kind: "demo",
    name: "simulated compass",
    interval: 20_000,
    // During a calibration the instrument turns by itself, and may run faster than real time.
    speed: () => (world.motion === "tumble" ? 2.5 : 1),
    hasEnded: () => false,
    next(seconds) {
      world.advance(seconds);
      const count = (/** @type {number} */ value) =>
        Math.max(-chip.largest - 1, Math.min(chip.largest, Math.round(value / chip.nanoteslaACount)));
      return { field: world.field().map(count), force: world.force(), scale: chip.scale, chip: chip.code };
    },
  };
}
