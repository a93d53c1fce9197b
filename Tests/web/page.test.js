// Words, units, speech, drawings, files of the page.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { Announcer } from "../../Sources/Web/Page/announce.js";
import { parsePlace } from "../../Sources/Web/Page/place.js";
import { mountingText, parseSettings, settingTexts } from "../../Sources/Web/Page/settings.js";
import { obstacle, portProblem } from "../../Sources/Web/Page/problems.js";
import { accuracyText, age, circle, duration, headingText, point, turnTo } from "../../Sources/Web/Page/units.js";
import { body, sides } from "../../Sources/Web/Page/words.js";
import { cellDirection, drawBall, nextCell } from "../../Sources/Web/Page/drawing/ball.js";
import { drawChart, drawFieldStrip, roundStep } from "../../Sources/Web/Page/drawing/chart.js";
import { drawCloud } from "../../Sources/Web/Page/drawing/cloud.js";
import { drawAttitude } from "../../Sources/Web/Page/drawing/attitude.js";
import { drawRose } from "../../Sources/Web/Page/drawing/rose.js";
import { SVGPen } from "../../Sources/Web/Page/drawing/pen.js";
import { json, read, root, words } from "./support.js";

const colours = {
  ink: "#111",
  muted: "#222",
  line: "#333",
  paper: "#fff",
  shade: "#444",
  north: "#a00",
  accent: "#00a",
  wedge: "#0aa",
  alarm: "#f00",
};
const drawn = (draw) => {
  const pen = new SVGPen();
  draw(pen);
  return pen.svg(400, 400);
};

test("places_asPeopleWriteThem_areReadAsByTheProgram", () => {
  const rows = json("Tests/Data/places.json");
  assert.ok(rows.length > 50);
  for (const { text, place } of rows) {
    const read = parsePlace(text);
    if (!place) {
      assert.equal(read, null, text);
      continue;
    }
    [read.latitude, read.longitude, read.height].forEach((value, index) =>
      assert.ok(Math.abs(value - place[index]) < 1e-12, text),
    );
  }
});

test("settings_areReadFromTheForm_andShownAsTheyAre", () => {
  const texts = { mounting: "6", level: "2,5", smooth: "", card: "1, -2.5, 0, 0, 0.25" };
  const given = { mounting: 6, level: 2.5, smooth: null, card: "1,-2.5,0,0,0.25" };
  assert.deepEqual(parseSettings(texts), given);
  assert.deepEqual(parseSettings({ ...texts, card: "1 -2.5 0 0 0.25", level: "2.5" }), given);
  assert.deepEqual(parseSettings({ mounting: "0", level: "", smooth: "0.5", card: "" }), {
    mounting: 0,
    level: null,
    smooth: 0.5,
    card: "none",
  });
  for (const wrong of [{ level: "16" }, { level: "x" }, { smooth: "61" }, { card: "1, 2" }, { card: "1,2,3,4,x" }])
    assert.match(parseSettings({ ...texts, ...wrong }), /degrees|seconds/, JSON.stringify(wrong));
  const turn = (degrees) => Math.round((degrees / 360) * 2 ** 32);
  const settings = { levelTolerance: 25, timeConstant: 500_000, a: turn(1), b: turn(-2.5), c: 0, d: 0, e: turn(0.25) };
  assert.deepEqual(settingTexts(settings, 6), {
    mounting: "6",
    level: "2.5",
    smooth: "0.5",
    card: "1, -2.5, 0, 0, 0.25",
  });
  assert.deepEqual(settingTexts(null, 0), { mounting: "0", level: "", smooth: "", card: "" });
  assert.equal(mountingText(0), "+X forward, +Y right");
  assert.equal(new Set(Array.from({ length: 24 }, (_, code) => mountingText(code))).size, 24);
});

test("headings_areNever360", () => {
  assert.equal(headingText(359.97, 1), "000.0");
  assert.equal(headingText(359.4, 0), "359");
  assert.equal(headingText(-0.2, 0), "000");
  assert.equal(headingText(7.25, 1), "007.3");
  assert.equal(circle(-1e-20), 0);
});

test("turns_goTheShortWay", () => {
  assert.equal(turnTo(350, 10), 20);
  assert.equal(turnTo(10, 350), -20);
  assert.deepEqual([0, 11.24, 11.26, 348.8].map(point), ["N", "N", "NNE", "N"]);
});

test("texts_ofNumbers", () => {
  assert.deepEqual([accuracyText(2.3), accuracyText(9.96), accuracyText(57.2)], ["±2.3°", "±10°", "±57°"]);
  assert.deepEqual([duration(59.6), duration(3661)], ["1:00", "1:01:01"]);
  assert.deepEqual([age(0), age(1), age(18), age(400)], ["of today", "of yesterday", "18 days old", "13 months old"]);
});

test("reasons_haveNumbersWithUnits", () => {
  assert.equal(
    words.text({ code: 7, measured: 1830, limit: 1500 }),
    "the heading may be 18.3° wrong, 15.0° at most is accepted",
  );
  assert.equal(
    words.text({ code: 7, measured: 0xffff, limit: 1500 }),
    "the heading error cannot be predicted; turn it further",
  );
  assert.equal(words.text({ code: 9, measured: 0, limit: 2500 }), "a larger model would be too long for its width");
  assert.match(words.text({ code: 99, measured: 1, limit: 2 }), /reason 99/);
  // What the program says; where it has a hyphen before a number, the page has a minus sign.
  const hyphens = (/** @type {string} */ text) => text.replaceAll("−", "-");
  for (const { code, measured, limit, text } of json("Tests/web/reason_texts.json"))
    assert.equal(
      hyphens(words.text({ code, measured, limit })),
      hyphens(text),
      `reason ${code}, ${measured}, ${limit}`,
    );
  assert.match(words.reason("doubts", 31).sentence, /reason 31/);
  assert.equal(
    words.movement(1, 3394),
    "No zero point: the field moved while the zero point was taken, by 3.4 µT. " +
      "Lay the instrument down, keep magnets and iron away, and take the zero point again.",
  );
  assert.match(words.movement(5, 250), /turned after the zero point, by 2\.5°\. Lay/);
  assert.match(words.movement(99, 250), /reason 99/);
  assert.equal(
    words.movement(6, 0),
    "No zero point: for 3 s the field was beyond the range of the sensor. " +
      "Take magnets and iron away from the instrument, and take the zero point again.",
  );
});

test("sides_ofEveryMounting_areSixAndRightHanded", () => {
  for (let mounting = 0; mounting < 24; mounting++) {
    const { faces } = sides(mounting);
    assert.deepEqual([...faces].sort(), ["belly", "left", "nose", "right", "tail", "top"], String(mounting));
    const [x, y, z] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map((v) => body(v, mounting));
    const determinant =
      x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) + x[2] * (y[0] * z[1] - y[1] * z[0]);
    assert.equal(determinant, 1, String(mounting));
  }
  assert.deepEqual(sides(0).faces, ["nose", "tail", "right", "left", "belly", "top"]);
});

// The cell of a direction: Protocols/calibration/spec.md, section 5.
function cellOf(d) {
  const sizes = d.map(Math.abs);
  const main = sizes[0] >= sizes[1] && sizes[0] >= sizes[2] ? 0 : sizes[1] >= sizes[2] ? 1 : 2;
  const others = [0, 1, 2].filter((i) => i !== main);
  const index = (i) => {
    const angle = (Math.atan2(d[i], sizes[main]) * 180) / Math.PI;
    return angle < -22.5 ? 0 : angle < 0 ? 1 : angle < 22.5 ? 2 : 3;
  };
  return (2 * main + (d[main] < 0 ? 1 : 0)) * 16 + index(others[0]) * 4 + index(others[1]);
}

test("cells_andTheirDirections_belongTogether", () => {
  for (let cell = 0; cell < 96; cell++) assert.equal(cellOf(cellDirection(cell)), cell);
});

test("nextCell_isOnTheWantedFace_andNear", () => {
  const none = [0, 0, 0];
  const all = [0xffffffff, 0xffffffff, 0xffffffff];
  assert.equal(nextCell({ coverage: all, mounting: 0, wanted: null, direction: null }), null);
  assert.equal(nextCell({ coverage: none, mounting: 0, wanted: 5, direction: [1, 0, 0.1] }) >> 4, 5);
  assert.equal(nextCell({ coverage: none, mounting: 0, wanted: null, direction: cellDirection(77) }), 77);
});

test("rose_withoutAHeading_hasNoLetters", () => {
  const there = drawn((pen) =>
    drawRose(pen, 400, { heading: 30, accuracy: 5, magneticNorth: 3, destination: 90 }, colours),
  );
  const gone = drawn((pen) =>
    drawRose(pen, 400, { heading: null, accuracy: null, magneticNorth: null, destination: null }, colours),
  );
  for (const letter of ["N", "E", "S", "W"]) assert.ok(there.includes(`>${letter}</text>`));
  assert.ok(there.includes(">030</text>"));
  assert.ok(!gone.includes("<text"));
  assert.ok(!gone.includes(colours.north));
});

test("rose_lettersStayUpright_andTheCardTurns", () => {
  const svg = drawn((pen) =>
    drawRose(pen, 400, { heading: 90, accuracy: 5, magneticNorth: null, destination: null }, colours),
  );
  assert.ok(!svg.includes("rotate("));
  const place = /<text x="([\d.]+)" y="([\d.]+)"[^>]*>N</.exec(svg);
  // Heading east: north is to the left.
  assert.ok(Number(place[1]) < 60 && Math.abs(Number(place[2]) - 200) < 1, place[0]);
});

test("wedge_isAsWideAsTheAccuracy", () => {
  const wide = (accuracy) =>
    /A188[\d. ]+ 0 0 1 ([\d.]+) ([\d.]+)A?/.exec(
      drawn((pen) =>
        drawRose(pen, 402, { heading: 0, accuracy, magneticNorth: null, destination: null }, colours),
      ).match(/<path d="[^"]*" fill="#0aa"[^>]*>/)[0],
    );
  const [, x, y] = wide(30).map(Number);
  assert.ok(Math.abs((Math.atan2(x - 201, 201 - y) * 180) / Math.PI - 30) < 0.1, `${x} ${y}`);
});

const record = {
  hardIron: [1, 2, 3],
  softIron: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
};

test("drawings_haveNoNumbersThatAreNone", () => {
  const past = [
    [0, 48_000],
    [100, null],
    [200, 47_000],
  ].map(([time, strength]) => ({ time, strength, accuracy: 2, disturbance: time ? 2 : 0 }));
  for (const svg of [
    drawn((pen) =>
      drawFieldStrip(pen, 300, 120, { past, now: 300, seconds: 60, expected: 48_000, limit: 3000 }, colours),
    ),
    drawn((pen) =>
      drawFieldStrip(pen, 300, 120, { past: [], now: 300, seconds: 60, expected: null, limit: null }, colours),
    ),
    drawn((pen) =>
      drawChart(pen, 300, 120, { x: [0, 0], y: [1, 1], lines: [{ points: [[0, 1]] }], xLabels: [] }, colours),
    ),
    drawn((pen) =>
      drawCloud(
        pen,
        200,
        200,
        {
          points: [
            [1, 2, 3],
            [0, 0, 0],
          ],
          record,
          strength: 48_000,
        },
        colours,
        "a",
      ),
    ),
    drawn((pen) => drawCloud(pen, 200, 200, { points: [], record: null, strength: null }, colours, "<b>")),
    drawn((pen) =>
      drawBall(pen, 400, 200, { coverage: [7, 0, 9], mounting: 7, wanted: 2, direction: [0, 0, 0] }, colours),
    ),
    drawn((pen) => drawAttitude(pen, 90, { roll: null, pitch: null }, colours)),
  ]) {
    assert.doesNotMatch(svg, /NaN|undefined|Infinity|<b>/);
    assert.equal((svg.match(/<g /g) ?? []).length, (svg.match(/<\/g>/g) ?? []).length);
  }
  assert.deepEqual([roundStep(10, 5), roundStep(0.7, 3), roundStep(47, 4)], [2, 0.5, 20]);
});

test("speech_isRareAndTellsWhatChanged", () => {
  const announcer = new Announcer();
  const said = { word: "Good", text: "fine", step: "", heading: 10, reference: "true" };
  assert.match(announcer.next(said, 0), /^Good: fine\. 10 degrees true, north\.$/);
  assert.equal(announcer.next({ ...said, heading: 50 }, 4999), null);
  assert.equal(announcer.next({ ...said, heading: 19 }, 5000), null);
  assert.equal(announcer.next({ ...said, heading: 21 }, 5001), "21 degrees true, north.");
  assert.match(
    announcer.next({ ...said, word: "No heading", text: "the cable", heading: null }, 20_000),
    /^No heading: the cable\.$/,
  );
});

test("obstacles_areToldApart", () => {
  assert.equal(obstacle({ isSecure: true, hasSerial: true }), null);
  assert.match(obstacle({ isSecure: false, hasSerial: false }).title, /not secure/);
  assert.match(obstacle({ isSecure: true, hasSerial: false }).title, /browser cannot/);
  for (const isSecure of [true, false]) assert.match(obstacle({ isSecure, hasSerial: false }).remedy, /binnacle serve/);
  for (const name of ["NotFoundError", "InvalidStateError", "NetworkError", "SecurityError", "OtherError"]) {
    const { title, cause, remedy } = portProblem(Object.assign(new Error("x"), { name }), "Linux x86_64");
    assert.ok(title && cause && remedy, name);
  }
  assert.match(portProblem(Object.assign(new Error(), { name: "NetworkError" }), "Linux").remedy, /dialout/);
  assert.doesNotMatch(portProblem(Object.assign(new Error(), { name: "NetworkError" }), "Win32").remedy, /dialout/);
});

const files = readdirSync(`${root}Sources/Web/Page`, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.replace(`${root}Sources/Web/Page/`, ""));

test("serviceWorker_keepsEveryFile", () => {
  const kept = [
    ...read("Sources/Web/Page/sw.js")
      .match(/const files = \[([^\]]*)\]/)[1]
      .matchAll(/"([^"]+)"/g),
  ].map((match) => match[1]);
  const wanted = [...files.filter((name) => name !== "sw.js" && !name.endsWith(".d.ts")), "binnacle-page.wasm", "./"];
  assert.deepEqual(kept.sort(), wanted.sort());
});

test("page_hasNoScriptOrStyleInItsMarkup_norInItsFiles", () => {
  const html = read("Sources/Web/Page/index.html");
  assert.doesNotMatch(html, /\sstyle=|\son[a-z]+=|<style|<script(?![^>]*src=)/);
  for (const name of files) {
    const content = read(`Sources/Web/Page/${name}`);
    if (!name.endsWith(".js")) continue;
    assert.ok(content.startsWith("// @ts-check\n"), name);
    assert.doesNotMatch(content, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/, name);
  }
});

test("elements_thatScriptsWant_areThere", () => {
  const html = read("Sources/Web/Page/index.html");
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
  const made = new Set(
    files
      .filter((name) => name.startsWith("view/"))
      .flatMap((name) => [...read(`Sources/Web/Page/${name}`).matchAll(/id: "([^"]+)"/g)].map((match) => match[1])),
  );
  for (const name of files.filter((file) => file.endsWith(".js"))) {
    for (const [, id] of read(`Sources/Web/Page/${name}`).matchAll(/element\("([^"]+)"\)/g))
      assert.ok(ids.has(id) || made.has(id), `${name}: #${id}`);
  }
});
