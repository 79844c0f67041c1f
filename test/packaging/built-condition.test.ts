import type * as Compile from "@gatehouse/condition/compile";
import type * as Json from "@gatehouse/condition/json";
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret } from "../../packages/condition/test/reference.js";
import { events } from "../arbitraries/events.js";
import { expressions } from "../arbitraries/expressions.js";

const dist = new URL("../../packages/condition/dist/", import.meta.url);
if (!existsSync(dist)) throw new Error("nothing is built: run `pnpm build` first");

/** As a user gets them, with the copies of the code for paths that only the build makes. */
const built = (await import(new URL("compile/index.js", dist).href)) as typeof Compile;
const json = (await import(new URL("json/index.js", dist).href)) as typeof Json;

test("reference: the built package equals the reference interpreter", () => {
  fc.assert(
    fc.property(expressions, fc.array(events, { minLength: 3, maxLength: 3 }), (ast, some) => {
      const predicate = built.compile(ast);
      for (const event of some) {
        const expected = interpret(ast, event);
        expect(predicate(event)).toBe(expected);
        const { value } = json.sealJson(event, { loneSurrogates: "keep" });
        if (value !== undefined) expect(predicate(value)).toBe(expected);
      }
    }),
    { numRuns: 5_000 },
  );
});

test("the licences of what is bundled lie beside it", () => {
  expect(readFileSync(new URL("third-party-licenses.txt", dist), "utf8")).toContain("re2js");
});
