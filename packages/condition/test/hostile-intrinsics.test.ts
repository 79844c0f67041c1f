import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { compile, parse, readAst } from "@gatehouse-hooks/condition";
import type { Expr } from "@gatehouse-hooks/condition";
import { parseJson, sealJson } from "@gatehouse-hooks/json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tierRows } from "../../../test/assert-law.js";
import { bundleScript } from "../../../test/bundle-script.js";

let program = "";
beforeAll(async () => {
  program = await bundleScript(join(import.meta.dirname, "hostile-intrinsics.run.ts"));
});
afterAll(() => rmSync(dirname(program), { recursive: true }));

/** What `hostile-intrinsics.run.ts` prints. */
function run(what: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, what], {
    encoding: "utf8",
    timeout: 50_000,
  });
  return status === 0 ? stdout : `${stdout}\nended with ${status}: ${stderr}`;
}

test.each(
  tierRows(1, [
    "methods throw",
    "methods answer true",
    "methods answer false",
    "methods answer nothing",
    "methods answer 0",
    "methods answer an object",
  ]),
)("intrinsics are taken when the package is loaded: %s, and no answer changes (M13)", (what) => {
  expect(run(what)).toMatch(/^asked [0-9]{3} times\n$/);
});

test.each(
  tierRows(1, [
    "prototypes hold true",
    "prototypes hold a string",
    "prototypes hold null",
    "prototypes hold 0",
    "prototypes hold a list",
    "prototypes hold an object",
    "prototypes hold a function",
  ]),
)("what `Object.prototype` holds is neither data nor an option: %s, and no answer changes (S11)", (what) => {
  expect(run(what)).toMatch(/^asked [0-9]{3} times\n$/);
});

describe("options are own properties (S11)", () => {
  test.each([["strict"], [true], [0], [() => ({ problem: "no" })], [{ kind: "literal" }]])(
    "%s on `Object.prototype` is no option",
    (value) => {
      const { ast } = parse('x.matches("^a")');
      const plain = JSON.parse(JSON.stringify(ast)) as Expr;
      const names = ["escapes", "patterns", "maxBytes", "maxDepth", "maxNodes", "loneSurrogates", "isProxy"];
      const prototype = Object.prototype as unknown as Record<string, unknown>;
      let found: readonly unknown[] = [];
      try {
        for (const name of names) prototype[name] = value;
        found = [
          parse(String.raw`x == "\d"`, {}).ast?.kind,
          parse(String.raw`x == "\d"`).ast?.kind,
          readAst(plain, {}).ast?.kind,
          compile(plain, {})({ x: "ab" }),
          parseJson('{"a":[1]}', {}).issue,
          sealJson({ a: [1] }, {}).issue,
          sealJson("\ud800", {}).issue?.code,
        ];
      } finally {
        for (const name of names) Reflect.deleteProperty(prototype, name);
      }
      expect(found).toEqual([
        "compare",
        "compare",
        "call",
        true,
        undefined,
        undefined,
        "json-lone-surrogate",
      ]);
    },
  );

  test("`get` and `set` on `Object.prototype` do not break what is made, and are not called", () => {
    const { ast } = parse(
      '[x] == ["a"] && y in ["a", "b", "c", null, 1] && x.glob("{a,b}*") && z.any(i, i == 1)',
    );
    if (ast === null) throw new Error("no AST");
    const plain = JSON.parse(JSON.stringify(ast)) as Expr;
    const event = { x: "a", y: "c", z: [0, 1] };
    const prototype = Object.prototype as unknown as Record<string, unknown>;
    let called = 0;
    const found: unknown[] = [0, 0, 0, 0];
    try {
      prototype["get"] = prototype["set"] = () => called++;
      found[0] = compile(ast)(event);
      found[1] = compile(plain)(event);
      found[2] = parseJson('{"a":[1,{"b":"c"}]}').value;
      found[3] = sealJson(event).value;
    } finally {
      Reflect.deleteProperty(prototype, "get");
      Reflect.deleteProperty(prototype, "set");
    }
    expect(JSON.stringify(found)).toBe(JSON.stringify([true, true, { a: [1, { b: "c" }] }, event]));
    expect(called).toBe(0);
  });
});
