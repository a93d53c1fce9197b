// @ts-check
// Ways in that need no board: the demo, and files.

import { encodeRecord } from "./record.js";
import { daysSince2000 } from "./units.js";
import { inverse, iron, World } from "./demo/world.js";
import { isCapture, readCapture, readTable } from "./recording.js";
import { InstrumentTransport, worldSource } from "./transport/instrument.js";
import { CaptureTransport, tableSource } from "./transport/recording.js";

/** @typedef {import("./app.js").App} App */

/** Where the demo is: a lake beside Zurich. */
const place = { latitude: 47.33, longitude: 8.55, height: 406 };

/**
 * Starts the demo: calibrated some weeks ago, at a place that it knows.
 * @param {App} app
 * @returns {Promise<World>}
 */
export async function startDemo(app) {
  const world = new World();
  const transport = new InstrumentTransport(app.core, worldSource(world));
  await app.connect(transport);
  const today = daysSince2000(Date.now());
  const { device } = app;
  await device.setPlace({ ...place, days: today });
  // The world takes its field from the device's own model, so that both agree.
  const { fields } = await device.request("getLocalField");
  if (fields.state === 2) world.setPlace(fields);
  await device.request("storeRecord", {
    record: encodeRecord({
      hardIron: iron.hard,
      softIron: inverse(iron.soft),
      strength: world.strength,
      dip: world.dip,
      worst: 1.9,
      typical: 0.9,
      residual: 240,
      samples: 640,
      date: today - 18,
      grade: 3,
      chip: 8,
    }),
  });
  await device.request("getCalibration");
  return world;
}

/**
 * Opens a capture or a table.
 * @param {App} app
 * @param {File} file
 * @returns {Promise<string | null>} a remark
 */
export async function openFile(app, file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isCapture(bytes)) {
    const capture = readCapture(bytes);
    if (!capture.chunks.length) throw new Error(capture.fault ?? "The capture holds nothing that a device sent.");
    await app.connect(new CaptureTransport({ ...capture, name: file.name }, () => app.core.decoder()));
    return capture.fault;
  }
  const table = readTable(bytes, app.core);
  if (table.fault) throw new Error(table.fault);
  const fit = app.core.fit(
    table.rows.map(({ field, force, time }) => ({
      field,
      force: force ?? undefined,
      time: time === null ? undefined : Math.round((time - (table.rows[0].time ?? 0)) * 1e6),
    })),
  );
  await app.connect(new InstrumentTransport(app.core, tableSource(table, file.name)));
  const passed = table.skipped ? ` ${table.skipped} rows without numbers were passed over.` : "";
  const told = `${table.rows.length} rows, taken as ${table.unit}${table.forceUnit ? ` and ${table.forceUnit}` : ", without an accelerometer"}.${passed}`;
  if (!fit.record) return `${told} They determine no calibration: headings stay uncalibrated.`;
  await app.device.request("setCalibration", { record: fit.record });
  await app.device.request("getCalibration");
  return `${told} Calibrated from themselves: ±${fit.worstDegrees?.toFixed(1) ?? "?"}° at worst.`;
}
