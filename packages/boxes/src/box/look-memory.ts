import type { BoxPlace } from "@gatehouse-hooks/box";
import { type FolderStamp, isSameStamp, isSettled, type MachineView } from "./machine-view.js";

/** What was found for places, and the folders that it hangs on. */
export interface KnownPlaces<Found> {
  readonly places: readonly BoxPlace[];
  readonly given: string;
  readonly stamps: ReadonlyMap<string, FolderStamp | undefined>;
  readonly found: Found;
}

/** Whether what was found for the same places hangs on no folder that has changed. */
export function isAsBefore<Found>(
  before: KnownPlaces<Found> | undefined,
  places: readonly BoxPlace[],
  given: string,
  view: MachineView,
): before is KnownPlaces<Found> {
  if (before?.given !== given || before.places.length !== places.length) return false;
  if (!places.every((one, at) => one === before.places[at])) return false;
  return [...before.stamps].every(([folder, stamp]) => isSameStamp(view.stampOf(folder), stamp));
}

/** Whether what hangs on these folders may be kept: another change of one of them would show. */
export function isAllSettled(stamps: ReadonlyMap<string, FolderStamp | undefined>): boolean {
  return [...stamps.values()].every((stamp) => isSettled(stamp));
}
