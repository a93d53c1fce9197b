// Types and units of core.js: the project's decoder, instrument, check and fit in WebAssembly.
//
// Times are whole microseconds of the device, as Numbers (exact to 2^53). Axes are the magnetometer's unless it says otherwise.
// If the core refuses a call, a CoreError is thrown; for an invalid number, a RangeError.

/** A frame of Protocols/link/spec.md. It has no version: hello has the version of the protocol. */
export interface Frame {
  /** The kind of the message, as in layouts.js. */
  kind: number;
  /** 0 for a message that nobody requested; a reply has the token of its request. */
  token: number;
  /** Counts the frames of the sender, 0 to 65535; a gap means that frames were lost. */
  sequence: number;
  payload: Uint8Array;
}

/** A refusal of the core: -1 address, -2 freed object, -3 number outside its range, -4 no record. */
export class CoreError extends Error {
  readonly code: number;
}

/** An object in the module's memory. */
export interface Owned {
  /** Gives its memory back. The object cannot be used afterwards. */
  free(): void;
}

export interface Decoder extends Owned {
  /** Decodes bytes of the line; the frames that they complete. Damage is skipped and counted. */
  feed(bytes: Uint8Array): Frame[];
  /** Frames since the start: complete ones, ones with a wrong checksum or a cut, ones longer than any frame. */
  readonly frames: number;
  readonly corrupt: number;
  readonly overlong: number;
}

export interface InstrumentOptions {
  /** What `records()` gave before; without it the store is empty. Bytes of another length are ignored. */
  records?: Uint8Array;
  /** Identifies the instrument, from hello; 0 if unknown. */
  identifier?: bigint | number;
}

/**
 * A whole instrument with world model, navigation, gyroscope and store. It has a magnetometer from the start, and the other
 * sensors from their first sample on. Its loop is yours: bytes and samples in, `run`, bytes out.
 */
export interface Instrument extends Owned {
  /** Passes bytes from the line. Complete requests are answered at once; `run` does the work that they request. */
  receive(bytes: Uint8Array, time: number): void;
  /**
   * Adds a sample of the magnetometer.
   * @param options scale: the size of a count, a code of Protocols/heading, section 3 (0: one nanotesla); chip: its code.
   */
  addField(x: number, y: number, z: number, time: number, options?: { scale?: number; chip?: number }): void;
  /** Adds a sample of the accelerometer, micro-g; level and at rest it is (0, 0, -1000000). `null`: there is none, nothing is done. */
  addForce(x: number | null, y?: number, z?: number, time?: number, options?: { chip?: number }): void;
  /** Adds a sample of the gyroscope, 2^-20 rad/s. `null`: there is none, nothing is done. */
  addRate(x: number | null, y?: number, z?: number, time?: number, options?: { chip?: number }): void;
  /**
   * Does one slice of everything that is due. Call it every few milliseconds of its time: a solve takes some hundred slices.
   * @returns whether the instrument restarted, because a request asked for it.
   */
  run(time: number): boolean;
  /** All bytes that wait for the line: whole frames with their delimiters, perhaps none. */
  send(): Uint8Array;
  /** Starts again, as after a reset: everything that was not stored is lost; the time continues. */
  restart(): void;
  /** The store's bytes as they are now, to be kept by the caller. */
  records(): Uint8Array;
  /** The requested rate of the magnetometer, hertz; 0 before the first request. */
  readonly rateHertz: number;
}

/** What a check of one reading found. */
export interface CheckResult {
  /** Whether both sides computed a heading from the reading's counts, or neither did. */
  comparable: boolean;
  /** Why nothing could be compared. */
  why?: string;
  /** Whether the same integers, computed here from the counts, give the reading bit by bit. */
  sameBits: boolean;
  /** The fields of the reading that differ from those computed here. */
  differs: string[];
  /** The reading's own heading, and the one in Double from its counts; null: there is none. Clockwise from magnetic north. */
  integerDegrees: number | null;
  referenceDegrees: number | null;
  /** The reading's heading less the one in Double, -180 to 180. */
  differenceDegrees: number | null;
  /** The largest difference that Protocols/heading allows. */
  limitDegrees: number;
  /** Whether the horizontal field is strong enough for this limit: 5000 nT, and a twentieth of the whole. */
  isInDomain: boolean;
  /** Everything that could be compared agrees. */
  pass: boolean;
}

/** Computes readings again: in the same integers to the bit, and in Double from the specification. */
export interface Checker extends Owned {
  /** Sets the record that the device uses, from a `calibration` reply; null for none. */
  use(record: Uint8Array | null): void;
  /** The mounting that the device uses, from a `mounting` reply (0 to 23); at first that of no turn. */
  mounting(number: number): void;
  /** The payload of a `headingSettings` reply: its pointing axis counts. */
  settings(payload: Uint8Array): void;
  /** Checks the payload of a `reading` or of a `computed` reply. */
  check(payload: Uint8Array): CheckResult;
}

/** Samples for a fit. */
export interface FitSample {
  /** x, y, z in the unit of the fit. */
  field: readonly [number, number, number];
  /** What the accelerometer measured then, micro-g, the same axes; it gives tilt and dip. */
  force?: readonly [number, number, number];
  /** Microseconds; at first 10 ms after the sample before. */
  time?: number;
}

export interface FitResult {
  accepted: boolean;
  /** 0 none, 1 circle in a plane, 2 offset, 3 offset and gains, 4 ellipsoid. */
  model: number;
  /** 0 to 3 (best). */
  grade: number;
  /** Bits of Protocols/calibration/spec.md, section 6. */
  reasons: number;
  /** The field that moves with the sensor, and the strength of the corrected field, in the unit of the fit. */
  hardIron: [number, number, number];
  radius: number;
  /** The rows of the matrix that corrects. */
  softIron: [number, number, number][];
  /** Root mean square of the distance from the sphere, % of the radius: of the samples used, and of those held out. */
  residualPercent: number;
  heldOutPercent: number;
  /** The heading error to expect, degrees: root mean square, and 95th percentile; null: not known. */
  typicalDegrees: number | null;
  worstDegrees: number | null;
  samples: number;
  /** Directions seen, of 96, and the tilt seen. */
  directions: number;
  tiltDegrees: number;
  /** The record for a device, if it was accepted and the unit is nanotesla. */
  record: Uint8Array | null;
}

export interface SelfTest {
  name: string;
  pass: boolean;
  /** In the unit that the name says. */
  measured: number;
  limit: number;
}

/** The layout of the rows of a recording. Units are the codes of TextUnit.swift; 255: none. */
export interface TextLayout {
  /** 0 read, 1 no rows of numbers, 2 no text, 3 the columns of the field are unknown, 4 only two axes. */
  state: number;
  fieldUnit: number;
  forceUnit: number;
  timeUnit: number;
  columns: number;
  /** Rows that were passed over. */
  passed: number;
}

/** A row of a recording in its own units; time in seconds. NaN for what the file does not have. */
export interface TextSample {
  time: number;
  field: number[];
  force: number[];
}

export interface Core {
  /** Of this build, as "0.1.0". */
  readonly version: string;
  readonly protocolVersion: number;
  /** As hello reports it: a device with another hash has other messages. */
  readonly messageTableHash: number;
  decoder(): Decoder;
  /**
   * A frame as it goes over the line: with checksum, byte stuffing and delimiter.
   * @param payload at most 256 bytes.
   * @param token 1 to 255 for a request that wants its answer.
   */
  encode(kind: number, sequence: number, payload?: Uint8Array, token?: number): Uint8Array;
  instrument(options?: InstrumentOptions): Instrument;
  checker(): Checker;
  /** The calibration fit of the device. @param unit "nanotesla" (the default) or "counts", whose strength has no limits. */
  fit(samples: Iterable<FitSample>, options?: { unit?: "nanotesla" | "counts" }): FitResult;
  /** Reads a recording of any layout, names and units, as the program does. */
  readText(bytes: Uint8Array): { layout: TextLayout; samples: TextSample[] };
  /** The angle of (x, y) from x towards y in 2^-32 turns, as the device computes it from whole numbers; null for (0, 0). */
  angle(y: number, x: number): number | null;
  /** Runs the self-tests of the device. */
  selfTests(): SelfTest[];
}

/** Loads binnacle-page.wasm from an address or from its bytes. */
export function loadCore(source: string | URL | BufferSource): Promise<Core>;
