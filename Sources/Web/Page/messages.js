// @ts-check
// Payloads of the link as objects, and back, by the layouts that are made from Protocols/link/messages.json.

import { layouts, version } from "./layouts.js";

/** @typedef {{at: number, type: string, name: string, unit?: string}} Field */
/** @typedef {{kind: number, name: string, direction: string, shortest: number, fields: Field[]}} Message */
/** @typedef {Record<string, any>} Fields */

export { version };
/**
 * Whether a device speaks the protocol of this page, too.
 * @param {{protocolMinimum: number, protocolMaximum: number}} hello
 */
export const speaks = (hello) => hello.protocolMinimum <= version && version <= hello.protocolMaximum;

const textDecoder = new TextDecoder("utf-8", { fatal: false });

/**
 * Bytes of a type with a fixed size; 0 for the others.
 * @param {string} type
 */
function size(type) {
  const [word, , times] = type.split(" ");
  /** @type {Record<string, number>} */
  const sizes = { u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8 };
  if (type.endsWith("bytes")) return Number(word);
  return (sizes[word] ?? 0) * (times ? Number(times) : 1);
}

/**
 * @param {DataView} view
 * @param {number} at
 * @param {string} word
 * @param {boolean} isTime
 */
function number(view, at, word, isTime) {
  switch (word) {
    case "u8":
      return view.getUint8(at);
    case "u16":
      return view.getUint16(at, true);
    case "i16":
      return view.getInt16(at, true);
    case "u32":
      return view.getUint32(at, true);
    case "i32":
      return view.getInt32(at, true);
    default: {
      const value = view.getBigUint64(at, true);
      return isTime ? Number(value) : value;
    }
  }
}

/**
 * @param {DataView} view
 * @param {number} at
 * @param {string} word
 * @param {any} value
 */
function put(view, at, word, value) {
  switch (word) {
    case "u8":
      return view.setUint8(at, value);
    case "u16":
      return view.setUint16(at, value, true);
    case "i16":
      return view.setInt16(at, value, true);
    case "u32":
      return view.setUint32(at, value, true);
    case "i32":
      return view.setInt32(at, value, true);
    default:
      return view.setBigUint64(at, BigInt(value), true);
  }
}

export class Messages {
  constructor() {
    /** @type {Map<number, Message>} */
    this.byKind = new Map(layouts.map((message) => [message.kind, message]));
    /** @type {Map<string, Message>} */
    this.byName = new Map(layouts.map((message) => [message.name, message]));
  }

  /**
   * The number of a message.
   * @param {string} name
   */
  kind(name) {
    const message = this.byName.get(name);
    if (!message) throw new Error(`there is no message ${name}`);
    return message.kind;
  }

  /**
   * A payload as an object; null for a kind that is not in the table, or a payload that is too short.
   * Fields beyond the end of the payload are left out. Numbers stay as they are sent; u64 without a unit are BigInt.
   * @param {number} kind
   * @param {Uint8Array} payload
   * @returns {{name: string, fields: Fields} | null}
   */
  decode(kind, payload) {
    const message = this.byKind.get(kind);
    if (!message || payload.length < message.shortest) return null;
    const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
    /** @type {Fields} */
    const fields = {};
    for (const field of message.fields) {
      const end = field.at + size(field.type);
      if (end > payload.length) break;
      fields[field.name] = this.#value(field, view, payload, fields);
    }
    return { name: message.name, fields };
  }

  /**
   * @param {Field} field
   * @param {DataView} view
   * @param {Uint8Array} payload
   * @param {Fields} before
   */
  #value(field, view, payload, before) {
    const { at, type } = field;
    const [word, , times] = type.split(" ");
    if (type.endsWith("bytes")) {
      const bytes = payload.slice(at, at + Number(word));
      return field.name === "board" ? text(bytes) : bytes;
    }
    switch (type) {
      case "rest":
      case "status":
        return payload.slice(at);
      case "nameLength":
        return text(payload.slice(at, at + before.nameLength));
      case "reasonCount":
        return reasons(view, at, before.reasonCount);
    }
    const isTime = field.unit === "us" || field.unit === "mm";
    if (!times) return number(view, at, word, isTime);
    const step = size(word);
    return Array.from({ length: Number(times) }, (_, i) => number(view, at + i * step, word, isTime));
  }

  /**
   * The payload of a request. Fields that are not given are 0.
   * @param {string} name
   * @param {Fields} [fields]
   * @returns {{kind: number, payload: Uint8Array}}
   */
  encode(name, fields = {}) {
    const message = this.byName.get(name);
    if (!message) throw new Error(`there is no message ${name}`);
    const last = message.fields.at(-1);
    const payload = new Uint8Array(message.shortest + (last?.type === "rest" ? (fields[last.name]?.length ?? 0) : 0));
    const view = new DataView(payload.buffer);
    for (const field of message.fields) {
      const value = fields[field.name] ?? 0;
      if (field.type === "rest" || field.type.endsWith(" bytes")) {
        if (value) payload.set(value, field.at);
        continue;
      }
      const [word, , times] = field.type.split(" ");
      if (!times) put(view, field.at, word, value);
      else for (let i = 0; i < Number(times); i++) put(view, field.at + i * size(word), word, value[i] ?? 0);
    }
    return { kind: message.kind, payload };
  }
}

/**
 * Text of a device: without its padding and without characters that control a screen.
 * @param {Uint8Array} bytes
 */
export function text(bytes) {
  const end = bytes.indexOf(0);
  return textDecoder
    .decode(end < 0 ? bytes : bytes.slice(0, end))
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/g, "�");
}

/**
 * @param {DataView} view
 * @param {number} at
 * @param {number} count
 */
function reasons(view, at, count) {
  const found = [];
  for (let i = at; found.length < count && i + 10 <= view.byteLength; i += 10) {
    found.push({
      code: view.getUint8(i),
      weight: view.getUint8(i + 1),
      measured: view.getInt32(i + 2, true),
      limit: view.getInt32(i + 6, true),
    });
  }
  return found;
}
