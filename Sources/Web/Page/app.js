// @ts-check
// The path of the bytes: transport, decoder, messages, state. The check, the recorder and the requests to the device use them, too.

import { Device } from "./device.js";
import { lineSeen, stranger } from "./problems.js";
import { CaptureWriter } from "./recording.js";
import { lasting } from "./transport/recording.js";
import { initial, reduce } from "./state.js";
import { patience } from "./show.js";
import { servedDevice, ServeTransport } from "./transport/serve.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./messages.js").Messages} Messages */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{name: string, time: number, sequence: number, token: number, payload: Uint8Array}} RawFrame */

const rawLimit = 200;
/** The page sends a hello after this time without a reading, ms. */
const silence = 2500;
/** The largest recording in bytes: half an hour at 100 readings per second. */
const recordingLimit = 64 * 2 ** 20;

export class App {
  /** @param {{core: any, messages: Messages, words: Words, interval: number, now?: () => number}} parts interval: µs between readings */
  constructor({ core, messages, words, interval, now = () => performance.now() }) {
    this.core = core;
    this.messages = messages;
    this.words = words;
    this.interval = interval;
    this.now = now;
    /** @type {State} */
    this.state = initial();
    /** @type {any} */
    this.transport = null;
    /** @type {any} a Device, or the commands of a served one; null: nothing can be asked */
    this.device = null;
    /** @type {RawFrame[]} */
    this.frames = [];
    this.isKeepingFrames = false;
    /** @type {{writer: CaptureWriter, start: number} | null} */
    this.recorder = null;
    /**
     * The last frame of each kind that holds until the next one, in the order in which they came: a recording begins with them.
     * @type {Map<number, any>}
     */
    this.kept = new Map();
    /** @type {any} the last frame that came in its turn */
    this.latest = null;
    /** @type {Uint8Array} of a frame that has begun */
    this.begun = new Uint8Array();
    this.decoder = core.decoder();
    this.checker = core.checker?.() ?? null;
    /** Whether the page has the record that the device uses now. */
    this.isRecordKnown = false;
    this.bytesSeen = 0;
    this.lookedAt = 0;
    /** @type {Set<(event: any) => void>} */
    this.listeners = new Set();
  }

  /** @param {any} event */
  dispatch(event) {
    this.state = reduce(this.state, event);
    for (const listener of this.listeners) listener(event);
  }

  // MARK: - Links

  /** @param {any} transport */
  async connect(transport) {
    await this.leave();
    this.transport = transport;
    this.dispatch({
      type: "link",
      phase: "opening",
      kind: transport.kind,
      name: transport.name,
      readOnly: transport.isReadOnly ?? !transport.speaks,
      isRecorded: transport.isRecorded ?? false,
    });
    this.device = this.#deviceBehind(transport);
    await transport.open({
      onBytes: (/** @type {Uint8Array} */ bytes, isKept = false) => {
        if (transport === this.transport) this.receive(bytes, isKept);
      },
      onOpen: () => {
        if (transport === this.transport) this.#opened();
      },
      onLost: (/** @type {any} */ problem) => {
        if (transport === this.transport) this.#lost(problem);
      },
      onHeld: () => {
        if (transport === this.transport) this.#turn("held");
      },
      onEnd: () => {
        if (transport === this.transport) this.#turn("ended");
      },
      onRestart: () => {
        this.#freshDecoder();
        this.kept.clear();
        this.isRecordKnown = false;
        this.dispatch({ type: "restart" });
      },
      onAgain: () => {
        this.#freshDecoder();
        this.dispatch({ type: "again" });
      },
      onFrames: (/** @type {any[]} */ frames, /** @type {number} */ time) => {
        for (const frame of frames) this.#frame(frame, time, true);
      },
      onStatus: (/** @type {any} */ status) => {
        if (transport === this.transport) this.dispatch({ type: "served", status });
      },
    });
  }

  /** @param {any} transport */
  #deviceBehind(transport) {
    if (!transport.speaks) {
      const isServed = transport instanceof ServeTransport && !transport.isReadOnly && !transport.isRecorded;
      return isServed ? servedDevice(transport) : null;
    }
    return new Device({
      core: this.core,
      messages: this.messages,
      words: this.words,
      interval: this.interval,
      write: (bytes) => this.#send(transport, bytes),
      onChange: () => {
        this.isRecordKnown = false;
      },
    });
  }

  /** @param {"held" | "ended"} phase */
  #turn(phase) {
    if (this.state.link.phase !== phase) this.dispatch({ type: "link", phase, problem: null });
  }

  #opened() {
    if (this.state.link.phase === "live") return;
    const isAgain = this.state.link.phase === "lost" || this.state.link.phase === "ended";
    // A transport without requests restarts its stream by itself.
    if (isAgain && this.device instanceof Device) {
      this.#freshDecoder();
      this.dispatch({ type: "again" });
    }
    this.dispatch({ type: "link", phase: "live", problem: null });
    this.lookedAt = this.now();
    if (!(this.device instanceof Device)) return;
    const device = this.device;
    (isAgain && device.hello ? device.look() : device.begin()).catch((error) => this.#noAnswer(device, error));
  }

  /**
   * @param {Device} device
   * @param {unknown} error
   */
  #noAnswer(device, error) {
    if (device !== this.device || device.isClosed || this.state.link.phase !== "live") return;
    if (this.state.device) return;
    const problem = stranger(lineSeen(this.bytesSeen, this.decoder.corrupt));
    this.dispatch({ type: "link", phase: "refused", problem: { ...problem, remedy: problem.remedy || String(error) } });
  }

  /** @param {any} problem */
  #lost(problem) {
    if (this.state.link.phase !== "lost") this.dispatch({ type: "link", phase: "lost", problem });
  }

  async leave() {
    this.device?.close?.();
    const { transport } = this;
    this.transport = null;
    this.device = null;
    await transport?.close();
    this.#freshDecoder();
    this.frames = [];
    this.latest = null;
    this.kept.clear();
    this.bytesSeen = 0;
    this.checker?.use(null);
    this.isRecordKnown = false;
    this.dispatch({ type: "forget" });
  }

  #freshDecoder() {
    this.decoder.free?.();
    this.decoder = this.core.decoder();
    this.begun = new Uint8Array();
  }

  // MARK: - Bytes

  /**
   * @param {any} transport
   * @param {Uint8Array} bytes
   */
  #send(transport, bytes) {
    this.recorder?.writer.add(1, (this.now() - this.recorder.start) * 1000, bytes);
    transport.write(bytes);
  }

  /**
   * @param {Uint8Array} bytes from the device
   * @param {boolean} [isKept] whether they came earlier and are repeated to show the present state
   */
  receive(bytes, isKept = false) {
    const time = this.now();
    this.bytesSeen += bytes.length;
    if (this.recorder && !isKept) {
      this.recorder.writer.add(0, (time - this.recorder.start) * 1000, bytes);
      if (this.recorder.writer.length > recordingLimit) this.onFull?.();
    }
    const corrupt = this.decoder.corrupt;
    for (const frame of this.decoder.feed(bytes)) this.#frame(frame, time, isKept);
    this.#keepBeginning(bytes);
    if (this.decoder.corrupt !== corrupt)
      this.dispatch({ type: "corrupt", count: this.decoder.corrupt + this.decoder.overlong });
  }
  /** @type {(() => void) | null} */
  onFull = null;

  /**
   * Keeps the beginning of a frame whose end has not come. No frame is longer than some hundred bytes, so a longer
   * beginning is dropped.
   * @param {Uint8Array} bytes
   */
  #keepBeginning(bytes) {
    const end = bytes.lastIndexOf(0);
    const begun = end < 0 ? Uint8Array.from([...this.begun, ...bytes]) : bytes.slice(end + 1);
    this.begun = begun.length > 1024 ? new Uint8Array() : begun;
  }

  /**
   * @param {any} frame
   * @param {number} time
   * @param {boolean} isKept whether it came earlier, so that its number does not show losses
   */
  #frame(frame, time, isKept) {
    const message = this.messages.decode(frame.kind, frame.payload);
    const sequence = isKept ? null : frame.sequence;
    if (!isKept) this.latest = frame;
    const boot = this.state.device?.boot;
    if (this.isKeepingFrames) {
      this.frames.push({
        name: message?.name ?? `0x${frame.kind.toString(16)}`,
        time,
        sequence: frame.sequence,
        token: frame.token,
        payload: frame.payload,
      });
      if (this.frames.length > rawLimit) this.frames.splice(0, this.frames.length - rawLimit);
    }
    if (!message) return this.dispatch({ type: "unknown", sequence });
    const before = this.state.calibration?.state;
    this.dispatch({ type: "frame", name: message.name, fields: message.fields, sequence, time });
    if (lasting.has(frame.kind)) {
      // The board has restarted: discard what it sent before.
      if (message.name === "hello" && boot !== undefined && boot !== this.state.device?.boot) this.kept.clear();
      this.kept.delete(frame.kind);
      this.kept.set(frame.kind, frame);
    }
    if (frame.token && this.device instanceof Device) this.device.receive(frame, message);
    this.#check(message, frame.payload);
    const now = this.state.calibration?.state;
    // The record in use has changed. Until the page has read it, the readings cannot be checked.
    if (now !== before && before !== undefined && (now === 8 || now === 9 || now === 0)) this.isRecordKnown = false;
    // A result is a reply: request it.
    if (
      message.name === "periodicCalibration" &&
      now !== before &&
      (now === 0 || now === 7 || now === 9 || now === 10)
    ) {
      this.device?.followCalibration?.().catch(() => undefined);
    }
  }

  /**
   * @param {{name: string, fields: any}} message
   * @param {Uint8Array} payload
   */
  #check(message, payload) {
    if (!this.checker) return;
    switch (message.name) {
      case "calibration":
        this.isRecordKnown = true;
        return void this.checker.use(message.fields.record);
      case "mounting":
        return void this.checker.mounting(message.fields.mounting);
      case "headingSettings":
        return void this.checker.settings(payload);
      case "reading":
      case "computed":
        if (this.isRecordKnown && (this.state.record?.model !== 0) === this.state.reading?.calibrated) {
          this.dispatch({ type: "check", result: this.checker.check(payload) });
        }
    }
  }

  /** Call it often: it sends a hello to a device that is silent. */
  tick() {
    const { state } = this;
    const now = this.now();
    if (!(this.device instanceof Device) || state.link.phase !== "live" || !state.device) return;
    const heard = state.readingAt || this.lookedAt;
    if (now - heard < Math.max(silence, patience(state)) || now - this.lookedAt < silence) return;
    this.lookedAt = now;
    this.device.look().catch(() => undefined);
  }

  // MARK: - Recording

  startRecording() {
    const writer = new CaptureWriter(this.state.link.name, Date.now());
    // The numbers of the last frame and of the first one show whether a frame is missing between them.
    const first = [...this.kept.values()].filter((frame) => frame !== this.latest);
    if (this.latest) first.push(this.latest);
    writer.begin(first.map(({ kind, sequence, payload, token }) => this.core.encode(kind, sequence, payload, token)));
    if (this.begun.length) writer.add(0, 0, this.begun);
    this.recorder = { writer, start: this.now() };
    if (this.transport) this.transport.isNeeded = true;
  }

  /**
   * The file.
   * @returns {Uint8Array | null}
   */
  stopRecording() {
    const { recorder } = this;
    this.recorder = null;
    if (this.transport) this.transport.isNeeded = false;
    return recorder ? recorder.writer.end((this.now() - recorder.start) * 1000) : null;
  }
}
