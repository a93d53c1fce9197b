// @ts-check
// The place, and where to go: typed as degrees.

import { can } from "./device.js";
import { daysSince2000 } from "./units.js";
import { element, write } from "./view/dom.js";

/** @typedef {import("./app.js").App} App */

/**
 * "47.4, 8.5" as a place; null if it is none.
 * @param {string} text
 */
export function parsePlace(text) {
  const found = /^\s*([+-]?\d+(?:\.\d+)?)\s*°?\s*[,; ]\s*([+-]?\d+(?:\.\d+)?)\s*°?\s*$/.exec(text);
  if (!found) return null;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let fixes;

/**
 * Gives the device the place that was typed, and a destination if there is one; it then gets the place as a fix, again and again.
 * @param {App} app
 * @param {(what: () => Promise<unknown>) => Promise<void>} act tells what went wrong
 */
export async function setPlace(app, act) {
  const note = element("place-note");
  const [here, there] = ["place", "destination"].map((id) => element(id).value.trim());
  const place = parsePlace(here);
  if (!place || (there && !parsePlace(there)))
    return write(note, "Write latitude and longitude in degrees, such as 47.4, 8.5.");
  write(note, "");
  await act(async () => {
    await app.device.setPlace({ ...place, days: daysSince2000(Date.now()) });
    clearInterval(fixes);
    if (!app.device.setDestination || !can(app.state.device, "navigation")) return;
    const { device } = app;
    const tell = () => device.setFix({ ...place, accuracy: 10 });
    await tell();
    await device.setDestination(there ? parsePlace(there) : null);
    if (!there) return;
    fixes = setInterval(() => {
      if (app.device === device && app.state.link.phase === "live") tell().catch(() => undefined);
      else if (app.device !== device) clearInterval(fixes);
    }, 2000);
  });
}
