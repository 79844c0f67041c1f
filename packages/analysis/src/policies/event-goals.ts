import type { EventKind, FieldType } from "@gatehouse-hooks/engine";
import { type Goal } from "../solve/goal.js";
import { oneOf } from "../values/constant-tests.js";
import { testOf, type ValueTest } from "../values/value-test.js";
import { STRING_OR_NOTHING } from "./string-or-nothing.js";

const TYPES: Readonly<Record<FieldType, ValueTest>> = {
  string: testOf("a string", { string: true }),
  object: testOf("an object", { object: true }),
  list: testOf("a list", { list: true }),
  "string?": STRING_OR_NOTHING,
  "object?": testOf("an object or nothing", { object: true, missing: true }),
  "list?": testOf("a list or nothing", { list: true, missing: true }),
};

/** What every event of a kind meets: its name, and the types of the fields that it must have. */
export function eventGoals({ name, fields = {} }: EventKind): readonly Goal[] {
  return [
    { kind: "value", path: ["event"], test: oneOf([name]), holds: true },
    ...Object.entries(fields).map(([field, type]): Goal => ({
      kind: "value",
      path: [field],
      test: TYPES[type],
      holds: true,
    })),
  ];
}
