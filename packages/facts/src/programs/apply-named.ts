import { type Field, hasHole, showField } from "@gatehouse-hooks/shell";
import { matchedBelow, patternsOfExpression } from "../paths/name-pattern.js";
import type { Operand } from "./parse-arguments.js";
import type { ProgramCall } from "./program-call.js";
import { readPath } from "./read-path.js";
import type { Role } from "../roles.table.js";

/** A path of git: itself with what is below it, or with wildcards each that it matches; `:(glob)` and `:/` say how, `:!` and `:^` leave out. */
export function applyPathspec(
  context: ProgramCall,
  field: Field,
  index: number,
  what: string,
  tree: boolean,
): void {
  const text = showField(field);
  if (/^:[!^]/.test(text)) return;
  const pattern = text.replace(/^:(?:\([^)]*\)|\/)/, "");
  readPath(context, pattern === text ? field : pattern, index, what, tree);
  if (!hasHole(field) && /[*?[]/.test(pattern))
    for (const one of matchedBelow(".", pattern)) context.path("reads", one, index, what);
}

/** Only files of certain names are searched: each folder that is, with the patterns of the call. */
export function applyNamed(
  context: ProgramCall,
  operands: readonly Operand[],
  roles: readonly Role[],
  start: string | undefined,
): void {
  const named = context.given.filter(
    ({ option, negated }) => (option.role === "named" || option.role === "matched") && !negated,
  );
  if (named.length === 0) return;
  const read = operands
    .filter((_, i) => roles[i] === "read" || roles[i] === "list")
    .map(({ field }) => field);
  const folders: readonly Field[] = read.length > 0 ? read : [start ?? "."];
  const list = roles.includes("list");
  for (const { value, index, name, option } of named) {
    if (value === null) continue;
    const pattern = showField(value);
    if (hasHole(value)) {
      context.unknown("dynamic-argument", showField(value), context.spanOf(index));
      continue;
    }
    const patterns =
      option.role === "matched"
        ? patternsOfExpression(pattern)
        : name.startsWith("--i") && name !== "--include"
          ? [pattern, pattern.toLowerCase()]
          : [pattern];
    for (const folder of folders)
      for (const one of new Set(patterns))
        for (const field of matchedBelow(folder, one)) context.path("reads", field, index, name, { list });
  }
}
