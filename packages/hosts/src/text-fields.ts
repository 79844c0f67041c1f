import type { CanonicalParameter } from "./host-tables.js";
import { HOST_TOOLS } from "./vocabulary.js";

/** Canonical parameters that are strings. */
const TEXTS: readonly CanonicalParameter[] = [
  "command",
  "path",
  "content",
  "pattern",
  "url",
  "query",
  "prompt",
];

const fieldsOf = new Map<string, Set<string>>();
for (const { name, fields = [], params = {} } of HOST_TOOLS) {
  const texts = fieldsOf.get(name) ?? new Set();
  fieldsOf.set(name, texts);
  for (const canonical of TEXTS)
    for (const own of params[canonical] ?? []) if (fields.includes(own)) texts.add(own);
}

/** The fields of a documented tool's arguments that are strings; none for other tools. */
export function textFieldsOf(tool: string): readonly string[] {
  return [...(fieldsOf.get(tool) ?? [])];
}
