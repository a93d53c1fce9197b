// @ts-check
// The few helpers with which the views touch the document. Text is always text: no text of a device becomes markup.

/**
 * An element that must be there.
 * @param {string} id
 * @returns {any}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Writes a text if it has changed.
 * @param {Element} place
 * @param {string} text
 */
export function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/**
 * @param {HTMLElement} place
 * @param {boolean} isShown
 */
export function show(place, isShown) {
  if (place.hidden === isShown) place.hidden = !isShown;
}

/**
 * @param {HTMLElement} place
 * @param {string} name
 * @param {string} value
 */
export function mark(place, name, value) {
  if (place.dataset[name] !== value) place.dataset[name] = value;
}

/**
 * Makes an element.
 * @param {string} name tag, perhaps with classes: "p.note"
 * @param {Record<string, any>} [attributes] `on…` are listeners
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") made.toggleAttribute(key, value);
    else made.setAttribute(key, String(value));
  }
  made.append(...children);
  return made;
}

/**
 * @param {string} name of a symbol
 * @returns {SVGElement}
 */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Gives a file to the user.
 * @param {string} name
 * @param {Uint8Array | string} content
 * @param {string} type
 */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (content)], { type }));
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * A name for a file with the moment in it.
 * @param {string} board
 * @param {string} ending
 */
export function fileName(board, ending) {
  const moment = new Date().toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  return `${board.replace(/[^A-Za-z0-9-]+/g, "-").replace(/^-+|-+$/g, "") || "compass"}-${moment}.${ending}`;
}

/**
 * The banner's content.
 * @param {HTMLElement} place
 * @param {{title: string, cause: string, remedy: string}} told
 * @param {{label: string, act: () => void} | null} [action]
 */
export function fillBanner(place, told, action = null) {
  place.replaceChildren(
    make("h3", {}, told.title),
    make("p.note", {}, ...rich(told.cause)),
    make("p.note.remedy", {}, ...rich(told.remedy)),
    ...(action ? [make("p.row", {}, make("button.small", { type: "button", onclick: action.act }, action.label))] : []),
  );
}

/**
 * A text with commands between backticks, as nodes.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export const rich = (text) => text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));

let toastTimer = 0;
/**
 * A short remark below the head, which covers nothing.
 * @param {string} text
 */
export function toast(text) {
  const place = element("toast");
  clearTimeout(toastTimer);
  place.hidden = false;
  place.replaceChildren(...rich(text));
  toastTimer = window.setTimeout(() => {
    place.hidden = true;
    place.textContent = "";
  }, 6000);
}
