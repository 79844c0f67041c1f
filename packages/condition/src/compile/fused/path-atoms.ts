import { charCodeAt, endsWith, includes, startsWith } from "@gatehouse-hooks/json/intrinsics";
import type { MakeAtom, ReadOfPath } from "./atom.js";
import { runTextTest } from "./text-test.js";

/**
 * The closures for the tests of what `read` reads.
 *
 * V8 learns about a property read or a call per place in the text, not per closure. So what follows a test is written
 * out in each of them, and each call in `copies.table.ts` gets an instance of this module to itself, with a `read` written
 * out in its own text, when the package is built (tools/build/path-copies.ts, docs/condition-evaluator.md).
 */
export function pathAtoms(read: ReadOfPath): MakeAtom {
  return (test, yes, no) => {
    switch (test.kind) {
      case "equals": {
        const { constant } = test;
        return (event) => {
          const next = read(event) === constant ? yes : no;
          return next === true || (next !== false && next(event));
        };
      }
      case "either": {
        const { first, second } = test;
        return (event) => {
          const value = read(event);
          const next = value === first || value === second ? yes : no;
          return next === true || (next !== false && next(event));
        };
      }
      case "one-of-three": {
        const { first, second, third } = test;
        return (event) => {
          const value = read(event);
          const next = value === first || value === second || value === third ? yes : no;
          return next === true || (next !== false && next(event));
        };
      }
      case "includes": {
        const { part } = test;
        return (event) => {
          const value = read(event);
          const next = typeof value === "string" && includes(value, part) ? yes : no;
          return next === true || (next !== false && next(event));
        };
      }
      case "startsWith": {
        const { part } = test;
        const guard = charCodeAt(part, 0);
        return (event) => {
          const value = read(event);
          const next =
            typeof value === "string" && charCodeAt(value, 0) === guard && startsWith(value, part) ? yes : no;
          return next === true || (next !== false && next(event));
        };
      }
      case "endsWith": {
        const { part } = test;
        const guard = charCodeAt(part, part.length - 1);
        return (event) => {
          const value = read(event);
          const next =
            typeof value === "string" &&
            charCodeAt(value, value.length - 1) === guard &&
            endsWith(value, part)
              ? yes
              : no;
          return next === true || (next !== false && next(event));
        };
      }
      case "text": {
        const { test: first, otherwise } = test;
        return (event) => {
          const value = read(event);
          const next = (typeof value === "string" ? runTextTest(first, value) : otherwise) ? yes : no;
          return next === true || (next !== false && next(event));
        };
      }
      case "test": {
        const { test: holds } = test;
        return (event) => {
          const next = holds(read(event)) ? yes : no;
          return next === true || (next !== false && next(event));
        };
      }
    }
  };
}
