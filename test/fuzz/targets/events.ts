import type { JsonValue } from "@gatehouse-hooks/json";
import { sealJson } from "@gatehouse-hooks/json";
import { interpret } from "../../../packages/condition/test/reference.js";
import { compile } from "@gatehouse-hooks/condition/compile";
import type { Expr } from "@gatehouse-hooks/condition";
import { finding } from "../target.js";

/** Events whose values meet the constants of the dictionaries, also under inherited names. */
const plain: readonly JsonValue[] = [
  {},
  null,
  {
    a: "a",
    b: 1,
    c: [1, "a", null, { b: "b" }],
    toolName: "exec",
    params: { command: "rm -rf /", path: "a/b.ts" },
  },
  {
    a: { b: { c: "a" }, length: 2, "0": "x" },
    b: ["a", ["b"], {}],
    c: "",
    toolName: "read",
    params: { n: 0 },
  },
  {
    a: ["a", "b", "a"],
    b: { a: "😀", "": 1 },
    c: null,
    constructor: "a",
    toString: { length: 1 },
    params: "ab",
  },
  JSON.parse(
    '{"__proto__":{"a":"a"},"a":-1.5,"b":true,"c":false,"toolName":"","params":{"__proto__":"a"}}',
  ) as JsonValue,
];
const sealed = plain.map((event) => sealJson(event).value ?? null);

/** Every event, plain and sealed, must give what the reference gives. Answers the outcomes. */
export function compareOutcomes(ast: Expr): string {
  const predicate = compile(ast);
  return plain
    .map((event, i) => {
      const expected = interpret(ast, event);
      for (const given of [event, sealed[i] ?? null]) {
        const got = predicate(given);
        if (got !== expected) finding(`event ${i}: expected ${expected}, got ${got}`);
      }
      return String(expected)[0];
    })
    .join("");
}
