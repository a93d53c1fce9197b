// @ts-check
// Requests to a device over a transport of bytes: tokens, replies, repetition, streams.

import { speaks, version } from "./messages.js";

/** @typedef {import("./messages.js").Messages} Messages */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{kind: number, token: number, sequence: number, payload: Uint8Array}} Frame */
/** @typedef {{name: string, fields: any}} Reply */

/** A device refused, or is silent. The message says what to do next. */
export class DeviceError extends Error {
  /**
   * @param {string} message
   * @param {number | null} [reason] of a refusal
   */
  constructor(message, reason = null) {
    super(message);
    this.reason = reason;
  }
}

/** Bits of capabilities in hello: Protocols/link/spec.md. */
export const capability = { magnetometer: 0, accelerometer: 1, storage: 5, worldModel: 6, navigation: 7, motion: 9 };
/**
 * @param {{capabilities: number} | null} device
 * @param {keyof typeof capability} name
 */
export const can = (device, name) => device !== null && ((device.capabilities >> capability[name]) & 1) === 1;

const streams = { readings: 1, statistics: 4, sensorEvents: 8, calibration: 16, meter: 32, guidance: 64 };
/** Milliseconds to wait for a reply, and how many times a request is sent. */
const patience = 1200;
const attempts = 3;
const busy = 7;
const illegalEvent = 8;

/** Requests that may change the record in use. */
const changing = new Set(["setCalibration", "storeRecord", "eraseRecords", "commandCalibration"]);

const pause = (/** @type {number} */ milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Device {
  /** @param {{core: any, messages: Messages, words: Words, write: (bytes: Uint8Array) => void, interval: number, onChange?: () => void}} parts interval: µs between readings; onChange: the record in use will be another one */
  constructor({ core, messages, words, write, interval, onChange = () => undefined }) {
    this.core = core;
    this.messages = messages;
    this.words = words;
    this.write = write;
    this.interval = interval;
    this.onChange = onChange;
    this.token = 0;
    this.sequence = 0;
    this.isClosed = false;
    /** @type {any} the last hello */
    this.hello = null;
    /** @type {Map<number, {request: number, resolve: (reply: Reply) => void}>} */
    this.waiting = new Map();
    /** @type {Promise<unknown>} requests go one after the other */
    this.queue = Promise.resolve();
  }

  /**
   * Receives a frame with a token.
   * @param {Frame} frame
   * @param {Reply} reply
   */
  receive(frame, reply) {
    const open = this.waiting.get(frame.token);
    if (!open || reply.name === "selfTestResult") return;
    if ((reply.name === "acknowledged" || reply.name === "refused") && reply.fields.request !== open.request) return;
    this.waiting.delete(frame.token);
    open.resolve(reply);
  }

  close() {
    this.isClosed = true;
    for (const open of this.waiting.values()) open.resolve({ name: "closed", fields: {} });
    this.waiting.clear();
  }

  /**
   * A request, and its final reply.
   * @param {string} name
   * @param {any} [fields]
   * @param {number} [wait] ms for each attempt
   * @returns {Promise<Reply>}
   */
  request(name, fields = {}, wait = patience) {
    const turn = this.queue.then(() => this.#ask(name, fields, wait));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  /**
   * @param {string} name
   * @param {any} fields
   * @param {number} wait
   * @returns {Promise<Reply>}
   */
  async #ask(name, fields, wait) {
    const { kind, payload } = this.messages.encode(name, fields);
    if (changing.has(name)) this.onChange();
    this.token = (this.token % 255) + 1;
    const token = this.token;
    for (let attempt = 0, refusals = 0; attempt < attempts;) {
      if (this.isClosed) throw new DeviceError("The link was closed.");
      const reply = await this.#once(kind, token, payload, wait);
      if (reply === null) {
        attempt++;
        continue;
      }
      if (reply.name === "closed") throw new DeviceError("The link was closed.");
      if (reply.name !== "refused") return reply;
      if (reply.fields.reason === busy && ++refusals < 20) {
        await pause(100);
        continue;
      }
      const why = this.words.reason("refusals", reply.fields.reason);
      throw new DeviceError(`The board refused: ${why.sentence}. ${why.remedy}`.trim(), reply.fields.reason);
    }
    throw new DeviceError("The board did not answer. Check the cable; reset it and try again.");
  }

  /**
   * @param {number} kind
   * @param {number} token
   * @param {Uint8Array} payload
   * @param {number} wait
   * @returns {Promise<Reply | null>}
   */
  #once(kind, token, payload, wait) {
    return new Promise((done) => {
      const timer = setTimeout(() => {
        this.waiting.delete(token);
        done(null);
      }, wait);
      this.waiting.set(token, {
        request: kind,
        resolve: (reply) => {
          clearTimeout(timer);
          done(reply);
        },
      });
      this.write(this.core.encode(kind, this.sequence++ & 0xffff, payload, token));
    });
  }

  /** First contact: identity, state and streams of the device. */
  async begin() {
    this.write(new Uint8Array([0]));
    const { fields } = await this.request("getHello", { protocolMinimum: version, protocolMaximum: version });
    this.hello = fields;
    if (!speaks(fields)) return;
    for (const name of [
      "getMounting",
      "getCalibration",
      "getHeadingSettings",
      "getCalibrationProgress",
      "getCalibrationReport",
    ]) {
      await this.request(name).catch(ignoreRefusal);
    }
    if (can(fields, "worldModel")) await this.request("getLocalField").catch(ignoreRefusal);
    if (can(fields, "motion")) await this.#motion().catch(ignoreRefusal);
    await this.request("setRate", { interval: this.interval });
    await this.request("startStreams", {
      streams: streams.readings | streams.statistics | streams.sensorEvents | streams.calibration,
    });
  }

  /** A periodicMotion before each reading; the delays stay. */
  async #motion() {
    const { fields } = await this.request("getMotion");
    const { fieldDelay, forceDelay, rateDelay } = fields;
    if (fields.reason !== 1) await this.request("setMotion", { flags: 3, fieldDelay, forceDelay, rateDelay });
  }

  /** Checks whether the device still answers and has not restarted; after a restart it makes first contact again. */
  async look() {
    const before = this.hello;
    const { fields } = await this.request("getHello", { protocolMinimum: version, protocolMaximum: version });
    if (!before || before.bootCounter !== fields.bootCounter || before.boardIdentifier !== fields.boardIdentifier)
      await this.begin();
    else
      await this.request("startStreams", {
        streams: streams.readings | streams.statistics | streams.sensorEvents | streams.calibration,
      });
  }

  async startCalibration() {
    try {
      await this.request("startCalibration", { flags: 0, delay: 0 });
    } catch (error) {
      if (!(error instanceof DeviceError) || error.reason !== illegalEvent) throw error;
      await this.abortCalibration();
      await this.request("startCalibration", { flags: 0, delay: 0 });
    }
  }

  async finishCalibration() {
    await this.request("commandCalibration", { event: 3 });
  }

  async commitCalibration() {
    await this.request("commandCalibration", { event: 4 });
    await this.followCalibration();
  }

  /** Cancels, discards or dismisses the calibration, as its state allows. */
  async abortCalibration() {
    for (const event of [1, 5, 2]) {
      try {
        return void (await this.request("commandCalibration", { event }));
      } catch (error) {
        if (!(error instanceof DeviceError) || error.reason !== illegalEvent || event === 2) throw error;
      }
    }
  }

  /** Requests the report of the last calibration. */
  async followCalibration() {
    await this.request("getCalibrationReport");
    await this.request("getCalibration");
  }

  /**
   * The day of a record that the device made without knowing the date.
   * @param {number} days since 2000-01-01
   */
  async setDate(days) {
    await this.request("setDate", { dateFlags: 1, days });
  }

  /** @param {{latitude: number, longitude: number, height?: number, days: number}} place degrees, m */
  async setPlace({ latitude, longitude, height = 0, days }) {
    const angle = (/** @type {number} */ value) => Math.round((value / 360) * 2 ** 32) | 0;
    await this.request("setLocation", {
      locationFlags: 1,
      latitude: angle(latitude),
      longitude: angle(longitude),
      height: Math.round(height * 1000),
    });
    await this.request("setDate", { dateFlags: 3, days });
    for (let tries = 0; tries < 20; tries++) {
      const { fields } = await this.request("getLocalField");
      if (fields.state !== 1) break;
      await pause(100);
    }
    await this.request("getHeadingSettings");
  }

  /** @param {import("./settings.js").Settings} settings */
  async setHeading({ mounting, level, smooth, card }) {
    const { fields } = await this.request("getHeadingSettings");
    await this.request("setMounting", { mounting });
    if (level !== null) await this.request("setLevelTolerance", { levelTolerance: Math.round(level * 10) });
    const { minimumChange, heartbeat, sampleTimeout } = fields;
    await this.request("setFilter", {
      minimumChange,
      heartbeat,
      sampleTimeout,
      timeConstant: Math.round((smooth ?? 0) * 1e6),
    });
    const [a, b, c, d, e] = (card === "none" ? [0, 0, 0, 0, 0] : card.split(",").map(Number)).map((degrees) =>
      Math.round((degrees / 360) * 2 ** 32),
    );
    await this.request("setDeviation", { a, b, c, d, e });
    await this.request("getMounting");
    await this.request("getHeadingSettings");
  }

  /** @param {boolean} isOn */
  async zeroPoint(isOn) {
    await this.request(isOn ? "startStreams" : "stopStreams", { streams: streams.meter });
    await this.request("setZeroPoint", { samples: isOn ? 50 : 0 });
  }

  async selfTest() {
    await this.request("selfTest", {}, 5000);
  }

  /**
   * The record's bytes.
   * @returns {Promise<Uint8Array>}
   */
  async record() {
    return (await this.request("getCalibration")).fields.record;
  }

  /** @param {{latitude: number, longitude: number} | null} place degrees; null: no guidance any more */
  async setDestination(place) {
    const angle = (/** @type {number} */ value) => Math.round((value / 360) * 2 ** 32) | 0;
    if (!place) {
      await this.request("setDestination", { flags: 0, arrival: 20_000, leave: 30_000, fixesToArrive: 2 });
      return void (await this.request("stopStreams", { streams: streams.guidance }));
    }
    await this.request("setDestination", {
      flags: 1,
      latitude: angle(place.latitude),
      longitude: angle(place.longitude),
      arrival: 20_000,
      leave: 30_000,
      fixesToArrive: 2,
      fixAge: 10_000_000,
      fixAccuracy: 100_000,
      // Hundredths of a degree: a worse heading gives no arrow.
      worstAccuracy: 4_500,
    });
    await this.request("startStreams", { streams: streams.guidance });
  }

  /** @param {{latitude: number, longitude: number, accuracy: number}} fix degrees, m */
  async setFix({ latitude, longitude, accuracy }) {
    const angle = (/** @type {number} */ value) => Math.round((value / 360) * 2 ** 32) | 0;
    await this.request("setFix", {
      flags: 1,
      time: 0,
      latitude: angle(latitude),
      longitude: angle(longitude),
      height: 0,
      horizontal: Math.round(accuracy * 1000),
    });
  }
}

/**
 * A board may lack some parts. The page works without them.
 * @param {unknown} error
 */
function ignoreRefusal(error) {
  if (!(error instanceof DeviceError) || error.reason === null) throw error;
}
