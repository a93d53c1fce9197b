// Why the arrow to the destination is missing, in words.
import assert from "node:assert/strict";
import test from "node:test";
import { arrowAbsence } from "../../Sources/Web/Page/show.js";
import { json, words } from "./support.js";

test("missingArrow_hasTheWordsOfGuide", () => {
  const rows = json("Protocols/reasons.json");
  const of = (family, name) => rows[family].find((row) => row.name === name).sentence;
  const reading = { mode: 2, magnetic: 12, reason: 0, doubts: [] };
  const guidance = { state: 1, arrow: 255, hidden: 255, turn: null, fixAge: 1, disturbance: 0, source: 2 };
  const told = (change, more = {}) =>
    arrowAbsence({ reading: { ...reading, ...more } }, { ...guidance, ...change }, words).sentence;
  assert.equal(told({ state: 3, fixAge: null }), of("guidance", "locationOld"));
  assert.equal(told({ state: 3, fixAge: 31 }), of("guidance", "locationOld"));
  assert.equal(told({ state: 3, fixAge: 2 }), of("guidance", "locationInaccurate"));
  assert.equal(told({ hidden: 2 }), of("guidance", "noBearing"));
  assert.equal(told({ hidden: 3 }), of("guidance", "headingInaccurate"));
  assert.equal(told({ hidden: 3, disturbance: 2 }), of("guidance", "disturbed"));
  assert.equal(told({ hidden: 3, source: 0 }), of("guidance", "courseInaccurate"));
  assert.equal(told({ hidden: 1 }), of("guidance", "noTrueNorth"));
  assert.equal(told({ hidden: 1 }, { doubts: [8] }), of("doubts", "positionUnknown"));
  assert.equal(told({ hidden: 1 }, { magnetic: null, doubts: [0] }), of("doubts", "uncalibrated"));
  assert.equal(told({ hidden: 1 }, { magnetic: null, mode: 0, reason: 2 }), of("unavailable", "overflow"));
  assert.equal(
    arrowAbsence({ reading: null }, { ...guidance, hidden: 1 }, words).sentence,
    of("guidance", "noReading"),
  );
});
