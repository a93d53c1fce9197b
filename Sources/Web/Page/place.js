// @ts-check
// The place, and where to go: typed as degrees.

import { can } from "./device.js";
import { daysSince2000 } from "./units.js";
import { element, write } from "./view/dom.js";

/** @typedef {import("./app.js").App} App */

const number = String.raw`(\d+(?:\.\d*)?|\.\d+)`;
const marked = `(?: ?° ?| )${number} ?'(?: ?${number} ?")?`;
const coordinateForm = new RegExp(
  `^([NSEW])? ?([+-])? ?${number}(?: ?°|${marked}| ?° ?${number} ?"|[ -]${number}(?:[ -]${number})?)? ?([NSEW])?$`,
);
const heightForm = new RegExp(`^([+-]?${number}) ?M?$`);
const half = "(?:[NSEW][^NSEW]+|[^NSEW]+[NSEW])";
const letteredForm = new RegExp(`^(${half})[ ,/]*(${half})(?:[ ,]+([^NSEW]+))?$`);

/**
 * The text with one form of each mark, in capitals, with single blanks.
 * @param {string} text
 */
function normalised(text) {
  const plain = text
    .toUpperCase()
    .replace(/[º˚]/g, "°")
    .replace(/[′’‘´`]/g, "'")
    .replace(/[″”“]/g, '"');
  return plain
    .replace(/[−–]/g, "-")
    .replace(/''/g, '"')
    .trim()
    .replace(/\s+/g, " ");
}

/**
 * `37.5`, `-37.5`, `37.5S`, `S37 30`, `37-30.5N`, `37°20'N` or `37°20'15.5"N`. Without a letter, minutes need their mark.
 * @param {string} text
 */
function coordinate(text) {
  const found = coordinateForm.exec(text.trim());
  if (!found) return null;
  const [, before, sign, whole, minute, second, direct, bare, bareSecond, after] = found;
  // A letter together with a sign could be a contradiction, and so could two letters.
  if ([before, sign, after].filter(Boolean).length > 1) return null;
  const letter = before ?? after;
  if (bare !== undefined && !letter) return null;
  const [minutes, seconds] = [minute ?? bare, second ?? direct ?? bareSecond];
  const parts = [whole, minutes ?? "0", seconds ?? "0"].map(Number);
  if (parts[1] >= 60 || parts[2] >= 60) return null;
  if ((minutes && !Number.isInteger(parts[0])) || (seconds && !Number.isInteger(parts[1]))) return null;
  const degrees = parts[0] + parts[1] / 60 + parts[2] / 3600;
  const isNegative = sign === "-" || letter === "S" || letter === "W";
  return {
    degrees: isNegative ? -degrees : degrees,
    axis: letter && ("NS".includes(letter) ? "latitude" : "longitude"),
  };
}

/** @param {string[]} parts */
function placeOf(parts) {
  let [first, second] = [coordinate(parts[0]), coordinate(parts[1])];
  if (!first || !second) return null;
  if (first.axis === "longitude" && second.axis === "latitude") [first, second] = [second, first];
  if (first.axis === "longitude" || second.axis === "latitude") return null;
  if (Math.abs(first.degrees) > 90 || Math.abs(second.degrees) > 180) return null;
  const height = parts.length > 2 ? heightForm.exec(parts[2].trim())?.[1] : "0";
  if (height === undefined) return null;
  return { latitude: first.degrees, longitude: second.degrees, height: Number(height) };
}

/**
 * A place in any form that `binnacle --location` reads, such as "47.4, 8.5" or "N47 24.5 E8 30"; null if it is none.
 * The program has the same reader, PlaceText.swift.
 * @param {string} text
 */
export function parsePlace(text) {
  const plain = normalised(text);
  const decimal = (/** @type {string[]} */ parts) => parts.map((part) => part.replaceAll(",", "."));
  const cells = plain.split(",");
  const paired = cells.length === 4 && !plain.includes(".");
  const lettered = (letteredForm.exec(plain) ?? []).slice(1).filter((part) => part !== undefined);
  // A comma is a decimal mark only if it does not separate latitude and longitude.
  const ways = [
    decimal(plain.split(";")),
    cells,
    decimal(plain.split(", ")),
    decimal(lettered),
    decimal(plain.split(" ")),
  ];
  if (paired) ways.push([`${cells[0]}.${cells[1]}`, `${cells[2]}.${cells[3]}`]);
  for (const parts of ways) {
    const place = parts.length === 2 || parts.length === 3 ? placeOf(parts) : null;
    if (place) return place;
  }
  return null;
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let fixes;

/**
 * Gives the device the place that was typed, and a destination if there is one; the device then gets the place as a fix repeatedly.
 * @param {App} app
 * @param {(what: () => Promise<unknown>) => Promise<void>} act runs it, and shows what failed
 */
export async function setPlace(app, act) {
  const note = element("place-note");
  const fields = ["place", "destination"].map((id) => element(id));
  const [here, there] = fields.map((field) => field.value.trim());
  const [place, destination] = [parsePlace(here), parsePlace(there)];
  const wrong = [!place, there !== "" && !destination];
  fields.forEach((field, index) => field.setAttribute("aria-invalid", String(wrong[index])));
  if (!place || wrong[1])
    return write(
      note,
      `Not set: “${place ? there : here}” is no place. Write 47.4, 8.5 or 47°24'N 8°30'E. What was set before stays in use.`,
    );
  write(note, "");
  await act(async () => {
    await app.device.setPlace({ ...place, days: daysSince2000(Date.now()) });
    write(note, `Set: ${[place.latitude, place.longitude].map((degrees) => degrees.toFixed(4)).join(", ")}.`);
    clearInterval(fixes);
    if (!app.device.setDestination || !can(app.state.device, "navigation")) return;
    const { device } = app;
    const tell = () => device.setFix({ ...place, accuracy: 10 });
    await tell();
    await device.setDestination(destination);
    if (!there) return;
    fixes = setInterval(() => {
      if (app.device === device && app.state.link.phase === "live") tell().catch(() => undefined);
      else if (app.device !== device) clearInterval(fixes);
    }, 2000);
  });
}
