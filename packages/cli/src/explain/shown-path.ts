import { type JsonValue, shorten } from "@gatehouse-hooks/json";
import { redactProperty } from "@gatehouse-hooks/redact";

/** The longest value shown, in UTF-16 code units. */
const MAX_VALUE = 120;

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A path as conditions write it: `params.command`, `tags[0]`, `params["a b"]`. */
export function shownPath(path: readonly (string | number)[]): string {
  return path
    .map((key, i) => {
      if (typeof key === "number") return `[${key}]`;
      if (!PLAIN.test(key)) return `[${JSON.stringify(key)}]`;
      return i === 0 ? key : `.${key}`;
    })
    .join("");
}

/** A value as JSON, what looks like a secret hidden; `missing` where there is none. */
export function shownValue(name: string, value: JsonValue | undefined): string {
  return value === undefined ? "missing" : shorten(JSON.stringify(redactProperty(name, value)), MAX_VALUE);
}
