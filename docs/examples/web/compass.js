// @ts-check
// A compass that is calibrated by turning it, and then tells its heading from true north. It runs in Node and in browsers.

import { Axis, degrees, Sensor } from "binnacle";
import { readAccelerometer, readMagnetometer } from "./sensors.js";

/**
 * @param {import("binnacle").Binnacle} binnacle
 * @param {(line: string) => void} say
 */
export function run(binnacle, say) {
  const compass = binnacle.compass();
  const calibration = binnacle.calibration();
  // X forward, Y left, Z up: right is -Y.
  compass.setAxes(Sensor.magnetometer, Axis.plusX, Axis.minusY);
  compass.setAxes(Sensor.accelerometer, Axis.plusX, Axis.minusY);
  compass.setPlace({ latitude: 47.4, longitude: 8.5, height: 408, year: 2026, month: 7, day: 1 });

  let now = 0;
  /** The record: a page would keep it in localStorage, a server in a file. @type {Uint8Array | undefined} */
  let stored;
  calibration.start(now);
  for (let step = 0; step < 2050; step++) {
    now += 20_000;
    compass.addForce(readAccelerometer(step), now);
    compass.addField(readMagnetometer(step), now);
    // A solve takes some 80 slices; a program takes as many at once as it has time for.
    for (let turn = 0; turn < 20; turn++) {
      if (!calibration.step(compass, now)) continue;
      stored = compass.record();
      calibration.saved(true, now);
      say("calibrated");
    }
    const { state } = calibration.progress(now);
    if (state === 10) throw new Error(`the calibration failed for reason ${calibration.reasons()[0]?.code}`);
    // A person would look at calibration.outcome() first.
    if (state === 7) calibration.commit(now);
  }
  calibration.free();

  const heading = compass.trueHeading();
  if (heading === null) throw new Error("there is no heading");
  say(`${degrees(heading).toFixed(1)}° from true north`);
  const { accuracyDegrees, grade } = compass.read(now);
  say(`±${accuracyDegrees}°, grade ${grade}`);

  // The next start takes the record, and needs no turning.
  const next = binnacle.compass();
  if (stored) next.setRecord(stored);
  say(`a record of ${next.record().length} bytes is kept`);
}
