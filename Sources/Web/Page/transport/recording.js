// @ts-check
// A recording that is played: a capture's bytes in their own time, or a table through an instrument in this page.

/** @typedef {import("../state.js").Problem} Problem */
/** @typedef {import("../recording.js").Chunk} Chunk */
/** @typedef {import("../recording.js").Table} Table */

const tick = 16;
/** Seconds before a position that are shown as the past. */
const before = 60;
/** Replies that are valid until the next one of their kind: hello, calibration, mounting, progress, report, settings, local field. */
export const lasting = new Set([0x81, 0x8a, 0x8c, 0xb2, 0xb3, 0xd6, 0xd8]);

export class CaptureTransport {
  kind = "capture";
  speaks = false;
  isRecorded = true;

  /**
   * @param {{name: string, chunks: Chunk[], fault: string | null}} capture
   * @param {() => any} decoder makes a frame decoder
   */
  constructor(capture, decoder) {
    this.name = capture.name;
    this.fault = capture.fault;
    this.chunks = capture.chunks.filter((chunk) => chunk.kind === 0);
    this.start = this.chunks[0]?.time ?? 0;
    /** s */
    this.duration = this.chunks.length ? (this.chunks[this.chunks.length - 1].time - this.start) / 1e6 : 0;
    this.position = 0;
    this.next = 0;
    this.isHeld = false;
    /** Times as fast as it was. */
    this.speed = 1;
    this.isClosed = false;
    this.decoder = decoder;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  get isPaused() {
    return this.isHeld || this.position >= this.duration;
  }

  /** @param {{onBytes: (bytes: Uint8Array, isBefore?: boolean) => void, onOpen: () => void, onHeld: () => void, onEnd: () => void, onRestart: () => void, onFrames: (frames: any[], time: number) => void}} listener */
  async open(listener) {
    this.listener = listener;
    listener.onOpen();
    let last = performance.now();
    this.timer = setInterval(() => {
      const now = performance.now();
      const seconds = Math.min(0.25, (now - last) / 1000);
      last = now;
      if (!this.isHeld && !this.hasEnded) this.#play(this.position + seconds * this.speed);
    }, tick);
  }

  /** @param {number} position s */
  #play(position) {
    this.position = Math.min(this.duration, position);
    const end = this.start + this.position * 1e6;
    for (; this.next < this.chunks.length && this.chunks[this.next].time <= end; this.next++)
      this.listener?.onBytes(this.chunks[this.next].bytes, this.chunks[this.next].isBefore);
    this.#reportPhase();
  }
  hasEnded = false;

  #reportPhase() {
    const hadEnded = this.hasEnded;
    this.hasEnded = this.position >= this.duration;
    if (this.hasEnded) {
      if (!hadEnded) this.listener?.onEnd();
    } else if (this.isHeld) this.listener?.onHeld();
    else this.listener?.onOpen();
  }

  /**
   * Goes to a position. The page then shows the state of the device at that time, and the minute before it.
   * @param {number} position s
   */
  seek(position) {
    this.position = Math.max(0, Math.min(this.duration, position));
    this.hasEnded = false;
    this.listener?.onRestart();
    const end = this.start + this.position * 1e6;
    const now = performance.now();
    const decoder = this.decoder();
    /** @type {Map<number, any>} */
    const kept = new Map();
    /** @type {{frames: any[], time: number}[]} */
    const past = [];
    for (this.next = 0; this.next < this.chunks.length && this.chunks[this.next].time <= end; this.next++) {
      const chunk = this.chunks[this.next];
      const frames = decoder.feed(chunk.bytes);
      const age = (end - chunk.time) / 1000;
      for (const frame of frames) if (lasting.has(frame.kind)) kept.set(frame.kind, frame);
      if (age < before * 1000)
        past.push({ frames: frames.filter((/** @type {any} */ frame) => !lasting.has(frame.kind)), time: now - age });
    }
    decoder.free?.();
    this.listener?.onFrames([...kept.values()], now - before * 1000);
    for (const { frames, time } of past) this.listener?.onFrames(frames, time);
    this.#reportPhase();
  }

  play() {
    this.isHeld = false;
    if (this.position >= this.duration) this.seek(0);
    else this.#reportPhase();
  }

  pause() {
    this.isHeld = true;
    this.#reportPhase();
  }

  /** @param {number} speed */
  pace(speed) {
    this.speed = speed;
  }

  close() {
    this.isClosed = true;
    clearInterval(this.timer);
  }
}

/**
 * The rows of a table as a source of an instrument.
 * @param {Table} table
 * @param {string} name
 * @returns {import("./instrument.js").Source & {seek: (position: number) => void, position: () => number, duration: number}}
 */
export function tableSource(table, name) {
  const { rows } = table;
  const start = rows[0].time;
  const times = rows.map((row, i) => (row.time === null || start === null ? i * 0.02 : row.time - start));
  const duration = times[times.length - 1];
  let [clock, index] = [0, 0];
  return {
    kind: "table",
    name,
    interval: 10_000,
    duration,
    speed: () => 1,
    position: () => Math.min(duration, clock),
    hasEnded: () => index >= rows.length,
    seek(position) {
      clock = position;
      index = times.findIndex((time) => time >= position);
      if (index < 0) index = rows.length;
    },
    next(seconds) {
      clock += seconds;
      let found = null;
      for (; index < rows.length && times[index] <= clock; index++) found = rows[index];
      return (
        found && { field: found.field.map(Math.round), force: found.force?.map(Math.round) ?? null, scale: 0, chip: 0 }
      );
    },
  };
}
