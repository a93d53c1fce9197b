// @ts-check
// A board on a serial port, by Web Serial.

import { cable, portProblem } from "../problems.js";

/** @typedef {import("../state.js").Problem} Problem */
/** @typedef {{onBytes: (bytes: Uint8Array) => void, onOpen: () => void, onLost: (problem: Problem) => void}} Listener */

const baudRate = 115_200;
const reopenEvery = 1000;

export class SerialTransport {
  kind = "serial";
  /** Whether requests can be sent as frames. */
  speaks = true;

  /** @param {any} port a SerialPort that the user chose */
  constructor(port) {
    this.port = port;
    this.isClosed = false;
    /** @type {any} */
    this.writer = null;
    /** @type {any} */
    this.reader = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get name() {
    const { usbVendorId, usbProductId } = this.port.getInfo?.() ?? {};
    const hex = (/** @type {number} */ value) => value.toString(16).padStart(4, "0");
    return usbVendorId === undefined ? "serial port" : `USB ${hex(usbVendorId)}:${hex(usbProductId ?? 0)}`;
  }

  /**
   * Opens the port, and reads it until it is closed or lost.
   * @param {Listener} listener
   */
  async open(listener) {
    this.listener = listener;
    await this.port.open({ baudRate, bufferSize: 16_384 });
    this.writer = this.port.writable.getWriter();
    listener.onOpen();
    this.#read();
  }

  async #read() {
    const listener = /** @type {Listener} */ (this.listener);
    try {
      while (this.port.readable && !this.isClosed) {
        this.reader = this.port.readable.getReader();
        try {
          for (;;) {
            const { value, done } = await this.reader.read();
            if (done) break;
            listener.onBytes(value);
          }
        } catch (error) {
          // Framing and parity errors end a reader, and not the port.
          if (!this.port.readable || /** @type {Error} */ (error).name === "NetworkError") throw error;
        } finally {
          this.reader.releaseLock();
          this.reader = null;
        }
      }
    } catch {
      /* The port is gone. */
    }
    if (this.isClosed) return;
    await this.#shut();
    listener.onLost(cable());
    this.#scheduleReopening();
  }

  /** Opens the port again as soon as it exists. */
  #scheduleReopening() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (!(await this.again())) this.#scheduleReopening();
    }, reopenEvery);
  }

  /**
   * Looks for the port that was lost, and opens it.
   * @returns {Promise<boolean>} whether it is there, or nothing is to be looked for any more
   */
  again() {
    this.attempt ??= this.#again().finally(() => {
      this.attempt = null;
    });
    return this.attempt;
  }
  /** @type {Promise<boolean> | null} */
  attempt = null;

  async #again() {
    if (this.isClosed || this.writer) return true;
    try {
      const ports = await /** @type {any} */ (navigator).serial.getPorts();
      const info = JSON.stringify(this.port.getInfo?.() ?? {});
      const found =
        ports.find((/** @type {any} */ port) => port === this.port) ??
        ports.find((/** @type {any} */ port) => JSON.stringify(port.getInfo?.() ?? {}) === info);
      if (!found) return false;
      this.port = found;
      await this.open(/** @type {Listener} */ (this.listener));
      return true;
    } catch {
      return false; /* Not yet. */
    }
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    this.writer?.write(bytes).catch(() => undefined);
  }

  async #shut() {
    try {
      this.writer?.releaseLock();
    } catch {
      /* It was released. */
    }
    this.writer = null;
    try {
      await this.port.close();
    } catch {
      /* It is closed. */
    }
  }

  async close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    try {
      await this.reader?.cancel();
    } catch {
      /* It is gone. */
    }
    await this.#shut();
  }
}

/**
 * Lets the user choose a port; one that was allowed before and is the only one is taken.
 * @param {{isAsking: boolean}} how
 */
export async function choosePort({ isAsking }) {
  const serial = /** @type {any} */ (navigator).serial;
  if (!isAsking) {
    const known = await serial.getPorts();
    if (known.length === 1) return known[0];
  }
  // No filter by vendor: it would hide less common adapters.
  return serial.requestPort();
}

export { portProblem };
