// @ts-check
// Sensors that are turned by hand in the Earth's field, with iron beside them: the field's direction walks over the sphere.

let state = 1;

/** From -8 to 7, always the same row. */
function noise() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return (state >>> 28) - 8;
}

/**
 * Nanotesla, X forward, Y left, Z up.
 * @param {number} step
 * @returns {[number, number, number]}
 */
export function readMagnetometer(step) {
  // After the turning: level, with the nose 30 degrees east of magnetic north, at a dip of 64 degrees.
  const turning = step < 2000;
  const height = turning ? (Math.floor(step / 31) * Math.PI) / 32 : 0;
  const round = (step * 5 * Math.PI) / 32;
  const [x, y, z] = turning
    ? [
        48_000 * Math.sin(height) * Math.cos(round),
        48_000 * Math.sin(height) * Math.sin(round),
        48_000 * Math.cos(height),
      ]
    : [18_200, 10_500, -43_100];
  return [
    Math.round(x + 12_000 + 33 * noise()),
    Math.round(y - 7_000 + 33 * noise()),
    Math.round(z + 30_000 + 33 * noise()),
  ];
}

/**
 * Micro-g, the same axes.
 * @param {number} _step
 * @returns {[number, number, number]}
 */
export function readAccelerometer(_step) {
  return [61 * noise(), 61 * noise(), 1_000_000 + 61 * noise()];
}
