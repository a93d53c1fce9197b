// The page's reading and writing of payloads, against the vectors that share nothing with it.
import assert from "node:assert/strict";
import test from "node:test";
import { text } from "../../Sources/Web/Page/messages.js";
import { bytes, hex, json, messages } from "./support.js";

const vectors = json("Protocols/link/vectors/frames.json").cases;
const plain = (value) =>
  typeof value === "bigint"
    ? String(value)
    : value instanceof Uint8Array
      ? hex(value)
      : Array.isArray(value)
        ? value.map(plain)
        : value;

test("vectors_decode_toTheirFields", () => {
  let compared = 0;
  for (const { name, kind, message, payload, fields } of vectors) {
    const found = messages.decode(kind, bytes(payload));
    assert.equal(found?.name, message, name);
    for (const [field, value] of Object.entries(fields)) {
      const own = plain(found.fields[field]);
      if (typeof value === "number" && typeof own !== "object") {
        assert.equal(String(own), String(value), `${name}: ${field}`);
        compared++;
      }
      if (Array.isArray(value) && value.every((item) => typeof item === "number") && Array.isArray(own)) {
        assert.deepEqual(own.map(String), value.map(String), `${name}: ${field}`);
        compared++;
      }
    }
  }
  assert.ok(compared > 700, `only ${compared} fields were compared`);
});

test("requests_encode_toTheVectorsBytes", () => {
  let compared = 0;
  for (const { name, kind, message, payload, fields } of vectors) {
    const row = messages.byName.get(message);
    if (row.direction !== "request" || row.fields.some(({ type }) => !/^[ui](8|16|32|64)( × 3)?$/.test(type))) continue;
    const own = messages.encode(message, fields);
    assert.equal(own.kind, kind, name);
    // A vector with an optional field at its end names it.
    assert.equal(hex(own.payload), payload, name);
    compared++;
  }
  assert.ok(compared > 40, `only ${compared} requests were compared`);
});

test("payload_tooShortOrUnknown_isNothing", () => {
  assert.equal(messages.decode(0xa0, new Uint8Array(87)), null);
  assert.equal(messages.decode(0xfe, new Uint8Array(256)), null);
  assert.notEqual(messages.decode(0xa0, new Uint8Array(88)), null);
});

test("randomPayloads_neverThrow", () => {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  for (let i = 0; i < 20_000; i++) {
    const payload = Uint8Array.from({ length: Math.floor(random() * 257) }, () => random() * 256);
    messages.decode(Math.floor(random() * 256), payload);
  }
});

test("names_ofADevice_haveNoControlCharacters", () => {
  assert.equal(text(bytes("3c7363726970743e00414243")), "<script>");
  assert.equal(text(Uint8Array.from([65, 10, 27, 0xe2, 0x80, 0xae, 66])), "A���B");
});
