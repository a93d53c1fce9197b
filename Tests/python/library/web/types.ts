// Only compiled: what binnacle.d.ts promises, and what it refuses. `Made` is binnacle.js itself, as tsc infers it.

import { Axis, BinnacleError, degrees, loadBinnacle, North, Sensor } from "binnacle";
import type { AxisCheck, AxisFinding, Binnacle, Calibration, Compass, Estimate, Motion, Outcome, Progress, Reading, Solution } from "binnacle";
import type { Binnacle as Made } from "./made/binnacle.js";

type Same<Promised, Found> = { [Name in keyof Promised]: Name extends keyof Found ? Promised[Name] : never };
/** Every member of the types is one of the objects. */
export function kept(made: Made): Same<Binnacle, Made>[] { return [made as unknown as Binnacle]; }
export const compassKeys: (keyof ReturnType<Made["compass"]>)[] = [] as (keyof Compass)[];
export const calibrationKeys: (keyof ReturnType<Made["calibration"]>)[] = [] as (keyof Calibration)[];
export const motionKeys: (keyof ReturnType<Made["motion"]>)[] = [] as (keyof Motion)[];
export const checkKeys: (keyof ReturnType<Made["axisCheck"]>)[] = [] as (keyof AxisCheck)[];
export const moduleKeys: (keyof Made)[] = [] as (keyof Binnacle)[];
/** And every result has the fields that they promise. */
export const reading: (made: ReturnType<ReturnType<Made["compass"]>["read"]>) => Reading = (made) => made;
export const progress: (made: ReturnType<ReturnType<Made["calibration"]>["progress"]>) => Progress = (made) => made;
export const outcome: (made: ReturnType<ReturnType<Made["calibration"]>["outcome"]>) => Outcome = (made) => made;
export const estimate: (made: ReturnType<ReturnType<Made["motion"]>["estimate"]>) => Estimate = (made) => made;
export const quality: (made: ReturnType<ReturnType<Made["motion"]>["quality"]>) => ReturnType<Motion["quality"]> = (made) => made;
export const tallies: (made: ReturnType<ReturnType<Made["motion"]>["counts"]>) => ReturnType<Motion["counts"]> = (made) => made;
export const finding: (made: ReturnType<ReturnType<Made["axisCheck"]>["magnetometer"]>) => AxisFinding = (made) => made;
export const solution: (made: ReturnType<Made["solve"]>) => Solution | null = (made) => made;

export async function use(): Promise<number | null> {
  const binnacle = await loadBinnacle(new Uint8Array(8));
  const compass: Compass = binnacle.compass();
  compass.setAxes(Sensor.magnetometer, Axis.plusX, Axis.minusY);
  compass.setReference(North.true);
  compass.addField([1, 2, 3], 5n, { saturated: true });
  compass.setDeviation(null);
  const motion = binnacle.motion({ field: 100 });
  motion.useField(false);
  motion.step(compass);
  const error = new BinnacleError(-1, "");
  // @ts-expect-error a vector has three numbers
  compass.addField([1, 2], 0);
  // @ts-expect-error the heading may be missing
  degrees(compass.heading());
  // @ts-expect-error a calibration is no compass
  motion.step(binnacle.calibration());
  // @ts-expect-error a place has a date
  compass.setPlace({ latitude: 1, longitude: 2 });
  // @ts-expect-error constants are constant
  Axis.plusX = 1;
  // @ts-expect-error there is no such function
  compass.course();
  return error.code === -1 ? motion.trueHeading(compass) : null;
}
