import { type Field, hole, literalOf, partsOfField } from "@gatehouse-hooks/shell";
import { shellEscapes } from "../code/shell-escapes.js";
import { databaseFile, type SqlEffect, sqlEffect, sqlStatements, tablesIn } from "@gatehouse-hooks/languages";
import type { ProgramCall } from "./program-call.js";

const FILES_AS_TABLES = /\b(?:from|join|read_\w+\(|\w+_scan\(|glob\()\s*\[?''/i;

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
  const statements = sqlStatements(known, context.name);
  if (context.name === "duckdb" && statements.some((one) => FILES_AS_TABLES.test(one)))
    for (const [, file = ""] of known.matchAll(/'([^']*)'/g)) context.path("reads", file, index, "file");
  for (const statement of statements) {
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
  const file = operand === undefined ? null : fileOfDatabase(operand.field);
  if (operand === undefined || file === null) return;
  context.path("writes", file, operand.index, `operand ${at + 1}`);
}

/** The file that a name of a database means; null for none. */
export function fileOfDatabase(field: Field): Field | null {
  const known = literalOf(field);
  if (known !== null) return databaseFile(known);
  const [first] = partsOfField(field);
  return first?.kind === "text" && first.text.startsWith("file:") ? hole() : field;
}
