import type { AtomPath } from "@gatehouse-hooks/condition/compile";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/** Takes a value of a path, one after the other. */
export type Visit<State> = (value: JsonValue | undefined, state: State) => void;

/**
 * Reads one path of a sealed event, as a condition does (condition SPEC, "Properties"): sealed values inherit no data,
 * so a plain read sees own properties only.
 */
export class PathReader {
  readonly #head: string | number;
  readonly #tail: readonly (string | number)[];
  /** What follows each element of the list that is read; `null` when the path goes through no list's elements. */
  readonly #elements: PathReader | "itself" | null;

  /**
   * @param path of the condition language; `null` in it is each element of a list
   */
  constructor(path: AtomPath) {
    const at = path.indexOf(null);
    const [head = "", ...tail] = (at === -1 ? path : path.slice(0, at)) as readonly (string | number)[];
    this.#head = head;
    this.#tail = tail;
    const rest = path.slice(at + 1);
    this.#elements = at === -1 ? null : rest.length === 0 ? "itself" : new PathReader(rest);
  }

  /** Whether there is one value at the path, present or missing. */
  get single(): boolean {
    return this.#elements === null;
  }

  /** The value at the path, or the list whose elements it goes on from. */
  read(event: JsonObject): JsonValue | undefined {
    const value = event[this.#head];
    return this.#tail.length === 0 ? value : this.#follow(value);
  }

  #follow(start: JsonValue | undefined): JsonValue | undefined {
    let value = start;
    for (const key of this.#tail) {
      if (typeof value !== "object" || value === null) return undefined;
      value = Array.isArray(value) ? element(value as readonly JsonValue[], key) : (value as JsonObject)[key];
    }
    return value;
  }

  /** Visits the value at the path, present or missing; each one of a path through the elements of lists. */
  visit<State>(event: JsonObject, visit: Visit<State>, state: State): void {
    const value = this.read(event);
    if (this.#elements === null) visit(value, state);
    else this.#visitElements(value, visit, state);
  }

  #visitElements<State>(list: JsonValue | undefined, visit: Visit<State>, state: State): void {
    if (!Array.isArray(list)) return;
    const elements = this.#elements;
    for (const one of list as readonly JsonValue[]) {
      if (!(elements instanceof PathReader)) visit(one, state);
      else elements.#visitInside(one, visit, state);
    }
  }

  #visitInside<State>(value: JsonValue, visit: Visit<State>, state: State): void {
    if (typeof value !== "object" || value === null) {
      if (this.#elements === null) visit(undefined, state);
      return;
    }
    const first = Array.isArray(value)
      ? element(value as readonly JsonValue[], this.#head)
      : (value as JsonObject)[this.#head];
    const found = this.#follow(first);
    if (this.#elements === null) visit(found, state);
    else this.#visitElements(found, visit, state);
  }
}

function element(list: readonly JsonValue[], key: string | number): JsonValue | undefined {
  if (typeof key === "number") return list[key];
  return key === "length" ? list.length : undefined;
}
