// @ts-check
// A small simulated world for the demo: the Earth's field, iron on the instrument, a magnet, and how the instrument is held.
// The instrument itself is not simulated: it is the project's own, in WebAssembly.

/** @typedef {number[]} Vector three numbers */

const radians = (/** @type {number} */ degrees) => (degrees * Math.PI) / 180;
const dot = (/** @type {Vector} */ a, /** @type {Vector} */ b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (/** @type {Vector} */ a, /** @type {Vector} */ b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const scaled = (/** @type {Vector} */ v, /** @type {number} */ by) => v.map((value) => value * by);
const plus = (/** @type {Vector} */ a, /** @type {Vector} */ b) => a.map((value, i) => value + b[i]);
const unit = (/** @type {Vector} */ v) => scaled(v, 1 / Math.sqrt(dot(v, v)));

/** Hard iron, nT, and the matrix with which iron changes the field; both as an instrument in a small boat might have them. */
export const iron = {
  hard: [18_400, -9_200, 12_700],
  soft: [
    [1.09, 0.03, -0.02],
    [0.03, 0.94, 0.015],
    [-0.02, 0.015, 0.98],
  ],
};

/**
 * The inverse of a matrix of three rows.
 * @param {number[][]} m
 */
export function inverse(m) {
  const [a, b, c] = m;
  const size = dot(a, cross(b, c));
  const columns = [cross(b, c), cross(c, a), cross(a, b)].map((v) => scaled(v, 1 / size));
  return [0, 1, 2].map((row) => columns.map((column) => column[row]));
}

/**
 * Normal random numbers with a seed: each demo is the same.
 * @param {number} seed
 */
export function noise(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

/**
 * How the instrument moves by itself.
 * @typedef {"hand" | "sway" | "tumble"} Motion
 */

export class World {
  constructor(seed = 7) {
    this.random = noise(seed);
    /** Magnetic north, east and down, each in body axes: forward, right, down. */
    this.north = [1, 0, 0];
    this.down = [0, 0, 1];
    this.horizontal = 21_600;
    this.vertical = 43_100;
    /**
     * Where the magnet is: its distance in cm; null when it is away.
     * @type {number | null}
     */
    this.magnet = null;
    /** @type {Motion} */
    this.motion = "hand";
    this.seconds = 0;
    this.noiseNanotesla = 90;
    /** Whether a motor runs beside the instrument: its field changes faster than the sensor measures. */
    this.isMotorOn = false;
    this.wanted = { heading: 40, pitch: 0, roll: 0 };
    this.set(40, 0, 0);
  }

  get strength() {
    return Math.hypot(this.horizontal, this.vertical);
  }
  get dip() {
    return (Math.atan2(this.vertical, this.horizontal) * 180) / Math.PI;
  }

  /**
   * Puts the instrument into an attitude at once. Degrees.
   * @param {number} heading
   * @param {number} pitch
   * @param {number} roll
   */
  set(heading, pitch, roll) {
    const into = (/** @type {Vector} */ v) => {
      const [sy, cy, sp, cp, sr, cr] = [heading, pitch, roll].flatMap((angle) => [
        Math.sin(radians(angle)),
        Math.cos(radians(angle)),
      ]);
      const yawed = [cy * v[0] + sy * v[1], cy * v[1] - sy * v[0], v[2]];
      const pitched = [cp * yawed[0] - sp * yawed[2], yawed[1], sp * yawed[0] + cp * yawed[2]];
      return [pitched[0], cr * pitched[1] + sr * pitched[2], cr * pitched[2] - sr * pitched[1]];
    };
    this.north = into([1, 0, 0]);
    this.down = into([0, 0, 1]);
    this.wanted = { heading, pitch, roll };
  }

  /** The attitude as heading, pitch and roll in degrees. */
  attitude() {
    const east = cross(this.down, this.north);
    const degrees = (/** @type {number} */ value) => (value * 180) / Math.PI;
    return {
      heading: (degrees(Math.atan2(east[0], this.north[0])) + 360) % 360,
      pitch: degrees(Math.asin(Math.max(-1, Math.min(1, -this.down[0])))),
      roll: degrees(Math.atan2(this.down[1], this.down[2])),
    };
  }

  /**
   * Turns the body about its own axes.
   * @param {Vector} rate radians a second
   * @param {number} seconds
   */
  turn(rate, seconds) {
    const speed = Math.sqrt(dot(rate, rate));
    if (speed * seconds < 1e-12) return;
    const axis = scaled(rate, 1 / speed);
    const [c, s] = [Math.cos(speed * seconds), Math.sin(speed * seconds)];
    // In body axes, the world turns in the opposite direction.
    const turned = (/** @type {Vector} */ v) =>
      plus(plus(scaled(v, c), scaled(cross(axis, v), -s)), scaled(axis, dot(axis, v) * (1 - c)));
    this.down = unit(turned(this.down));
    const north = turned(this.north);
    this.north = unit(plus(north, scaled(this.down, -dot(north, this.down))));
  }

  /** @param {number} seconds */
  advance(seconds) {
    this.seconds += seconds;
    const t = this.seconds;
    if (this.motion === "tumble") {
      // Periods without a common multiple, as in a hand: every direction occurs within half a minute.
      this.turn(
        [2.6 * Math.sin(0.73 * t) + 0.9, 2.3 * Math.sin(0.47 * t + 1.3), 1.9 * Math.sin(0.31 * t + 0.4) + 0.6],
        seconds,
      );
    } else if (this.motion === "sway") {
      const { heading, pitch, roll } = this.wanted;
      const { wanted } = this;
      this.set(heading + 7 * seconds * (1 + 0.6 * Math.sin(0.21 * t)), pitch, roll);
      // A boat in a slow swell: the shown attitude rocks about the chosen one.
      const told = this.wanted.heading;
      this.set(told, pitch + 3 * Math.sin(0.9 * t), roll + 5 * Math.sin(0.63 * t + 1));
      this.wanted = { ...wanted, heading: told };
    }
  }

  /** The field at the magnetometer, nT, sensor axes, without noise. */
  fieldWithoutNoise() {
    let field = plus(scaled(this.north, this.horizontal), scaled(this.down, this.vertical));
    // A small bar magnet before the right side, fixed in the world: its field falls with the third power of the distance.
    if (this.magnet !== null) {
      const size = 4.2e8 / this.magnet ** 3;
      const east = cross(this.down, this.north);
      field = plus(
        field,
        scaled(unit(plus(plus(scaled(east, 0.85), scaled(this.north, -0.4)), scaled(this.down, -0.3))), size),
      );
    }
    return iron.soft.map((row, i) => dot(row, field) + iron.hard[i]);
  }

  field() {
    const size = this.isMotorOn ? 6500 : this.noiseNanotesla;
    return this.fieldWithoutNoise().map((value) => value + size * this.random());
  }

  /** Specific force, micro-g: −1 g on the axis that points down. */
  force() {
    return this.down.map((value) => -1e6 * value + 900 * this.random());
  }

  /**
   * Uses the field of a place from the device's own world model.
   * @param {{field: number[]}} localField Q8 nT, north, east, down
   */
  setPlace({ field }) {
    this.horizontal = Math.hypot(field[0], field[1]) / 256;
    this.vertical = field[2] / 256;
  }
}
