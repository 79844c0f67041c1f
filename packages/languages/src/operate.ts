import { type Alternatives, appendAlternatives, hole } from "@gatehouse-hooks/shell";
import { pathBelow } from "./below.js";
import {
  type CodeValue,
  eitherOf,
  fieldsOfValue,
  isHarmless,
  joinedValues,
  listValue,
  literalIn,
  madeOf,
  opaque,
  originsIn,
  originsOfMany,
  texts,
  possibleValues,
  itemsOf,
} from "./value.js";

/** What an operator makes of two values. */
export function operate(operator: string, left: CodeValue, right: CodeValue): CodeValue {
  if (left.kind === "either" || right.kind === "either")
    return eitherOf(
      possibleValues(left).flatMap((a) => possibleValues(right).map((b) => operate(operator, a, b))),
    );
  if (operator === "+") return added(left, right);
  if (operator === "%" && left.kind === "text") return texts(formatted(left, right));
  if (operator === "/" && (isPath(left) || isPath(right))) return texts(pathBelow(left, right), true);
  return operator === "*" || operator === "|" ? united(left, right) : mixed([left, right]);
}

function isPath(value: CodeValue): boolean {
  return value.kind === "text" && value.path;
}

function united(left: CodeValue, right: CodeValue): CodeValue {
  if (left.kind === "list" || right.kind === "list")
    return listValue([...itemsOf(left), ...itemsOf(right)], true);
  if (left.kind === "record" && right.kind === "record")
    return {
      kind: "record",
      entries: new Map([...left.entries, ...right.entries]),
      open: left.open || right.open,
    };
  return mixed([left, right]);
}

function added(left: CodeValue, right: CodeValue): CodeValue {
  if (left.kind === "list" && right.kind === "list")
    return listValue([...left.items, ...right.items], left.open || right.open);
  if (left.kind === "number" && right.kind === "number") {
    const isKnown = left.value !== null && right.value !== null;
    return { kind: "number", value: isKnown ? (left.value ?? 0) + (right.value ?? 0) : null };
  }
  if (left.kind === "text" || right.kind === "text") return texts(joinedValues([left, right]));
  return united(left, right);
}

/** Something is made of all of them. */
export function mixed(values: readonly CodeValue[]): CodeValue {
  if (values.length > 0 && values.every(({ kind }) => kind === "number"))
    return { kind: "number", value: null };
  return values.every((one) => isHarmless(one) || one.kind === "list" || one.kind === "record")
    ? madeOf(values)
    : opaque("value", originsOfMany(values));
}

/** `"%s/x" % y`. */
function formatted(form: CodeValue, given: CodeValue): Alternatives {
  const known = literalIn(form);
  const values = given.kind !== "list" ? [given] : given.open ? null : given.items;
  if (known === null || values === null) return [hole(originsOfMany([form, given]))];
  const pieces = known.split(/%(?:s|d|i)/);
  const isOther = pieces.some((one) => /%[^%]/.test(one.replaceAll("%%", "")));
  if (pieces.length !== values.length + 1 || isOther) return [hole(originsIn(given))];
  return pieces.reduce<Alternatives>(
    (all, piece, i) => {
      const value = values[i];
      const more = appendAlternatives(all, [piece.replaceAll("%%", "%")]);
      return value === undefined ? more : appendAlternatives(more, fieldsOfValue(value));
    },
    [""],
  );
}
