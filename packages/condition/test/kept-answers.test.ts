import { compile, parse, type Predicate } from "@gatehouse-hooks/condition";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";

function made(glob: string, method: string): Predicate | null {
  const { ast } = parse(`s.${method}(${JSON.stringify(glob)})`);
  return ast === null ? null : compile(ast);
}

const names = ["a", "b.a", "A", "é"];
const wild = fc.constantFrom("*", "[!.]*", "*.a", "**", "**/*.a", "?", "\\*a");
const folder = fc.constantFrom("", "/a", "/b", "/a/b", "/é", "/A");
/** Few tails behind few folders: an answer that is kept meets the other folders. */
const paths = fc
  .tuple(
    folder,
    fc.oneof({ weight: 2, arbitrary: wild }, { weight: 1, arbitrary: fc.constantFrom(...names) }),
  )
  .map(([before, tail]) => `${before}/${tail}`);
const globs = fc
  .array(
    fc.oneof(
      paths,
      paths.map((path) => `**${path}`),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => `{${all.join(",")}}`);
const facts = fc.record({ path: paths, tree: fc.boolean(), folds: fc.boolean() });

test("law: what a condition was asked before changes none of its answers", () => {
  let wilds = 0;
  const ran = assertLaw(
    fc.property(
      globs,
      fc.constantFrom("touches", "in", "surely", "perhaps"),
      fc.array(facts, { minLength: 8, maxLength: 24 }),
      (glob, method, all) => {
        const asked = made(glob, method);
        if (asked === null) return;
        for (const fact of all) {
          const event = { s: { ...fact, certainty: "exact" } };
          const fresh = made(glob, method);
          wilds += /[*?[]/.test(fact.path) ? 1 : 0;
          expect(asked(event), `${JSON.stringify(fact)} ${method} ${glob}`).toBe(fresh?.(event));
        }
      },
    ),
  );
  expect(wilds).toBeGreaterThan(ran);
});
