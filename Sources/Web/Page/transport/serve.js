// @ts-check
// A link that `binnacle serve` keeps: the device's frames as a stream, commands by name.

/** @typedef {import("../state.js").Problem} Problem */
/** @typedef {{position: number, duration: number, paused: boolean, speed: number, atEnd: boolean}} Played */
/** @typedef {{onBytes: (bytes: Uint8Array, isKept?: boolean) => void, onOpen: () => void, onHeld: () => void, onEnd: () => void, onRestart: () => void, onAgain: () => void, onLost: (problem: Problem) => void, onStatus: (status: any) => void}} Listener */

const tokenHeader = "X-Binnacle-Token";
/** ms between two requests for the status: of a device, and of a capture, which another page may pause. */
const pollEvery = { device: 2000, capture: 1000 };

/**
 * The status of the program that serves this page; null on a site without a program.
 * @returns {Promise<any>}
 */
export async function askProgram() {
  try {
    const answer = await fetch("status", { cache: "no-store" });
    if (!answer.ok || !(answer.headers.get("content-type") ?? "").includes("json")) return null;
    const status = await answer.json();
    return typeof status.version === "string" ? status : null;
  } catch {
    return null;
  }
}

const tokenKey = "binnacle-token";

/**
 * The token of the printed address, taken out of the address bar. The tab keeps it, so that a reload does not take the
 * commands away; no other tab and no other site can read it.
 */
export function removeToken() {
  const found = /(?:^#|&)token=([0-9a-f]+)/.exec(location.hash)?.[1];
  if (found) history.replaceState(null, "", location.pathname + location.search);
  try {
    if (found) sessionStorage.setItem(tokenKey, found);
    return found ?? sessionStorage.getItem(tokenKey);
  } catch {
    // The browser has no storage.
    return found ?? null;
  }
}

/** A dozen frames of 264 bytes are kept at most. */
const longestBeginning = 8192;

/**
 * Where the kept frames end with which a stream begins: after two delimiters in a row. −1 if they have not ended.
 * A page that is too slow at once may lose that mark with its oldest frames; nothing is then taken for kept.
 * @param {Uint8Array} bytes
 */
export function endOfBeginning(bytes) {
  for (let at = 1; at < bytes.length; at++) if (bytes[at] === 0 && bytes[at - 1] === 0) return at + 1;
  return bytes.length > longestBeginning ? 0 : -1;
}

/**
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 */
function joined(a, b) {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

export class ServeTransport {
  kind = "serve";
  speaks = false;

  /**
   * @param {any} status
   * @param {string | null} token
   * @param {() => number} [now] ms
   */
  constructor(status, token, now = () => performance.now()) {
    this.status = status;
    this.token = token;
    this.now = now;
    this.notedAt = now();
    this.isClosed = false;
    /** @type {AbortController | null} */
    this.stream = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The position that was wanted while another wish was on its way. @type {any} */
    this.wanted = null;
    this.isAsking = false;
  }

  /** @param {any} status */
  #note(status) {
    this.status = status;
    this.notedAt = this.now();
  }

  get name() {
    return String(this.status.link ?? "");
  }
  get isReadOnly() {
    return this.token === null || this.status.readOnly === true;
  }

  // MARK: - A capture

  /**
   * The last state of the player of a capture; null for a device.
   * @returns {Played | null}
   */
  get capture() {
    return this.status.capture ?? null;
  }
  get isRecorded() {
    return this.capture !== null;
  }
  get duration() {
    return this.capture?.duration ?? 0;
  }
  get isPaused() {
    return this.capture !== null && (this.capture.paused || this.capture.atEnd);
  }
  get speed() {
    return this.capture?.speed ?? 1;
  }
  /** The present position of the capture, s: it continues after the last state that the program sent. */
  get position() {
    const { capture } = this;
    if (!capture) return 0;
    const since = this.isPaused ? 0 : ((this.now() - this.notedAt) / 1000) * capture.speed;
    return Math.min(capture.duration, capture.position + since);
  }

  play() {
    return this.#wish(this.capture?.atEnd ? { position: 0, paused: false } : { paused: false });
  }
  pause() {
    return this.#wish({ paused: true });
  }
  /** @param {number} position s */
  seek(position) {
    return this.#wish({ position });
  }
  /** @param {number} speed times as fast as it was */
  pace(speed) {
    return this.#wish({ speed });
  }

  /**
   * Asks for a change of the player, and shows it at once. While a request is on its way, later ones are combined.
   * @param {{position?: number, paused?: boolean, speed?: number}} wish
   */
  async #wish(wish) {
    if (!this.capture) return;
    if (this.isReadOnly) throw new Error(onlyShows);
    const { position } = this;
    this.#note({
      ...this.status,
      capture: { ...this.capture, position, ...wish, atEnd: this.capture.atEnd && wish.position === undefined },
    });
    this.wanted = { ...this.wanted, ...wish };
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.wanted) {
        const body = this.wanted;
        this.wanted = null;
        await this.command("seek", body);
      }
    } finally {
      this.isAsking = false;
      this.wanted = null;
    }
    this.look();
  }

  // MARK: - The stream

  /** @param {Listener} listener */
  async open(listener) {
    this.listener = listener;
    document.addEventListener("visibilitychange", this.#turnVisible);
    this.#read();
    this.#poll();
  }

  // A browser allows six connections to a host, so a hidden tab closes its stream.
  #turnVisible = () => {
    if (!document.hidden) this.look();
    else if (!this.isNeeded) this.stream?.abort();
  };
  /** Whether a hidden tab needs the stream because it records. */
  isNeeded = false;

  async #read() {
    if ((document.hidden && !this.isNeeded) || this.isClosed || this.stream) return;
    const stream = new AbortController();
    this.stream = stream;
    let isOver = false;
    try {
      const answer = await fetch("frames", { signal: stream.signal, cache: "no-store" });
      if (!answer.ok || !answer.body) {
        await this.#reportRefusal(answer);
        throw new Error(String(answer.status));
      }
      const reader = answer.body.getReader();
      /** @type {Uint8Array | null} what the stream begins with, until it is complete */
      let beginning = new Uint8Array();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        if (!beginning) {
          this.listener?.onBytes(value);
          continue;
        }
        const all = joined(beginning, value);
        const end = endOfBeginning(all);
        if (end < 0) {
          beginning = all;
          continue;
        }
        beginning = null;
        this.#begin(all.subarray(0, end), all.subarray(end));
      }
      isOver = true;
    } catch {
      /* Told by the poll. */
    }
    this.stream = null;
    if (this.isClosed) return;
    // The stream of a capture ends when it jumps. Open the next stream at once.
    setTimeout(() => this.#read(), isOver && this.capture ? 0 : 1000);
  }
  hasRead = false;

  /** @param {Response} answer a refusal, for example because too many pages are open */
  async #reportRefusal(answer) {
    const told = await answer.json().catch(() => null);
    this.listener?.onLost({
      title: "The program sends no frames",
      cause: told?.error ?? `It answered ${answer.status}.`,
      remedy: "It is asked again by itself.",
    });
  }

  /**
   * Begins a stream with the present state. It does not continue an earlier stream.
   * @param {Uint8Array} kept
   * @param {Uint8Array} rest
   */
  #begin(kept, rest) {
    if (this.hasRead) {
      if (this.capture) this.listener?.onRestart();
      else this.listener?.onAgain();
    }
    this.hasRead = true;
    this.#reportPhase();
    this.listener?.onBytes(kept, true);
    if (rest.length) this.listener?.onBytes(rest);
  }

  // MARK: - The status

  /** Requests the status of the link now. */
  look() {
    clearTimeout(this.timer);
    return this.#poll();
  }

  async #poll() {
    if (this.isClosed) return;
    const turn = ++this.turns;
    if (!document.hidden || this.isNeeded) {
      const status = await askProgram();
      // A later request was sent meanwhile, or the page already shows the requested state.
      if (this.isClosed || turn !== this.turns || this.isAsking) return this.#later(turn);
      if (status === null) {
        this.listener?.onLost({
          title: "The program has ended",
          cause: "“binnacle serve” does not answer any more.",
          remedy: "Start it again, and open the address that it prints.",
        });
      } else {
        this.#note(status);
        this.listener?.onStatus(status);
        if (!this.stream) this.#read();
        else this.#reportPhase();
      }
    }
    this.#later(turn);
  }
  turns = 0;

  /** @param {number} turn */
  #later(turn) {
    if (this.isClosed || turn !== this.turns) return;
    const { capture } = this;
    // The time of the end is known.
    const end = capture && !this.isPaused ? ((capture.duration - this.position) / capture.speed) * 1000 + 50 : Infinity;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.#poll(),
      Math.max(100, Math.min(end, capture ? pollEvery.capture : pollEvery.device)),
    );
  }

  #reportPhase() {
    const { status, capture, listener } = this;
    if (capture?.atEnd) return listener?.onEnd();
    if (capture?.paused) return listener?.onHeld();
    if (status.state !== "lost") return listener?.onOpen();
    listener?.onLost(
      capture
        ? {
            title: "The link was lost here",
            cause: status.message ?? "In this capture the board did not answer.",
            remedy: "This is a recording: let it go on, or move the slider.",
          }
        : {
            title: "The link was lost",
            cause: status.message ?? "The board does not answer.",
            remedy: "Check the cable: it is found again by itself.",
          },
    );
  }

  /**
   * @param {string} name
   * @param {any} [body]
   * @returns {Promise<any>}
   */
  async command(name, body = {}) {
    if (this.token === null) throw new Error(onlyShows);
    const answer = await fetch(`command/${name}`, {
      method: "POST",
      headers: { [tokenHeader]: this.token, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }).catch(() => {
      throw new Error("“binnacle serve” does not answer. Start it again, and open the address that it prints.");
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

const onlyShows = "This address only shows. Open the whole address that “binnacle serve” printed, on its computer.";

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
    /** @param {{latitude: number, longitude: number, height?: number}} place */
    setPlace: ({ latitude, longitude, height = 0 }) => send("setPlace", { latitude, longitude, height }),
    /** @param {import("../settings.js").Settings} settings */
    setHeading: ({ mounting, ...others }) => send("setHeading", { mounting: String(mounting), ...others }),
    /** @param {{latitude: number, longitude: number} | null} place null: no guidance any more */
    setDestination: (place) =>
      send("setDestination", place ? { latitude: place.latitude, longitude: place.longitude } : {}),
    /** @param {{latitude: number, longitude: number, accuracy: number}} fix degrees, m */
    setFix: ({ latitude, longitude, accuracy }) => send("setFix", { latitude, longitude, accuracy }),
    /** @param {boolean} isOn */
    zeroPoint: (isOn) => send("zeroPoint", { on: isOn }),
    selfTest: () => send("selfTest"),
    record: async () => Uint8Array.from(atob((await send("calibrationRecord")).bytes), (c) => c.charCodeAt(0)),
  };
}
