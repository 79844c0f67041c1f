import { expect } from "vitest";
import type { DoorRow } from "./door-rows.js";
import type { Door } from "./open-doors.js";

/** What the doors of a machine make of a row, beside each other. */
export async function atDoors(
  row: DoorRow,
  doors: Readonly<Record<string, Door>>,
): Promise<Readonly<Record<string, string>>> {
  const made: Record<string, string> = {};
  for (const [name, door] of Object.entries(doors)) made[name] = await door(row);
  return made;
}

/** Each door says what `decide` decides. */
export async function expectSame(
  row: DoorRow,
  decide: Door,
  doors: Readonly<Record<string, Door>>,
): Promise<void> {
  const effect = await decide(row);
  const made = await atDoors(row, doors);
  expect([row.name, made]).toEqual([
    row.name,
    Object.fromEntries(Object.keys(doors).map((name) => [name, effect])),
  ]);
}

/**
 * Doors for programs agree with each other; a row that needs somebody whom they do not have is denied, and every other one is decided as
 * everywhere. What speaks of one agent alone may gate more there, never less.
 */
export async function expectClosed(
  row: DoorRow,
  decide: Door,
  doors: Readonly<Record<string, Door>>,
): Promise<void> {
  const effect = await decide(row);
  const wanted = row.asks === undefined ? effect : "deny";
  expect([row.name, await atDoors(row, doors)]).toEqual([
    row.name,
    Object.fromEntries(Object.keys(doors).map((name) => [name, wanted])),
  ]);
}
