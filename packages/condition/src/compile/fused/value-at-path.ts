import { create, existing, keys } from "@gatehouse-hooks/json/intrinsics";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { Value } from "@gatehouse-hooks/json";

/** An object or a list: of a sealed one, plain keys are read alike. */
export function isKeyed(value: Value): value is JsonObject {
  return typeof value === "object" && value !== null;
}

/** The value at a path of plain keys in a sealed event: plain reads, since sealed values inherit nothing there. */
export function valueAtPath(event: Value, path: readonly (string | number)[]): Value {
  let value: Value = event;
  for (let i = 0; i < path.length; i++) {
    if (!isKeyed(value)) return undefined;
    value = value[existing(path[i])];
  }
  return value;
}

/**
 * The same string in the form in which V8 keeps property names: reads by it and comparisons with it are much faster
 * than with a part of a longer text, which is what a parser cuts out.
 */
export function intern(text: string): string {
  // Without a prototype it is a plain dictionary: a new name does not make V8 draw up a new shape.
  const box = create(null) as Record<string, true>;
  box[text] = true;
  return keys(box)[0] ?? text;
}
