// @ts-check
// Numbers of the link in the units that people read, and as text.

const turn = 2 ** 32;

/**
 * 2^−32 turns as degrees, 0 … 360.
 * @param {number} binary
 */
export const degrees = (binary) => ((binary >>> 0) / turn) * 360;
/**
 * 2^−32 turns as degrees, −180 … 180.
 * @param {number} binary
 */
export const signedDegrees = (binary) => ((binary | 0) / turn) * 360;
/**
 * Hundredths of a degree; null for 65535.
 * @param {number} value
 */
export const hundredths = (value) => (value === 0xffff ? null : value / 100);

/**
 * An angle brought into 0 … 360, 360 excluded.
 * @param {number} value
 */
export function circle(value) {
  const turned = value - 360 * Math.floor(value / 360);
  return turned >= 360 ? 0 : turned;
}
/**
 * The shortest way from one direction to another, −180 … 180.
 * @param {number} from
 * @param {number} to
 */
export const turnTo = (from, to) => circle(to - from + 180) - 180;

/**
 * The length of a vector.
 * @param {number[]} v
 */
export const length = (v) => Math.hypot(v[0], v[1], v[2]);

const points = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];
const names = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
/**
 * One of sixteen points.
 * @param {number} heading
 */
export const point = (heading) => points[Math.round(circle(heading) / 22.5) % 16];
/**
 * One of eight names, for speech.
 * @param {number} heading
 */
export const spokenPoint = (heading) => names[Math.round(circle(heading) / 45) % 8];

/**
 * A heading with three digits before the point; never 360.
 * @param {number} heading
 * @param {number} decimals
 */
export function headingText(heading, decimals) {
  const scale = 10 ** decimals;
  const whole = Math.round(circle(heading) * scale) % (360 * scale);
  return (whole / scale).toFixed(decimals).padStart(decimals ? 4 + decimals : 3, "0");
}
/**
 * The number of decimals of a heading: none if its accuracy is a degree or worse.
 * @param {number | null} accuracy
 */
export const decimalsFor = (accuracy) => (accuracy !== null && accuracy < 1 ? 1 : 0);

/**
 * A number with a real minus sign.
 * @param {number} value
 * @param {number} decimals
 */
export const fixed = (value, decimals) => {
  const digits = Math.abs(value).toFixed(decimals);
  return (value < 0 && Number(digits) !== 0 ? "−" : "") + digits;
};
/** @param {number} nanotesla */
export const microtesla = (nanotesla) => fixed(nanotesla / 1000, 1);
/**
 * An accuracy, in degrees; one decimal below ten.
 * @param {number} value
 */
export const accuracyText = (value) => `±${value < 9.95 ? value.toFixed(1) : value.toFixed(0)}°`;

/**
 * Minutes and seconds.
 * @param {number} seconds
 */
export function duration(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
/**
 * A distance given in millimetres.
 * @param {number} millimetres
 */
export function distance(millimetres) {
  const metres = millimetres / 1000;
  if (metres < 1000) return `${fixed(metres, metres < 100 ? 1 : 0)} m`;
  return `${fixed(metres / 1000, metres < 100_000 ? 2 : 0)} km`;
}
/**
 * Days from 2000-01-01 UTC to a moment in ms since 1970.
 * @param {number} milliseconds
 */
export const daysSince2000 = (milliseconds) => Math.floor(milliseconds / 86_400_000) - 10_957;
/**
 * The age of a date, in words.
 * @param {number} days
 */
export function age(days) {
  if (days < 0) return "from a day to come";
  if (days === 0) return "of today";
  if (days === 1) return "of yesterday";
  return days < 60
    ? `${days} days old`
    : days < 730
      ? `${Math.round(days / 30.44)} months old`
      : `${Math.round(days / 365.25)} years old`;
}
