/** Runs the vectors in a process that forbids code from strings; prints what happened. */
import { compile, parse, readAst } from "@gatehouse/condition";
import type { JsonValue } from "@gatehouse/condition";
import { sealJson } from "@gatehouse/condition/json";
import { readRows } from "./read-rows.js";

function forbidden(): boolean {
  try {
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- proves that the flag is on
    return (new Function("return false") as () => boolean)();
  } catch {
    return true;
  }
}

const rows = ["mayros-conditions", "mayros-oddities"].flatMap((name) =>
  readRows<{ readonly expr: string; readonly ctx: JsonValue }>(`./vectors/${name}.jsonl`),
);
let accepted = 0;
for (const { expr, ctx } of rows) {
  const stored = JSON.parse(JSON.stringify(parse(expr).ast)) as unknown;
  const { ast } = readAst(stored);
  if (ast === null) continue;
  compile(ast)(sealJson(ctx, { loneSurrogates: "keep" }).value ?? null);
  accepted++;
}
for (const text of ['a.matches("x+")', 'a.glob("**/*.{a,b}")', "a.any(x, x == 1)"]) {
  const { ast } = parse(text);
  if (ast !== null) compile(ast)({ a: "xyz" });
}
console.log(JSON.stringify({ forbidden: forbidden(), rows: rows.length, accepted }));
