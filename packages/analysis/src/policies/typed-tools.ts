import type { EventKind } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { Goal } from "../solve/goal.js";
import { oneOf } from "../values/constant-tests.js";
import { STRING_OR_NOTHING } from "./string-or-nothing.js";

/** The fields of a tool's arguments that are strings where a call has them; none for a tool that is not known. */
export type TextFields = (tool: string) => readonly string[];

/**
 * What an event shows of the types of its tool's arguments that was not known: that a call of this tool has a string there, or
 * nothing. Tools are looked at one by one, as they come up, since there are many.
 */
export function typesMissedBy(event: JsonObject, kind: EventKind, textFields: TextFields): readonly Goal[] {
  if (kind.tool === undefined) return [];
  const { name, input } = kind.tool;
  const tool = event[name];
  const given = event[input];
  if (typeof tool !== "string" || typeof given !== "object" || given === null) return [];
  const odd = textFields(tool).filter(
    (field) => Object.hasOwn(given, field) && typeof (given as JsonObject)[field] !== "string",
  );
  return odd.map((field) => ({
    kind: "choice",
    options: [
      [{ kind: "value", path: [input, field], test: STRING_OR_NOTHING, holds: true }],
      [{ kind: "value", path: [name], test: oneOf([tool]), holds: false }],
    ],
  }));
}
