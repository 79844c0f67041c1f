import type { Path } from "@gatehouse-hooks/condition/compile";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/**
 * Reads one path of a sealed event, as a condition does (condition SPEC, "Properties"): sealed values inherit no data,
 * so a plain read sees own properties only.
 */
export class PathReader {
  readonly #head: string | number;
  readonly #tail: Path;

  constructor(path: Path) {
    const [head = "", ...tail] = path;
    this.#head = head;
    this.#tail = tail;
  }

  read(event: JsonObject): JsonValue | undefined {
    let value = event[this.#head];
    for (const key of this.#tail) {
      if (typeof value !== "object" || value === null) return undefined;
      value = Array.isArray(value) ? element(value as readonly JsonValue[], key) : (value as JsonObject)[key];
    }
    return value;
  }
}

function element(list: readonly JsonValue[], key: string | number): JsonValue | undefined {
  if (typeof key === "number") return list[key];
  return key === "length" ? list.length : undefined;
}
