import type { Expr } from "@gatehouse-hooks/condition/analysis";
import { nearName, quote } from "@gatehouse-hooks/json";
import { unite } from "./join-types.js";
import { nameOfType } from "./name-types.js";
import type { TypeProblem } from "./type-problem.js";
import {
  ANY,
  fieldOf,
  isClosed,
  isMissing,
  MISSING,
  type ObjectType,
  optional,
  type ValueType,
} from "./value-type.js";

type Member = Extract<Expr, { readonly kind: "member" }>;

/** What a property of a value is, or why no event has it. */
export function memberType(
  { key }: Member,
  of: ValueType,
  shown: string,
): { readonly type: ValueType; readonly problem: TypeProblem | null } {
  const type = membersOf(of, key);
  const problem = isMissing(of) ? null : missingMember(of, key, type, shown);
  // What follows from a mistake is not another one.
  return { type: problem === null ? type : ANY, problem };
}

/** A model may leave out anything, also what a schema requires. */
function membersOf({ object, list }: ValueType, key: string | number): ValueType {
  const parts: ValueType[] = [];
  if (object !== undefined) parts.push(fieldOf(object, String(key)));
  if (list !== undefined) {
    if (key === "length") parts.push({ number: true });
    else if (typeof key === "number") parts.push(list === true ? ANY : optional(list));
  }
  return parts.reduce(unite, MISSING);
}

function missingMember(
  of: ValueType,
  key: string | number,
  type: ValueType,
  shown: string,
): TypeProblem | null {
  const { object, list } = of;
  if (object !== undefined && object !== true && list === undefined && !Object.hasOwn(object.fields, key)) {
    if (!isClosed(object) && object.listed !== true) return null;
    return unknownField(object, String(key), shown);
  }
  if (!isMissing(type)) return null;
  return {
    code: "type-mismatch",
    message: `${quote(shown)} is ${nameOfType(of)}, and has no property ${quote(String(key))}: it is always missing`,
    cure: cureOf(of, key, shown),
  };
}

function unknownField(object: ObjectType, key: string, shown: string): TypeProblem {
  const known = Object.keys(object.fields);
  const meant = nearName(key, known);
  const dotted = (name: string): string =>
    /^[a-z_]\w*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  return {
    code: "unknown-field",
    message: isClosed(object)
      ? `${quote(shown)} has no field ${quote(key)}: it is always missing`
      : `${quote(shown)} is described without a field ${quote(key)}`,
    cure:
      meant !== null
        ? `did you mean ${quote(`${shown}${dotted(meant)}`)}?`
        : known.length === 0
          ? "it has no fields"
          : `the fields are ${known.slice(0, 30).join(", ")}`,
  };
}

function cureOf({ string, list }: ValueType, key: string | number, shown: string): string {
  if (string !== undefined && key === "length") return `write ${quote(`${shown}.size()`)}`;
  if (list !== undefined) return `ask its elements: ${quote(`${shown}.any(x, x.${key} == …)`)}`;
  return "compare the value itself";
}
