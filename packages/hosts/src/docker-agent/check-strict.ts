import { nearName, own } from "@gatehouse-hooks/json";
import type * as z from "zod/mini";
import type { DocumentPath } from "../yaml/document.js";
import { cite } from "../text/cite.js";
import type { FileContext } from "./file-context.js";

/** The most unknown keys reported of one mapping. */
const MAX_UNKNOWN = 20;

/**
 * Checks a value of the file against a schema and reports every problem at its place.
 *
 * @param keys the keys that the schema knows, for suggestions
 * @returns `null` when anything is wrong
 */
export function checkStrict<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  path: DocumentPath,
  keys: readonly string[],
  { at, atKey }: Pick<FileContext, "at" | "atKey">,
): T | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const inner = [...path, ...issue.path.filter((part) => typeof part !== "symbol")];
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, MAX_UNKNOWN)) {
        const meant = nearName(key, keys);
        atKey([...inner, key], {
          code: "unknown-key",
          message: `unknown key ${cite(key)}`,
          cure: meant === null ? `known are ${keys.join(", ")}` : `did you mean ${cite(meant)}?`,
        });
      }
    } else {
      const name = String(inner.at(-1) ?? "");
      const missing = isMissing(value, issue.path);
      at(inner, {
        code: missing ? "missing-key" : "invalid-value",
        message: missing ? `the key ${cite(name)} is missing` : `${cite(name)}: ${issue.message}`,
        cure: missing ? `add ${cite(`${name}: …`)}: ${issue.message}` : "correct the value",
      });
    }
  }
  return null;
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  return path.reduce<unknown>((inner, key) => own(inner, String(key)), value) === undefined;
}
