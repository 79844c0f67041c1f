import { type Field, hole, literalOf, partsOfField } from "@gatehouse-hooks/shell";
import { shellEscapes } from "../code/shell-escapes.js";
import { type SqlEffect, sqlEffect, sqlStatements, tablesIn } from "@gatehouse-hooks/languages";
import type { ProgramCall } from "./program-call.js";

/** SQL given to a program. */
export function readSql(context: ProgramCall, field: Field, index: number): void {
  const known = literalOf(field);
  const span = context.spanOf(index);
  if (known === null) {
    context.unknown("dynamic-code", "sql", span);
    return;
  }
  context.world.spend(known.length);
  for (const code of shellEscapes(known, "sql"))
    context.world.code(code, { via: context.name, maybe: true, span });
  const { lists } = context.reading;
  const { place } = context.call;
  for (const one of tablesIn(known, context.name))
    lists.add(lists.tables, { ...one, place, certainty: context.certainty(), by: context.by(""), span });
  for (const statement of sqlStatements(known, context.name)) {
    const effect: SqlEffect = sqlEffect(statement);
    const target = statement.trim().slice(0, 200);
    if (effect === "destroy") context.action("db.destroy", target, span);
    else if (effect === "write") context.action("db.write", target, span);
    else if (effect === "unknown") context.unknown("opaque-code", target, span);
    if (effect === "destroy" || effect === "write") writeDatabase(context);
  }
}

/** A database that is a file of this machine: what changes it writes the file. */
function writeDatabase(context: ProgramCall): void {
  const at = context.usage.base.slots.findIndex(({ role }) => role === "database");
  const operand = context.operands[at];
  const file = operand === undefined ? null : databaseFile(operand.field);
  if (operand === undefined || file === null) return;
  context.path("writes", file, operand.index, `operand ${at + 1}`);
}

/** The file of a database: `:memory:` is none, and of `file:PATH?mode=ro` it is the path. */
export function databaseFile(field: Field): Field | null {
  const known = literalOf(field);
  const first = partsOfField(field)[0];
  const isAddress = first?.kind === "text" && first.text.startsWith("file:");
  if (known === null) return isAddress ? hole() : field;
  if (!isAddress) return /^(?::memory:)?$/.test(known) ? null : field;
  const [, written = "", options = ""] = /^file:(?:\/\/[^/?#]*)?([^?#]*)([^#]*)/s.exec(known) ?? [];
  if (/[?&]mode=memory(?:&|$)/.test(options)) return null;
  const name = percentDecoded(written);
  return /^(?::memory:)?$/.test(name) ? null : name;
}

/** As SQLite does it: what is no code stays as it is. */
function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}
