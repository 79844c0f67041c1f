import type { JsonValue } from "@gatehouse-hooks/json";
import { isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from "yaml";
import type { YamlProblem } from "./guard-yaml.js";
import { type OffsetMap, scalarOffsets } from "./scalar-offsets.js";

/** The place of a value in a document. */
export interface Place {
  /** Offset of the key, or of the list item. */
  readonly key: number;
  /** Offset of the value. */
  readonly value: number;
  /** For strings: the place of each character. */
  readonly within: OffsetMap;
}

/** A document as plain JSON, and the place of everything in it. */
export interface Tree {
  readonly value: JsonValue;
  /** The place of the value that keys and indexes lead to; of the nearest one around it where there is none. */
  readonly placeAt: (path: readonly (string | number)[]) => Place;
  readonly problems: readonly YamlProblem[];
}

const LEADING_ZERO = /^[-+]?0\d/;
const SURROGATE = /\p{Cs}/u;

/** Turns a parsed YAML tree into JSON: own keys only, no duplicate keys, only numbers that JSON can hold. */
export function readTree(text: string, root: Node | null): Tree {
  const problems: YamlProblem[] = [];
  const value = readNode(root, root?.range?.[0] ?? 0, problems);
  return { value, placeAt: placesOf(text, root), problems };
}

// INVARIANT: recursion is bounded, the nesting was checked before parsing.
function readNode(node: unknown, key: number, problems: YamlProblem[]): JsonValue {
  const start = startOf(node, key);
  if (isSeq(node)) return node.items.map((item) => readNode(item, startOf(item, start), problems));
  if (isMap(node)) {
    const entries = new Map<string, JsonValue>();
    for (const { key: keyNode, value } of node.items) {
      const keyAt = (keyNode as Node).range?.[0] ?? start;
      const name = nameOf(keyNode);
      if (SURROGATE.test(name)) problems.push(halfPair(keyAt));
      if (entries.has(name)) problems.push(duplicateKey(keyAt));
      entries.set(name, readNode(value, keyAt, problems));
    }
    // Defines `__proto__` as an ordinary own key.
    return Object.fromEntries(entries);
  }
  return isScalar(node) ? readScalar(node, start, problems) : null;
}

function readScalar(node: Scalar, start: number, problems: YamlProblem[]): JsonValue {
  const { value } = node;
  if (typeof value === "string") {
    if (SURROGATE.test(value)) problems.push(halfPair(start));
    return value;
  }
  if (typeof value === "boolean") return value;
  if (typeof value !== "number") return null;
  const unsafe = !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  if (unsafe || LEADING_ZERO.test(node.source ?? "")) {
    problems.push({
      offset: start,
      code: "invalid-value",
      message: unsafe
        ? "a number out of range"
        : "a number with a leading zero means different things to different readers",
      cure: unsafe
        ? "a whole number from -(2^53-1) to 2^53-1, or a string in quotes"
        : "write it without the zero, or quote it",
    });
    return 0;
  }
  // JSON has one zero.
  return value + 0;
}

function duplicateKey(offset: number): YamlProblem {
  return {
    offset,
    code: "duplicate-key",
    message: "the same key occurs twice in one mapping",
    cure: "remove one of them",
  };
}

/** Above it a mapping gets a table of its keys, so that looking each of them up stays linear. */
const MAX_SEARCHED = 16;

/**
 * Where things are, looked for in the tree when it is asked for: few places are, and keeping all of them takes longer than
 * reading.
 */
function placesOf(text: string, root: Node | null): Tree["placeAt"] {
  const tables = new Map<YAMLMap, ReadonlyMap<string, Pair>>();
  const pairIn = (map: YAMLMap, name: string | number): Pair | undefined => {
    if (typeof name === "number") return undefined;
    if (map.items.length <= MAX_SEARCHED) return map.items.findLast(({ key }) => nameOf(key) === name);
    const table = tables.get(map) ?? new Map(map.items.map((pair) => [nameOf(pair.key), pair]));
    tables.set(map, table);
    return table.get(name);
  };
  return (path) => {
    let node: unknown = root;
    let key = startOf(root, 0);
    for (const part of path) {
      const start = startOf(node, key);
      if (isSeq(node) && typeof part === "number" && part < node.items.length) {
        node = node.items[part];
        key = startOf(node, start);
      } else {
        const pair = isMap(node) ? pairIn(node, part) : undefined;
        if (pair === undefined) break;
        node = pair.value;
        key = startOf(pair.key, start);
      }
    }
    const value = startOf(node, key);
    return { key, value, within: isScalar(node) ? scalarOffsets(text, node) : () => value };
  };
}

function startOf(node: unknown, otherwise: number): number {
  return (node as Node | null)?.range?.[0] ?? otherwise;
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : "";
}

function halfPair(offset: number): YamlProblem {
  return {
    offset,
    code: "encoding",
    message: "an escape gives half of a surrogate pair",
    cure: "write the character itself, or `\\U` with eight digits",
  };
}
