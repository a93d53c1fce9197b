// Files of rows, read by the page's core as the program reads them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { readTable } from "../../Sources/Web/Page/recording.js";
import { lacksCore, loadCore, root } from "./support.js";

const file = (name) => new Uint8Array(readFileSync(`${root}Tests/Data/recordings/${name}`));

/** The middle of the field's largest and smallest values, µT: near the hard iron, 12, −34, 8. */
function middle(rows) {
  return [0, 1, 2].map((axis) => {
    const values = rows.map(({ field }) => field[axis] / 1000).sort((a, b) => a - b);
    return (values[0] + values[values.length - 1]) / 2;
  });
}

for (const [name, count, unit, hasForce] of [
  ["clean.csv", 190, "µT", true],
  ["bad_rows.csv", 186, "µT", false],
  ["decimal_comma_quoted_header.csv", 190, "µT", false],
  ["json_lines.json", 190, "µT", true],
  ["lis3mdl_demo_two_lines.txt", 48, "µT", false],
  ["magneto_tabs_no_header.txt", 190, "µT", false],
  ["motioncal_raw.txt", 190, "µT", true],
  ["motioncal_serial_monitor.txt", 190, "µT", false],
  ["phone_logger_zyx.csv", 190, "µT", false],
  ["phyphox_names.csv", 190, "µT", false],
  ["python_tuples.txt", 190, "µT", true],
  ["record_types_android_gnss.txt", 95, "µT", false],
  ["record_types_autopilot.log", 95, "mG", false],
  ["serial_monitor_numbers.txt", 190, "µT", false],
  ["time_microseconds.csv", 190, "G", false],
  ["units_row_below_header.csv", 190, "µT", false],
]) {
  test(`${name} is read`, { skip: lacksCore }, async () => {
    const table = readTable(file(name), await loadCore());
    assert.equal(table.fault, null);
    assert.equal(table.rows.length, count);
    assert.equal(table.unit, unit);
    assert.equal(table.rows[0].force !== null, hasForce);
    middle(table.rows).forEach((value, axis) => assert.ok(Math.abs(value - [12, -34, 8][axis]) < 4, `${value}`));
    if (hasForce) assert.ok(Math.abs(Math.hypot(...table.rows[0].force) - 1e6) < 20_000);
  });
}

test("numbers without a unit have a scale", { skip: lacksCore }, async () => {
  for (const [name, unit] of [
    ["counts_dead_end.csv", "counts"],
    ["slash_comments_tabs_xsens.txt", "arbitrary units"],
  ]) {
    const table = readTable(file(name), await loadCore());
    assert.equal(table.unit, unit);
    const length = Math.hypot(...table.rows[0].field);
    assert.ok(length > 16_000 && length < 200_000, `${length}`);
  }
});

test("what is no recording is told", { skip: lacksCore }, async () => {
  const core = await loadCore();
  const text = (/** @type {string} */ words) => new TextEncoder().encode(words);
  assert.match(readTable(text("hello\nworld\n"), core).fault, /no rows of numbers.*mx, my and mz/);
  assert.match(readTable(new Uint8Array(0), core).fault, /no rows of numbers/);
  assert.match(
    readTable(new Uint8Array([1, 0, 2, 200, 0, 0, 7, 0, 255, 1, 0, 9, 9, 9, 0, 0, 1]), core).fault,
    /no text/,
  );
  assert.match(readTable(text("t,u,v,w\n1,2,3,4\n2,3,4,5\n"), core).fault, /it is not known which are the field/);
  assert.match(readTable(file("two_axes.csv"), core).fault, /two axes/);
});

test("a file of many pieces is read to its end", { skip: lacksCore }, async () => {
  const rows = Array.from(
    { length: 60_000 },
    (_, i) => `${i * 10},${40 * Math.cos(i)},${40 * Math.sin(i)},${20 + (i % 7)}`,
  );
  const table = readTable(new TextEncoder().encode(`ms,mx,my,mz\n${rows.join("\n")}\n`), await loadCore());
  assert.equal(table.fault, null);
  assert.equal(table.rows.length, 60_000);
  assert.equal(table.rows[59_999].time, 599.99);
});

test("severalSamplesInARow_areAllRead_withTimesBetweenThoseOfTheRows", { skip: lacksCore }, async () => {
  const field = (k) => [30 * Math.cos(k / 9), 30 * Math.sin(k / 9), 20 * Math.sin(k / 31)].map((v) => v.toFixed(2));
  const samples = Array.from({ length: 160 }, (_, k) => field(k));
  const rows = Array.from({ length: 40 }, (_, row) => [(row + 1) * 0.4, ...samples.slice(4 * row, 4 * row + 4).flat()]);
  const names = [0, 1, 2, 3].flatMap((k) => [`mx${k}`, `my${k}`, `mz${k}`]);
  const text = [["t_s", ...names], ...rows].map((row) => row.join(",")).join("\n");
  const table = readTable(new TextEncoder().encode(`${text}\n`), await loadCore());
  assert.equal(table.fault ?? null, null);
  assert.deepEqual(
    table.rows.map(({ time }) => Math.round(time * 1000)),
    samples.map((_, k) => 100 * (k + 1)),
  );
  assert.deepEqual(
    table.rows.map((row) => row.field.map((v) => Math.round(v / 10))),
    samples.map((sample) => sample.map((v) => Math.round(Number(v) * 100))),
  );
});
