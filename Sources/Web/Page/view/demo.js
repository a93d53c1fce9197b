// @ts-check
// The controls of the demo: the attitude of the instrument, and a magnet near it.

import { fixed } from "../units.js";
import { element, make, show, write } from "./dom.js";

/** @typedef {import("../demo/world.js").World} World */

/** @type {World | null} */
let world = null;
/** @type {any} */
let parts = null;
const farthest = 60;
const nearest = 9;

/**
 * A slider with its label and its value.
 * @param {string} id
 * @param {string} label
 * @param {number[]} range the least value, the greatest, and that of the beginning
 * @param {(value: number) => void} act
 */
function slider(id, label, [min, max, value], act) {
  // An <output> would be read out at every change.
  const output = make("span");
  const oninput = () => act(Number(input.value));
  const input = make("input", { id, type: "range", min, max, step: 1, value, oninput });
  return { input, output, row: make("div", {}, make("label", { for: id }, label, output), input) };
}

/**
 * A button that is on or off.
 * @param {{id: string, onclick: () => void}} attributes
 * @param {boolean} isPressed
 * @param {string} label
 */
const switchOf = (attributes, isPressed, label) =>
  make("button.small", { type: "button", "aria-pressed": String(isPressed), ...attributes }, label);

/** The compass is held as the sliders say. */
function turn() {
  if (!world) return;
  const wanted = ["heading", "pitch", "roll"].map((name) => Number(parts[name].input.value));
  world.motion = "hand";
  world.set(wanted[0], wanted[1], wanted[2]);
  follow();
}

/** @param {number} value */
function bringMagnet(value) {
  if (world) world.magnet = value === 0 ? null : farthest - (value * (farthest - nearest)) / 100;
}

function toggleSway() {
  if (world?.motion === "hand") sway();
  else halt();
}

function toggleTumbling() {
  parts.tumble.setAttribute("aria-pressed", String(!turnsItself()));
}

function toggleMotor() {
  if (!world) return;
  world.isMotorOn = !world.isMotorOn;
  parts.motor.setAttribute("aria-pressed", String(world.isMotorOn));
}

/** @param {(isAway: boolean) => void} pull */
function toggleCable(pull) {
  const isAway = parts.cable.getAttribute("aria-pressed") !== "true";
  parts.cable.setAttribute("aria-pressed", String(isAway));
  write(parts.cable, isAway ? "Plug the cable in" : "Pull the cable");
  pull(isAway);
}

/**
 * @param {World | null} now
 * @param {{forget: () => void, pull: (isAway: boolean) => void}} acts
 */
export function showDemo(now, acts) {
  world = now;
  const place = element("demo");
  show(place, now !== null);
  element("rose").classList.toggle("turnable", now !== null);
  if (!now) return;
  parts = {
    heading: slider("demo-heading", "Heading", [0, 359, 40], turn),
    pitch: slider("demo-pitch", "Pitch", [-90, 90, 0], turn),
    roll: slider("demo-roll", "Roll", [-179, 179, 0], turn),
    magnet: slider("demo-magnet", "Magnet", [0, 100, 0], bringMagnet),
    auto: switchOf({ id: "demo-auto", onclick: toggleSway }, true, "Let it sway"),
    cable: switchOf({ id: "demo-cable", onclick: () => toggleCable(acts.pull) }, false, "Pull the cable"),
    tumble: switchOf({ id: "demo-tumble", onclick: toggleTumbling }, true, "Calibrates by itself"),
    motor: switchOf({ id: "demo-motor", onclick: toggleMotor }, false, "Run a motor beside it"),
    forget: make("button.small", { type: "button", id: "demo-forget", onclick: acts.forget }, "Forget the calibration"),
  };
  place.replaceChildren(
    make("h3", { id: "demo-title" }, "A simulated compass in your hand"),
    make("div.sliders", {}, parts.heading.row, parts.pitch.row, parts.roll.row, parts.magnet.row),
    make("p.row", {}, parts.auto, parts.tumble, parts.motor, parts.forget, parts.cable),
    make(
      "p.note",
      {},
      "Drag the rose to turn it. Everything shown comes from the firmware’s own code, compiled to WebAssembly.",
    ),
  );
  sway();
}

function sway() {
  if (world) {
    const { heading, pitch, roll } = world.attitude();
    world.set(heading, pitch / 4, roll / 4);
    world.motion = "sway";
  }
  follow();
}
function halt() {
  if (world) world.motion = "hand";
  follow();
}

/** Whether a calibration turns it, and not the user. */
const turnsItself = () => parts.tumble.getAttribute("aria-pressed") === "true";

/**
 * Turns it in every direction while a calibration wants that; upright again afterwards.
 * @param {boolean} isWanted
 */
export function tumbleDemo(isWanted) {
  if (!world) return;
  const isTurning = isWanted && turnsItself();
  if (isTurning && world.motion !== "tumble") world.motion = "tumble";
  else if (!isTurning && world.motion === "tumble") {
    world.set(world.attitude().heading, 0, 0);
    world.motion = "sway";
  }
}

/** Brings the sliders to where the instrument is. */
export function follow() {
  if (!world || !parts) return;
  const now = world.attitude();
  parts.auto.setAttribute("aria-pressed", String(world.motion !== "hand"));
  const active = document.activeElement;
  for (const [name, value] of /** @type {[string, number][]} */ ([
    ["heading", now.heading],
    ["pitch", now.pitch],
    ["roll", now.roll],
  ])) {
    const { input, output } = parts[name];
    if (active !== input) input.value = String(Math.round(value));
    write(output, `${fixed(Math.round(value) % 360, 0)}°`);
  }
  write(parts.magnet.output, world.magnet === null ? "away" : `${Math.round(world.magnet)} cm`);
}

/** Turning the rose by hand: a drag about its middle. */
export function startDragging() {
  const rose = element("rose");
  /** @type {number | null} */
  let from = null;
  const angle = (/** @type {PointerEvent} */ event) => {
    const box = rose.getBoundingClientRect();
    return (
      (Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2) * 180) / Math.PI
    );
  };
  rose.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    if (!world) return;
    halt();
    from = angle(event);
    rose.setPointerCapture(event.pointerId);
  });
  rose.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (!world || from === null) return;
    const to = angle(event);
    const { heading, pitch, roll } = world.attitude();
    // The card follows the finger: turned clockwise, the heading falls.
    world.set(heading - (to - from), pitch, roll);
    from = to;
    follow();
  });
  for (const name of ["pointerup", "pointercancel"])
    rose.addEventListener(name, () => {
      from = null;
    });
}
