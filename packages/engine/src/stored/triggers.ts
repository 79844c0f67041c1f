import type { Path } from "@gatehouse-hooks/condition/compile";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { PathReader } from "../candidates/path-reader.js";

/** A test of a path of the section against a constant. */
export type StoredAtom = readonly [operator: string, path: number, value: JsonValue];
/** One atom of each group has to hold; no group: the policy always comes up. */
export type Trigger = readonly (readonly StoredAtom[])[];

/** Reads the paths of a section in one event, each at most once. */
export function readerOf(paths: readonly Path[], event: JsonObject): (path: number) => JsonValue | undefined {
  const values: (JsonValue | undefined)[] = [];
  const known: boolean[] = [];
  return (path) => {
    if (known[path] !== true) {
      const at = paths[path];
      values[path] = at === undefined ? undefined : new PathReader(at).read(event);
      known[path] = true;
    }
    return values[path];
  };
}

/** Whether a policy with this trigger may have something to say. */
export function comesUp(trigger: Trigger, read: (path: number) => JsonValue | undefined): boolean {
  for (const group of trigger) {
    if (!group.some((atom) => mayHold(atom, read))) return false;
  }
  return true;
}

function mayHold(
  [operator, path, value]: StoredAtom,
  read: (path: number) => JsonValue | undefined,
): boolean {
  const found = read(path);
  switch (operator) {
    case "==":
      // Null and missing are one (condition SPEC, "Operators").
      return (found ?? null) === value;
    case "includes":
    case "startsWith":
    case "endsWith":
      return typeof found === "string" && typeof value === "string" && found[operator](value);
    default:
      return true;
  }
}
