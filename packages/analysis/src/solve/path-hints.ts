import { type Expr, pathGlobOf, readGlob } from "@gatehouse-hooks/condition/analysis";
import { codePointsOf } from "@gatehouse-hooks/condition/analysis";
import { oneOf } from "../values/constant-tests.js";
import { testOf, type ValueTest } from "../values/value-test.js";
import type { Goal } from "./goal.js";
import type { ValuePath } from "./path.js";

/** What makes a path fact one path that `touches` or `within` a glob, or does not. */
export function pathHints(
  call: Extract<Expr, { readonly kind: "call" }>,
  fact: ValuePath,
  holds: boolean,
): readonly Goal[] {
  const globs = Array.from(pathGlobOf(call)?.spelled ?? []).flatMap(({ spelling, alternatives }) =>
    Array.from(alternatives, ({ source }): Goal => {
      const test = globTest(source);
      return { kind: "value", path: [...fact, spelling], test, holds };
    }),
  );
  const [first] = globs;
  if (first === undefined) return [];
  if (!holds) return [{ kind: "hint", goals: globs }];
  const known = (key: string, value: string | boolean): Goal => ({
    kind: "value",
    path: [...fact, key],
    test: oneOf([value]),
    holds: true,
  });
  const simple = ["path", "home", "local"].map((key): Goal => ({
    kind: "value",
    path: [...fact, key],
    test: WILD,
    holds: false,
  }));
  return [
    { kind: "hint", goals: [first] },
    { kind: "hint", goals: [...simple, known("certainty", "exact"), known("linksChecked", true)] },
  ];
}

function globTest(source: string): ValueTest {
  const tree = readGlob(source);
  // Whether it comes out is for the condition itself to say.
  return testOf(`glob ${source}`, { string: { kind: "text", test: () => true, over: tree, under: tree } });
}

/** A wildcard, or what takes its meaning from a character. */
const WILD: ValueTest = testOf("wildcards", {
  string: {
    kind: "text",
    test: (text) => /[*?[\]{}\\]/.test(text),
    ...both({ kind: "set", set: codePointsOf([0x2a, 0x2a, 0x3f, 0x3f, 0x5b, 0x5d, 0x7b, 0x7b, 0x7d, 0x7d]) }),
  },
});

function both<Tree>(tree: Tree): { readonly over: Tree; readonly under: Tree } {
  return { over: tree, under: tree };
}
