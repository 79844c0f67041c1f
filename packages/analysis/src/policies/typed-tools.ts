import type { EventKind } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { Goal } from "../solve/goal.js";
import type { ValuePath } from "../solve/path.js";
import { misfitsOf, testOfType, type TypeStep } from "../types/value-tests.js";
import { type ToolTypes, typeOfArguments } from "../types/tool-types.js";
import type { ValueType } from "../types/value-type.js";
import { oneOf } from "../values/constant-tests.js";

/**
 * What an event shows of the types of its tool's arguments that was not known: that a call of this tool has a string there, or
 * nothing. Tools are looked at one by one, as they come up, since there are many.
 */
export function typesMissedBy(event: JsonObject, kind: EventKind, tools: ToolTypes): readonly Goal[] {
  if (kind.tool === undefined) return [];
  const { name, input } = kind.tool;
  const tool = event[name];
  const given = event[input];
  if (typeof tool !== "string" || typeof given !== "object" || given === null) return [];
  const type = typeOfArguments(tools, tool, kind);
  if (type === undefined) return [];
  return misfitsOf(given, type).map((misfit) => ({
    kind: "choice",
    options: [
      goalsAt([input], misfit.steps, misfit.type),
      [{ kind: "value", path: [name], test: oneOf([tool]), holds: false }],
    ],
  }));
}

/** A value at a place, or every element there, is of the type. */
function goalsAt(path: ValuePath, [step, ...rest]: readonly TypeStep[], type: ValueType): readonly Goal[] {
  if (step === undefined) return [{ kind: "value", path, test: testOfType(type), holds: true }];
  if (step !== null) return goalsAt([...path, step], rest, type);
  return [{ kind: "every", list: path, body: (element) => goalsAt(element, rest, type) }];
}
