import { isRecord, type JsonValue, isList } from "@gatehouse-hooks/json";
import { literalPart } from "../values/constant-tests.js";
import { type Part, testOf, type ValueTest } from "../values/value-test.js";
import { fieldOf, type ValueType } from "./value-type.js";

/** A step into a value: the name of a field, or any element of a list. */
export type TypeStep = string | null;

/** A place of a value that is not of its type, and what it is to meet there. */
interface Misfit {
  readonly steps: readonly TypeStep[];
  readonly type: ValueType;
}

/** Places of one value. */
const MOST_MISFITS = 20;
const DEEPEST = 24;

/** The places where a value is not of a type. That something is missing is of every type: a model may leave out anything. */
export function misfitsOf(value: JsonValue, type: ValueType): readonly Misfit[] {
  const found: Misfit[] = [];
  find(value, type, [], found);
  return found;
}

function find(value: JsonValue, type: ValueType, steps: readonly TypeStep[], found: Misfit[]): void {
  if (found.length >= MOST_MISFITS || steps.length > DEEPEST) return;
  const { list, object } = type;
  if (isList(value) && list !== undefined) {
    if (list !== true) for (const element of value) find(element, list, [...steps, null], found);
  } else if (isRecord(value) && object !== undefined) {
    if (object === true) return;
    for (const [name, inside] of Object.entries(value))
      find(inside, fieldOf(object, name), [...steps, name], found);
  } else if (!isOf(value, type)) {
    found.push({ steps, type });
  }
}

function isOf(value: JsonValue, type: ValueType): boolean {
  if (value === null) return type.null === true;
  switch (typeof value) {
    case "string":
      return type.string === true || type.string?.includes(value) === true;
    case "number":
      return type.number === true || type.number?.includes(value) === true;
    case "boolean":
      return type.boolean === true || type.boolean?.includes(value) === true;
    default:
      // Lists and objects that may be there are looked into.
      return false;
  }
}

/** A value of the type, or nothing; what is inside of it is not looked at. */
export function testOfType(type: ValueType): ValueTest {
  const { string, number, boolean, list, object } = type;
  const test = testOf(keyOf(type), {
    string: string === undefined ? false : string === true ? true : textsPart(string),
    number: number === undefined ? false : number === true ? true : numbersPart(number),
    true: boolean === true || boolean?.includes(true) === true,
    false: boolean === true || boolean?.includes(false) === true,
    null: type.null === true,
    list: list !== undefined,
    object: object !== undefined,
    missing: true,
  });
  return Array.isArray(string) ? { ...test, texts: string } : test;
}

function keyOf({ string, number, boolean, null: isNull, list, object }: ValueType): string {
  return `of type ${JSON.stringify([string, number, boolean, isNull, list !== undefined, object !== undefined])}`;
}

function textsPart(texts: readonly string[]): Part {
  return literalPart("==", texts, (value) => texts.includes(value));
}

function numbersPart(numbers: readonly number[]): Part {
  return { kind: "number", test: (value) => numbers.includes(value), bounds: numbers };
}
