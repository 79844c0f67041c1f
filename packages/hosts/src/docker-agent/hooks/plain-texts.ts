import { isRecord } from "@gatehouse-hooks/json";
import type { DocumentPath } from "../../yaml/document.js";
import type { FileContext } from "../file-context.js";

/** The keys of a hook that hold strings, lists of strings or mappings of strings. */
const TEXT_KEYS = new Set(["name", "command", "args", "env", "working_dir", "model", "prompt"]);

/**
 * The hook with numbers and booleans as the strings that were written, where a string is expected: docker-agent takes
 * `command: true` and `PORT: 8080` for strings.
 */
export function plainTexts(value: unknown, path: DocumentPath, file: FileContext): unknown {
  if (!isRecord(value)) return value;
  const text = (inner: unknown, at: DocumentPath): unknown => {
    if (typeof inner !== "number" && typeof inner !== "boolean") return inner;
    const written = file.written(at);
    return written === "" ? String(inner) : written;
  };
  return mapped(value, (inner, key) => {
    const at = [...path, key];
    if (!TEXT_KEYS.has(key)) return inner;
    if (Array.isArray(inner)) return inner.map((item: unknown, index) => text(item, [...at, index]));
    return isRecord(inner) ? mapped(inner, (one, name) => text(one, [...at, name])) : text(inner, at);
  });
}

function mapped(
  record: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): unknown {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
