import type { AtomPath } from "@gatehouse-hooks/condition/compile";
import { isList, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";

/** Takes a value of a path, one after the other. */
export type Visit<State> = (value: JsonValue | undefined, state: State) => void;

type Keys = readonly (string | number)[];

/**
 * Reads one path of a sealed event, as a condition does (condition SPEC, "Properties"): sealed values inherit no data,
 * so a plain read sees own properties only.
 */
export class PathReader {
  readonly #head: string | number;
  /** The keys behind the first one, up to the first list that the path goes through. */
  readonly #tail: Keys;
  /** The keys behind each such list, inside its elements. */
  readonly #inside: readonly Keys[];

  /**
   * @param path of the condition language; `null` in it is each element of a list
   */
  constructor(path: AtomPath) {
    const parts: (string | number)[][] = [[]];
    for (const key of path) {
      if (key === null) parts.push([]);
      else parts.at(-1)?.push(key);
    }
    const [[head = "", ...tail] = [], ...inside] = parts;
    this.#head = head;
    this.#tail = tail;
    this.#inside = inside;
  }

  /** The property of the event that the path begins with. */
  get head(): string | number {
    return this.#head;
  }

  /** Whether there is one value at the path, present or missing. */
  get single(): boolean {
    return this.#inside.length === 0;
  }

  /** The value at the path, or the first list that it goes through. */
  read(event: JsonObject): JsonValue | undefined {
    const value = event[this.#head];
    return this.#tail.length === 0 ? value : follow(value, this.#tail);
  }

  /** Visits the value at the path, present or missing; each one of a path through the elements of lists. */
  visit<State>(event: JsonObject, visit: Visit<State>, state: State): void {
    this.#visitInside(this.read(event), 0, visit, state);
  }

  #visitInside<State>(value: JsonValue | undefined, depth: number, visit: Visit<State>, state: State): void {
    const keys = this.#inside[depth];
    if (keys === undefined) visit(value, state);
    else if (isList(value)) {
      for (const item of value) this.#visitInside(follow(item, keys), depth + 1, visit, state);
    }
  }
}

function follow(start: JsonValue | undefined, keys: Keys): JsonValue | undefined {
  let value = start;
  for (const key of keys) {
    if (typeof value !== "object" || value === null) return undefined;
    value = isList(value) ? element(value, key) : value[key];
  }
  return value;
}

function element(list: readonly JsonValue[], key: string | number): JsonValue | undefined {
  if (typeof key === "number") return list[key];
  return key === "length" ? list.length : undefined;
}
