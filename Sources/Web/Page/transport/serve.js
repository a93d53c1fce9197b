// @ts-check
// A link that `binnacle serve` keeps: the device's frames as a stream, commands by name.

/** @typedef {import("../state.js").Problem} Problem */

const tokenHeader = "X-Binnacle-Token";

/**
 * What a program that serves this page says; null on a site without one.
 * @returns {Promise<any>}
 */
export async function askProgram() {
  try {
    const answer = await fetch("status", { cache: "no-store" });
    if (!answer.ok || !(answer.headers.get("content-type") ?? "").includes("json")) return null;
    const status = await answer.json();
    return typeof status.version === "string" ? status : null;
  } catch { return null; }
}

/** The token of the printed address, taken out of the address bar. */
export function takeToken() {
  const found = /(?:^#|&)token=([0-9a-f]+)/.exec(location.hash);
  if (found) history.replaceState(null, "", location.pathname + location.search);
  return found?.[1] ?? null;
}

export class ServeTransport {
  kind = "serve";
  speaks = false;

  /**
   * @param {any} status
   * @param {string | null} token
   */
  constructor(status, token) {
    this.status = status;
    this.token = token;
    this.isClosed = false;
    /** @type {AbortController | null} */
    this.stream = null;
    this.heardAt = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get name() { return String(this.status.link ?? ""); }
  get isReadOnly() { return this.token === null || this.status.readOnly === true; }

  /** @param {{onBytes: (bytes: Uint8Array) => void, onOpen: () => void, onLost: (problem: Problem) => void, onStatus: (status: any) => void}} listener */
  async open(listener) {
    this.listener = listener;
    document.addEventListener("visibilitychange", this.#turnVisible);
    this.#read();
    this.#poll();
  }

  // A browser has six connections for a host: a hidden tab gives its stream back.
  #turnVisible = () => {
    if (document.hidden) this.stream?.abort(); else if (!this.stream && !this.isClosed) this.#read();
  };

  async #read() {
    if (document.hidden || this.isClosed || this.stream) return;
    const stream = new AbortController();
    this.stream = stream;
    try {
      const answer = await fetch("frames", { signal: stream.signal, cache: "no-store" });
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      this.listener?.onOpen();
      const reader = answer.body.getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        this.heardAt = performance.now();
        this.listener?.onBytes(value);
      }
    } catch { /* Told by the poll. */ }
    this.stream = null;
    if (this.isClosed || document.hidden) return;
    setTimeout(() => this.#read(), 1000);
  }

  async #poll() {
    if (this.isClosed) return;
    if (!document.hidden) {
      const status = await askProgram();
      if (this.isClosed) return;
      if (status === null) {
        this.listener?.onLost({ title: "The program has ended", cause: "“binnacle serve” does not answer any more.", remedy: "Start it again, and open the address that it prints." });
      } else {
        this.status = status;
        this.listener?.onStatus(status);
        if (status.state === "lost") {
          this.listener?.onLost({ title: "The link was lost", cause: status.message ?? "The board does not answer.", remedy: "Check the cable: it is found again by itself." });
        } else if (!this.stream) this.#read(); else this.listener?.onOpen();
      }
    }
    this.timer = setTimeout(() => this.#poll(), 2000);
  }

  /**
   * @param {string} name
   * @param {any} [body]
   * @returns {Promise<any>}
   */
  async command(name, body = {}) {
    if (this.token === null) throw new Error("This address only shows. Open the whole address that “binnacle serve” printed, on its computer.");
    const answer = await fetch(`command/${name}`, {
      method: "POST", headers: { [tokenHeader]: this.token, "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    const result = await answer.json().catch(() => ({ error: `The program answered ${answer.status}.` }));
    if (!answer.ok || result.error) throw new Error(result.error ?? `The program answered ${answer.status}.`);
    return result;
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.#turnVisible);
    this.stream?.abort();
  }
}

/**
 * The commands of a served device, named as those of one that speaks frames.
 * @param {ServeTransport} transport
 */
export function servedDevice(transport) {
  const send = (/** @type {string} */ name, /** @type {any} */ body = {}) => transport.command(name, body);
  return {
    startCalibration: () => send("startCalibration"),
    finishCalibration: () => send("finishCalibration"),
    commitCalibration: () => send("commitCalibration"),
    abortCalibration: () => send("abortCalibration"),
    followCalibration: async () => undefined,
    /** @param {{latitude: number, longitude: number}} place */
    setPlace: ({ latitude, longitude }) => send("setPlace", { latitude, longitude }),
    /** @param {boolean} isOn */
    zeroPoint: (isOn) => send("zeroPoint", { on: isOn }),
    selfTest: () => send("selfTest"),
    record: async () => Uint8Array.from(atob((await send("calibrationRecord")).bytes), (c) => c.charCodeAt(0)),
    /** @param {number} position seconds */
    seek: (position) => send("seek", { position }),
  };
}
