// @ts-check
// Payloads of the link as objects, and back: everything is read from messages.json, the one table of layouts.

/** @typedef {{at: number, type: string, name: string, unit?: string, mayBeAbsent?: boolean, since?: number}} Field */
/** @typedef {{kind: number, name: string, direction: string, shortest: number, shortestOfVersion1?: number, fields: Field[]}} Message */
/** @typedef {Record<string, any>} Fields */

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
  /** @param {{messages: Message[]}} table the content of messages.json */
  constructor(table) {
    /** @type {Map<number, Message>} */
    this.byKind = new Map(table.messages.map((message) => [message.kind, message]));
    /** @type {Map<string, Message>} */
    this.byName = new Map(table.messages.map((message) => [message.name, message]));
  }

  /**
   * The number of a message.
   * @param {string} name
   */
  kind(name) {
    const message = this.byName.get(name);
    if (!message) throw new Error(`messages.json has no ${name}`);
    return message.kind;
  }

  /**
   * A payload as an object; null for a kind that is not in the table, or a payload that is too short.
   * Fields that a payload ends before are left out. Numbers stay as they are sent; u64 without a unit are BigInt.
   * @param {number} kind
   * @param {Uint8Array} payload
   * @returns {{name: string, fields: Fields} | null}
   */
  decode(kind, payload) {
    const message = this.byKind.get(kind);
    if (!message || payload.length < (message.shortestOfVersion1 ?? message.shortest)) return null;
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
      case "record":
        return payload.slice(at, at + (payload[at + 3] ?? 0));
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
   * The payload of a request. Fields that are not given are 0; optional ones at the end are left out.
   * @param {string} name
   * @param {Fields} [fields]
   * @returns {{kind: number, payload: Uint8Array}}
   */
  encode(name, fields = {}) {
    const message = this.byName.get(name);
    if (!message) throw new Error(`messages.json has no ${name}`);
    const parts = message.fields.filter((field) => !field.mayBeAbsent || field.name in fields);
    const tail = parts.find((field) => field.type === "record" || field.type === "rest");
    const rest = tail ? /** @type {Uint8Array} */ (fields[tail.name] ?? new Uint8Array()) : new Uint8Array();
    const length = parts.reduce((most, field) => Math.max(most, field.at + size(field.type)), 0);
    const payload = new Uint8Array(tail ? tail.at + rest.length : length);
    const view = new DataView(payload.buffer);
    for (const field of parts) {
      if (field === tail) {
        payload.set(rest, field.at);
        continue;
      }
      const value = fields[field.name] ?? 0;
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
