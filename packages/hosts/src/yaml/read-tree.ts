import type { JsonValue } from "@gatehouse-hooks/json";
import { isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";
import type { YamlProblem } from "./guard-yaml.js";
import { type OffsetMap, scalarOffsets } from "./scalar-offsets.js";

/** The place of a value in a document, found by its path (`JSON.stringify` of the keys and indexes that lead to it). */
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
  readonly places: ReadonlyMap<string, Place>;
  readonly problems: readonly YamlProblem[];
}

const LEADING_ZERO = /^[-+]?0\d/;
const SURROGATE = /\p{Cs}/u;

/** Turns a parsed YAML tree into JSON: own keys only, no duplicate keys, only numbers that JSON can hold. */
export function readTree(text: string, root: Node | null): Tree {
  const places = new Map<string, Place>();
  const problems: YamlProblem[] = [];

  // INVARIANT: recursion is bounded, the nesting was checked before parsing.
  function read(node: unknown, path: readonly (string | number)[], key: number): JsonValue {
    const start = (node as Node | null)?.range?.[0] ?? key;
    const within = isScalar(node) ? scalarOffsets(text, node) : () => start;
    places.set(JSON.stringify(path), { key, value: start, within });
    if (isSeq(node)) {
      return node.items.map((item, index) =>
        read(item, [...path, index], (item as Node | null)?.range?.[0] ?? start),
      );
    }
    if (isMap(node)) {
      const entries = new Map<string, JsonValue>();
      for (const { key: keyNode, value } of node.items) {
        const keyAt = (keyNode as Node).range?.[0] ?? start;
        const name = isScalar(keyNode) ? String(keyNode.value) : "";
        if (SURROGATE.test(name)) problems.push(halfPair(keyAt));
        if (entries.has(name)) {
          problems.push({
            offset: keyAt,
            code: "duplicate-key",
            message: "the same key occurs twice in one mapping",
            cure: "remove one of them",
          });
        }
        entries.set(name, read(value, [...path, name], keyAt));
      }
      // Defines `__proto__` as an ordinary own key.
      return Object.fromEntries(entries);
    }
    return isScalar(node) ? scalar(node, start) : null;
  }

  function scalar(node: Scalar, start: number): JsonValue {
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

  const value = read(root, [], root?.range?.[0] ?? 0);
  return { value, places, problems };
}

function halfPair(offset: number): YamlProblem {
  return {
    offset,
    code: "encoding",
    message: "an escape gives half of a surrogate pair",
    cure: "write the character itself, or `\\U` with eight digits",
  };
}
