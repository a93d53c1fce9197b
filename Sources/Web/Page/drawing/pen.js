// @ts-check
// The pen of the drawings: the part of a 2D canvas context that they use, so that the same code draws on a canvas,
// writes an SVG for paper, or a list for a test.

/**
 * @typedef {Pick<CanvasRenderingContext2D, "save" | "restore" | "translate" | "rotate" | "beginPath" | "closePath" | "moveTo" |
 *   "lineTo" | "arc" | "fill" | "stroke" | "fillText" | "fillRect" | "setLineDash" | "clip" | "rect" | "fillStyle" | "strokeStyle" |
 *   "lineWidth" | "lineCap" | "lineJoin" | "globalAlpha" | "font" | "textAlign" | "textBaseline">} Pen
 */

/**
 * @typedef {object} Colours
 * @property {string} ink letters and lines
 * @property {string} muted lesser text
 * @property {string} line hairlines
 * @property {string} paper the background
 * @property {string} shade the darker half of a point of the rose
 * @property {string} north
 * @property {string} accent what is measured
 * @property {string} wedge how far the heading may be off
 * @property {string} alarm
 */

const number = (/** @type {number} */ value) => String(Math.round(value * 100) / 100);
const escaped = (/** @type {string} */ text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * A pen that writes SVG elements. It supports rotations and translations only.
 * @implements {Pen}
 */
export class SVGPen {
  constructor() {
    /** @type {string[]} */
    this.elements = [];
    /** @type {any[]} */
    this.stack = [];
    this.path = "";
    this.clips = 0;
  }

  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  globalAlpha = 1;
  font = "10px sans-serif";
  /** @type {CanvasLineCap} */ lineCap = "butt";
  /** @type {CanvasLineJoin} */ lineJoin = "miter";
  /** @type {CanvasTextAlign} */ textAlign = "start";
  /** @type {CanvasTextBaseline} */ textBaseline = "alphabetic";
  /** @type {number[]} */ dash = [];
  x = 0;
  y = 0;
  angle = 0;
  groups = 0;

  save() {
    const {
      fillStyle,
      strokeStyle,
      lineWidth,
      globalAlpha,
      font,
      lineCap,
      lineJoin,
      textAlign,
      textBaseline,
      dash,
      x,
      y,
      angle,
      groups,
    } = this;
    this.stack.push({
      fillStyle,
      strokeStyle,
      lineWidth,
      globalAlpha,
      font,
      lineCap,
      lineJoin,
      textAlign,
      textBaseline,
      dash,
      x,
      y,
      angle,
      groups,
    });
    this.groups = 0;
  }
  restore() {
    for (; this.groups > 0; this.groups--) this.elements.push("</g>");
    Object.assign(this, this.stack.pop());
  }
  /**
   * @param {number} x
   * @param {number} y
   */
  translate(x, y) {
    [this.x, this.y] = this.#point(x, y);
  }
  /** @param {number} angle */
  rotate(angle) {
    this.angle += angle;
  }
  /**
   * @param {number} x
   * @param {number} y
   */
  #point(x, y) {
    const [c, s] = [Math.cos(this.angle), Math.sin(this.angle)];
    return [this.x + x * c - y * s, this.y + x * s + y * c];
  }
  beginPath() {
    this.path = "";
  }
  closePath() {
    this.path += "Z";
  }
  /**
   * @param {number} x
   * @param {number} y
   */
  moveTo(x, y) {
    this.path += `M${this.#point(x, y).map(number).join(" ")}`;
  }
  /**
   * @param {number} x
   * @param {number} y
   */
  lineTo(x, y) {
    this.path += `${this.path ? "L" : "M"}${this.#point(x, y).map(number).join(" ")}`;
  }
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} r
   * @param {number} from
   * @param {number} to
   * @param {boolean} [back]
   */
  arc(x, y, r, from, to, back = false) {
    const sweep = to - from;
    const parts = Math.max(1, Math.ceil(Math.abs(sweep) / 3));
    this.lineTo(x + r * Math.cos(from), y + r * Math.sin(from));
    for (let i = 1; i <= parts; i++) {
      const at = from + (sweep * i) / parts;
      const [px, py] = this.#point(x + r * Math.cos(at), y + r * Math.sin(at));
      this.path += `A${number(r)} ${number(r)} 0 0 ${back ? 0 : 1} ${number(px)} ${number(py)}`;
    }
  }
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} w
   * @param {number} h
   */
  rect(x, y, w, h) {
    this.moveTo(x, y);
    this.lineTo(x + w, y);
    this.lineTo(x + w, y + h);
    this.lineTo(x, y + h);
    this.closePath();
  }
  fill() {
    this.elements.push(`<path d="${this.path}" fill="${escaped(this.fillStyle)}"${this.#alpha()}/>`);
  }
  stroke() {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.map(number).join(" ")}"` : "";
    this.elements.push(
      `<path d="${this.path}" fill="none" stroke="${escaped(this.strokeStyle)}" stroke-width="${number(this.lineWidth)}"` +
        ` stroke-linecap="${this.lineCap}" stroke-linejoin="${this.lineJoin}"${dash}${this.#alpha()}/>`,
    );
  }
  clip() {
    const name = `c${SVGPen.count++}`;
    this.elements.push(`<clipPath id="${name}"><path d="${this.path}"/></clipPath><g clip-path="url(#${name})">`);
    this.groups++;
  }
  /** @param {number[]} dash */
  setLineDash(dash) {
    this.dash = dash;
  }
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} w
   * @param {number} h
   */
  fillRect(x, y, w, h) {
    this.beginPath();
    this.rect(x, y, w, h);
    this.fill();
  }
  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   */
  fillText(text, x, y) {
    const [px, py] = this.#point(x, y);
    const anchor = { center: "middle", right: "end", end: "end" }[/** @type {string} */ (this.textAlign)] ?? "start";
    const baseline =
      { middle: "central", top: "text-before-edge", bottom: "text-after-edge" }[
        /** @type {string} */ (this.textBaseline)
      ] ?? "auto";
    const turn = this.angle
      ? ` transform="rotate(${number((this.angle * 180) / Math.PI)} ${number(px)} ${number(py)})"`
      : "";
    this.elements.push(
      `<text x="${number(px)}" y="${number(py)}" text-anchor="${anchor}" dominant-baseline="${baseline}" fill="${escaped(this.fillStyle)}"` +
        ` ${fontAttributes(this.font)}${turn}${this.#alpha()}>${escaped(text)}</text>`,
    );
  }
  #alpha() {
    return this.globalAlpha === 1 ? "" : ` opacity="${number(this.globalAlpha)}"`;
  }

  static count = 0;
  /**
   * The whole picture.
   * @param {number} width
   * @param {number} height
   * @param {string} [title] what it shows, in words
   */
  svg(width, height, title = "") {
    const label = title ? ` role="img" aria-label="${escaped(title)}"` : ' aria-hidden="true"';
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${label}>${this.elements.join("")}</svg>`;
  }
}

/**
 * The attributes of a font such as "600 12px serif".
 * @param {string} font
 */
function fontAttributes(font) {
  const [, weight, size, family] = /^(?:(\d+)\s+)?([\d.]+)px\s+(.*)$/.exec(font) ?? ["", "", "10", "sans-serif"];
  return `font-size="${size}"${weight ? ` font-weight="${weight}"` : ""} font-family="${escaped(family)}"`;
}

/** Fonts of the drawings: letters of the rose, and figures. */
export const serif =
  '"Iowan Old Style", P052, "Palatino Linotype", Palatino, "Book Antiqua", "URW Palladio L", Georgia, serif';
export const sans = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

/**
 * A canvas made as large as its place, at the screen's density.
 * @param {HTMLCanvasElement} canvas
 * @returns {{pen: CanvasRenderingContext2D, width: number, height: number} | null} null while it has no place
 */
export function prepare(canvas) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const context = canvas.getContext("2d");
  if (!width || !height || !context) return null;
  const density = Math.min(3, globalThis.devicePixelRatio || 1);
  const [w, h] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, width, height);
  return { pen: context, width, height };
}
