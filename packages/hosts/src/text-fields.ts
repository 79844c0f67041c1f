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

/** The fields of a documented tool's arguments that are strings; none for other tools. */
export function textFieldsOf(tool: string): readonly string[] {
  const rows = HOST_TOOLS.filter(({ name }) => name === tool);
  const fields = rows.flatMap(({ fields: own = [], params = {} }) =>
    TEXTS.flatMap((canonical) => (params[canonical] ?? []).filter((field) => own.includes(field))),
  );
  return [...new Set(fields)];
}
