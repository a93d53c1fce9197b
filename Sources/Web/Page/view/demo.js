// @ts-check
// The hands of the demo: how the instrument is held, and a magnet that can be brought near.

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
 * @param {World | null} now
 * @param {{forget: () => void, pull: (isAway: boolean) => void}} acts
 */
export function showDemo(now, acts) {
  world = now;
  const place = element("demo");
  show(place, now !== null);
  element("rose").classList.toggle("turnable", now !== null);
  if (!now) return;
  const slider = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {number} */ min,
    /** @type {number} */ max,
    /** @type {number} */ value,
    /** @type {(value: number) => void} */ act,
  ) => {
    // An <output> would be read out at every change.
    const output = make("span");
    const input = make("input", {
      id,
      type: "range",
      min,
      max,
      step: 1,
      value,
      oninput: () => act(Number(input.value)),
    });
    return { input, output, row: make("div", {}, make("label", { for: id }, label, output), input) };
  };
  const turn = () => {
    if (!world) return;
    const wanted = ["heading", "pitch", "roll"].map((name) => Number(parts[name].input.value));
    world.motion = "hand";
    world.set(wanted[0], wanted[1], wanted[2]);
    follow();
  };
  const magnet = (/** @type {number} */ value) => {
    if (world) world.magnet = value === 0 ? null : farthest - (value * (farthest - nearest)) / 100;
  };
  parts = {
    heading: slider("demo-heading", "Heading", 0, 359, 40, turn),
    pitch: slider("demo-pitch", "Pitch", -90, 90, 0, turn),
    roll: slider("demo-roll", "Roll", -179, 179, 0, turn),
    magnet: slider("demo-magnet", "Magnet", 0, 100, 0, magnet),
    auto: make(
      "button.small",
      {
        type: "button",
        id: "demo-auto",
        "aria-pressed": "true",
        onclick: () => {
          if (!world) return;
          if (world.motion === "hand") sway();
          else halt();
        },
      },
      "Let it sway",
    ),
    cable: make(
      "button.small",
      {
        type: "button",
        id: "demo-cable",
        "aria-pressed": "false",
        onclick: () => {
          const isAway = parts.cable.getAttribute("aria-pressed") !== "true";
          parts.cable.setAttribute("aria-pressed", String(isAway));
          write(parts.cable, isAway ? "Plug the cable in" : "Pull the cable");
          acts.pull(isAway);
        },
      },
      "Pull the cable",
    ),
    tumble: make(
      "button.small",
      {
        type: "button",
        id: "demo-tumble",
        "aria-pressed": "true",
        onclick: () => parts.tumble.setAttribute("aria-pressed", String(!turnsItself())),
      },
      "Calibrates by itself",
    ),
    motor: make(
      "button.small",
      {
        type: "button",
        id: "demo-motor",
        "aria-pressed": "false",
        onclick: () => {
          if (!world) return;
          world.isMotorOn = !world.isMotorOn;
          parts.motor.setAttribute("aria-pressed", String(world.isMotorOn));
        },
      },
      "Run a motor beside it",
    ),
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
