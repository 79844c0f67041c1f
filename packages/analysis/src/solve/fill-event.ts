import { type JsonObject, type JsonValue, isRecord } from "@gatehouse-hooks/json";
import { findText, type FoundText, type SearchWork } from "../strings/find-text.js";
import { leastText } from "../strings/least-text.js";
import type { TextDemand } from "../strings/joined-program.js";
import { findNumber, type NumberDemand, rangesOf } from "../values/find-number.js";
import { pathWithin } from "../values/path-tests.js";
import { allows, type ValueKind, type NumberPart, type ValueDemand } from "../values/value-test.js";
import { Element, Members, type PathStep } from "./path.js";
import { ValueNode } from "./value-node.js";

/** An event; `none`: no event meets what is demanded. */
export type Filled =
  | { readonly kind: "found"; readonly event: JsonObject }
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly why: string };

type Value =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "missing" }
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly why: string };

/** Keys that nothing is known of, for the size of an object. */
const MOST_KEYS = 100;

const NONE: Value = { kind: "none" };
const HARD_STRING: Value = { kind: "unknown", why: "a string is hard to find" };
const HARD_LIST: Value = { kind: "unknown", why: "a list is hard to fill" };
const MISSING: Value = { kind: "missing" };

/** An event whose values meet the demands on each, and on those inside. */
export function fillEvent(root: ValueNode, work: SearchWork): Filled {
  const filled = new Filling(work).value(root, ["object"]);
  if (filled.kind === "value" && isRecord(filled.value)) return { kind: "found", event: filled.value };
  return filled.kind === "unknown" ? filled : { kind: "none" };
}

class Filling {
  readonly #work: SearchWork;
  readonly #values = new Map<ValueNode, Value>();

  constructor(work: SearchWork) {
    this.#work = work;
  }

  /** The first kind of value that will do; that of an equal one, where there is one. */
  value(node: ValueNode, kinds: readonly ValueKind[]): Value {
    for (const other of node.equals) {
      const known = this.#values.get(other);
      if (known !== undefined && kinds.length > 1) return known;
    }
    const value = this.#first(node, kinds);
    if (node.equals.size > 0 && value.kind === "value") this.#values.set(node, value);
    return value;
  }

  #first(node: ValueNode, kinds: readonly ValueKind[]): Value {
    let doubt: Value | undefined;
    for (const kind of kinds) {
      if (!node.demands.every((demand) => allows(demand, kind))) continue;
      const value = this.#ofKind(node, kind);
      if (value.kind === "value" || value.kind === "missing") return value;
      if (value.kind === "unknown") doubt = value;
    }
    return doubt ?? NONE;
  }

  #ofKind(node: ValueNode, kind: ValueKind): Value {
    if (kind === "object") return this.#object(node);
    if (kind === "list") return this.#list(node);
    if (![...node.inside.values()].every((inside) => this.value(inside, ["missing"]).kind === "missing"))
      return NONE;
    switch (kind) {
      case "string":
        return this.#string(node);
      case "number": {
        const found = findNumber(numbersOf(node.demands), false);
        return found === undefined ? NONE : { kind: "value", value: found };
      }
      case "null":
        return { kind: "value", value: null };
      case "missing":
        return MISSING;
      default:
        return { kind: "value", value: kind === "true" };
    }
  }

  #string(node: ValueNode): Value {
    const { demands } = node;
    const ranges = rangesOf(sizesOf(demands, "string"));
    const meets = (text: string): boolean => meetsDemands(node, text);
    const given = node.texts();
    if (given !== undefined) {
      const text = given.find(meets);
      return text === undefined ? NONE : { kind: "value", value: text };
    }
    const texts = demands.map(textDemandOf);
    const known = texts.filter((one) => typeof one === "object");
    const plain = plainestOf(known);
    if (plain !== undefined && meets(plain)) return { kind: "value", value: plain };
    let found: FoundText = { kind: "none" };
    for (const range of ranges) {
      const one = findText(known, range, this.#work);
      if (one.kind !== "none") found = one;
      if (one.kind === "found") break;
    }
    if (found.kind === "none") return NONE;
    if (found.kind === "unknown") return HARD_STRING;
    // Where not all is known of a demand the string may still be one; the conditions tell.
    const isOpen = texts.includes("open");
    return meets(found.text) || isOpen ? { kind: "value", value: found.text } : HARD_STRING;
  }

  #object(node: ValueNode): Value {
    const members = this.#members(node);
    if ("kind" in members) return members;
    let entries: [string, JsonValue][] = [];
    const optional = new Set<string>();
    let doubt: Value | undefined;
    for (const [step, inside] of node.inside) {
      if (step instanceof Members) continue;
      const value = step instanceof Element ? NONE : this.#member(inside, members.get(String(step)));
      if (value.kind === "none") return NONE;
      if (value.kind === "unknown") doubt = value;
      if (value.kind !== "value") continue;
      entries.push([String(step), value.value]);
      if (this.value(inside, ["missing"]).kind === "missing") optional.add(String(step));
    }
    if (doubt !== undefined) return doubt;
    const least = entries.length - optional.size;
    const sizes = sizesOf(node.demands, "object");
    const from = (fewest: number): number | undefined =>
      findNumber([...sizes, { test: (keys) => keys >= fewest, bounds: [fewest], holds: true }], true);
    const size = from(entries.length) ?? from(least);
    if (size === undefined) return NONE;
    if (size > least + MOST_KEYS) return { kind: "unknown", why: "the number of keys is hard to meet" };
    let more = entries.length - size;
    // What need not be there is left out where there is too much.
    if (more > 0) entries = entries.filter(([key]) => !optional.has(key) || more-- <= 0);
    while (entries.length < size) entries.push([`key${entries.length - least}`, null]);
    return { kind: "value", value: ownObject(entries) };
  }

  /** @param glob a string that is one of those that it may be, as far as is known */
  #member(node: ValueNode, glob: string | undefined): Value {
    if (glob !== undefined && node.equals.size === 0 && meetsDemands(node, glob))
      return { kind: "value", value: glob };
    return this.value(node, kindsOf(node));
  }

  /** For each spelling of a path fact the glob of the paths that it has to mean; `none` where one of these cannot be. */
  #members(node: ValueNode): ReadonlyMap<string, string> | Value {
    const paths = new Map<string, Set<string>>();
    let doubt: Value | undefined;
    for (const [step, list] of node.inside) {
      if (!(step instanceof Members)) continue;
      const texts = node.inside.get(step.spelling)?.texts();
      for (const member of list.inside.values()) {
        const value = this.value(texts === undefined ? member : oneOfPaths(member, texts, step.below), [
          "string",
        ]);
        if (value.kind === "unknown") doubt = value;
        else if (value.kind !== "value" || typeof value.value !== "string") return NONE;
        else paths.set(step.spelling, (paths.get(step.spelling) ?? new Set()).add(value.value));
      }
    }
    return doubt ?? new Map(Array.from(paths, ([spelling, some]) => [spelling, globOf([...some])]));
  }

  #list(node: ValueNode): Value {
    const named: [number, ValueNode][] = [];
    const some: ValueNode[] = [];
    const lengths = [...sizesOf(node.demands, "list")];
    for (const [step, inside] of node.inside) {
      if (step instanceof Element) some.push(inside);
      else if (typeof step === "number") named.push([step, inside]);
      else if (step === "length") lengths.push(...numbersOf(inside.demands));
      else if (this.value(inside, ["missing"]).kind !== "missing") return NONE;
    }
    const length = node.inside.get("length");
    if (length?.demands.some((demand) => !allows(demand, "number")) === true) return NONE;
    return new ListFilling(this, named, some, lengths).value();
  }
}

/** A list of elements that are named by their number, and of some that have to be there. */
class ListFilling {
  readonly #filling: Filling;
  readonly #named: readonly (readonly [number, ValueNode])[];
  readonly #some: readonly ValueNode[];
  readonly #lengths: readonly NumberDemand[];

  constructor(
    filling: Filling,
    named: readonly (readonly [number, ValueNode])[],
    some: readonly ValueNode[],
    lengths: readonly NumberDemand[],
  ) {
    this.#filling = filling;
    this.#named = named;
    this.#some = some;
    this.#lengths = lengths;
  }

  value(): Value {
    const places = Math.max(-1, ...this.#named.map(([place]) => place)) + 1 + this.#some.length;
    if (places > 200) return HARD_LIST;
    let doubt: Value | undefined;
    for (let length = 0; length <= places; length++) {
      if (!meetsAll(this.#lengths, length)) continue;
      const value = this.#ofLength(length);
      if (value.kind === "value") return value;
      if (value.kind === "unknown") doubt = value;
    }
    const longer = findNumber(
      [...this.#lengths, { test: (size) => size > places, bounds: [places], holds: true }],
      true,
    );
    if (longer === undefined) return doubt ?? NONE;
    // Elements that nothing names: `null` will do unless every element has to meet something, which is then confirmed or not.
    const value = longer > 1_000 ? HARD_LIST : this.#ofLength(longer);
    return value.kind === "none" ? (doubt ?? NONE) : value;
  }

  #ofLength(length: number): Value {
    const list: (JsonValue | undefined)[] = Array.from({ length }, () => undefined);
    for (const [place, node] of this.#named) {
      const isInside = place >= 0 && place < length;
      const value = this.#filling.value(node, isInside ? THERE : ["missing"]);
      if (value.kind === "none" || value.kind === "unknown") return value;
      if (value.kind === "value") list[place] = value.value;
    }
    let isTight = false;
    for (const node of this.#some) {
      const value = this.#filling.value(node, THERE);
      if (value.kind !== "value") return value;
      const free = list.indexOf(undefined);
      if (free >= 0) list[free] = value.value;
      else if (length === 0) return NONE;
      // One element may be several of those that have to be there.
      else isTight = true;
    }
    if (isTight) return HARD_LIST;
    const filler = list.find((one) => one !== undefined) ?? null;
    return { kind: "value", value: list.map((one) => (one === undefined ? filler : one)) };
  }
}

const THERE: readonly ValueKind[] = ["string", "number", "object", "list", "true", "false", "null"];

/** The order in which kinds are tried: what has something inside is an object or a list. */
function kindsOf(node: ValueNode): readonly ValueKind[] {
  const steps = [...node.inside.keys()];
  if (steps.some((step: PathStep) => step instanceof Element)) return ["list", ...REST];
  if (steps.length > 0 && steps.every((step) => typeof step === "number")) return ["list", "object", ...REST];
  if (steps.length > 0) return ["object", "list", ...REST];
  return node.demands.length === 0 ? ["missing"] : [...THERE, "missing"];
}

const REST: readonly ValueKind[] = ["string", "number", "true", "false", "null", "missing"];

/** What a demand is for the search of a string; `open` where its strings are not known, nothing where it has none. */
function textDemandOf({ test, holds }: ValueDemand): TextDemand | "open" | undefined {
  const part = test.parts.string;
  if (typeof part !== "object") return part === "open" ? part : undefined;
  if (part.kind !== "text") return undefined;
  const matches = holds !== (part.inverse ?? false);
  const tree = matches ? part.over : part.under;
  return tree === undefined ? "open" : { tree, holds: matches };
}

/** The longest of the strings that the demands have for certain: where it meets them all it is the shortest that does. */
function plainestOf(demands: readonly TextDemand[]): string | undefined {
  let plain: string | undefined = "";
  for (const { tree, holds } of demands) {
    if (!holds) continue;
    const least = leastText(tree);
    if (least === undefined) return undefined;
    if (least.length > plain.length) plain = least;
  }
  return plain;
}

/** A member of one of these globs, or what is below one. */
function oneOfPaths(member: ValueNode, globs: readonly string[], below: boolean): ValueNode {
  const node = new ValueNode();
  node.demands.push(...member.demands, { test: pathWithin(globs, below), holds: true });
  return node;
}

/** The glob that matches these strings, and no other. */
function globOf(texts: readonly string[]): string {
  const escaped = texts.map((text) => text.replace(/[*?[\]{},\\]/g, "\\$&"));
  return escaped.length === 1 ? (escaped[0] ?? "") : `{${escaped.join()}}`;
}

/** The value may be this string, as far as the demands on itself tell. */
function meetsDemands({ demands }: ValueNode, text: string): boolean {
  return (
    demands.every((demand) => allows(demand, "string") && mayBe(text, demand)) &&
    meetsAll(sizesOf(demands, "string"), text.length)
  );
}

function mayBe(text: string, { test, holds }: ValueDemand): boolean {
  const part = test.parts.string;
  return typeof part !== "object" || part.kind !== "text" || part.test(text) === holds;
}

function numbersOf(demands: readonly ValueDemand[]): readonly NumberDemand[] {
  return demands.flatMap(({ test, holds }) => {
    const part = test.parts.number;
    return typeof part === "object" && part.kind === "number" ? [demandOf(part, holds)] : [];
  });
}

function sizesOf(demands: readonly ValueDemand[], kind: ValueKind): readonly NumberDemand[] {
  return demands.flatMap(({ test, holds }) => {
    const part = test.parts[kind];
    return typeof part === "object" && part.kind === "size" ? [demandOf(part.size, holds)] : [];
  });
}

function demandOf({ test, bounds }: NumberPart, holds: boolean): NumberDemand {
  return { test, bounds, holds };
}

function meetsAll(demands: readonly NumberDemand[], size: number): boolean {
  return demands.every(({ test, holds }) => test(size) === holds);
}

/** An object with these as its own properties, `__proto__` among them. */
function ownObject(entries: readonly (readonly [string, JsonValue])[]): Record<string, JsonValue> {
  const object: Record<string, JsonValue> = {};
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return object;
}
