import path from "node:path";

import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

const ROWS = path.join("facts", "src", "rows");
/** What makes examples: it reads of a table only the tests of its rows. */
const EXAMPLES = path.join("facts", "src", "examples", "example-events.ts");
const TESTS = "\0row-tests";

/**
 * Leaves the tests of rows of programs out of the rows: nothing that decides reads them, and they are a quarter of the table. What makes
 * example commands of them gets them beside it, so that a bundle without examples is without them.
 */
export function rowTests(): Plugin {
  return {
    name: "row-tests",
    resolveId(id, importer) {
      return importer?.endsWith(EXAMPLES) === true && id.endsWith("/programs.table.js") ? TESTS : null;
    },
    async load(id) {
      if (id !== TESTS) return null;
      // Not before the build has compiled what it imports.
      const { PROGRAMS } = await import("../../packages/facts/src/rows/programs.table.js");
      const tests = PROGRAMS.flatMap((row) => row.tests).map(({ run, executes, actions, unknown }) => ({
        run,
        executes,
        actions,
        unknown,
      }));
      return `export const PROGRAMS = [{ tests: ${JSON.stringify(tests)} }];`;
    },
    transform(code, id) {
      if (!id.includes(`${ROWS}${path.sep}`)) return null;
      return { code: withoutTests(code, parseAst(code, { lang: "ts" })), map: null };
    },
  };
}

/** The text with an empty list for each `tests: …`. Lines and columns stay, so that source maps do. */
function withoutTests(code: string, program: unknown): string {
  let text = code;
  const search = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (isTests(node)) {
      const { start, end } = node.value;
      const blank = code.slice(start, end).replace(/[^\n]/g, " ").slice("[]".length);
      text = `${text.slice(0, start)}[]${blank}${text.slice(end)}`;
    } else for (const child of Object.values(node)) search(child);
  };
  search(program);
  return text;
}

interface TestsProperty {
  readonly value: { readonly start: number; readonly end: number };
}

function isTests(node: object): node is TestsProperty {
  const { type, key, shorthand } = node as {
    readonly type?: string;
    readonly key?: { readonly name?: string };
    readonly shorthand?: boolean;
  };
  return type === "Property" && key?.name === "tests" && shorthand === false;
}
