import type { Facts, NetworkFact, PathFact } from "../facts.js";
import type { ProgramRow, ProgramTest } from "./program-row.js";

/** A test of a row that does not hold. */
export interface RowProblem {
  readonly run: string;
  readonly list: string;
  readonly expected: readonly string[];
  readonly actual: readonly string[];
}

/** Where tests of rows run. */
const PLACE = { cwd: "/w/project", workspace: "/w/project", home: "/home/u" };

/**
 * Runs the tests of a row.
 *
 * @param facts makes facts by tables that have the row
 */
export function checkProgramRow(row: ProgramRow, facts: (event: object) => Facts): readonly RowProblem[] {
  if (row.tests.length === 0)
    return [{ run: String(row.name), list: "tests", expected: ["at least one"], actual: [] }];
  return row.tests.flatMap((test) =>
    checkTest(
      test,
      facts({ ...PLACE, event: "before_tool_call", toolName: "Bash", params: { command: test.run } }),
    ),
  );
}

function checkTest(test: ProgramTest, found: Facts): readonly RowProblem[] {
  const pairs: readonly (readonly [string, readonly string[] | undefined, readonly string[]])[] = [
    ["reads", test.reads ?? [], shownPaths(found.reads)],
    ["writes", test.writes ?? [], shownPaths(found.writes)],
    ["deletes", test.deletes ?? [], shownPaths(found.deletes)],
    ["network", test.network ?? [], found.network.map(shownNetwork)],
    ["executes", test.executes ?? [], found.executes.map((one) => `${one.from} ${one.lang}`)],
    ["actions", test.actions ?? [], found.actions.map(({ kind }) => kind)],
    ["unknown", test.unknown ?? [], found.unknown.map(({ code }) => code)],
    ["commands", test.commands, found.commands.map(({ program }) => program ?? "?")],
  ];
  return pairs.flatMap(([list, expected, actual]) => {
    if (expected === undefined) return [];
    const [left, right] = [[...new Set(expected)].toSorted(), [...new Set(actual)].toSorted()];
    const isSame = left.length === right.length && left.every((one, i) => one === right[i]);
    return isSame ? [] : [{ run: test.run, list, expected: left, actual: right }];
  });
}

/** The shortest spelling, `/**` for a tree, `?` for an unknown one. */
export function shownPath({ path, home, local, tree }: PathFact): string {
  // `~` of a tree that only contains the home directory is not its shortest spelling.
  const isAbove = home === "~" && path !== null && path !== PLACE.home;
  const shown = local ?? (isAbove ? path : (home ?? path ?? "?"));
  return tree ? (shown === "/" ? "/**" : `${shown}/**`) : shown;
}

/** A set with wildcards is shown, and not the names that it is taken to mean. */
function shownPaths(facts: readonly PathFact[]): readonly string[] {
  return facts.filter(({ wild }) => wild !== "name").map(shownPath);
}

function shownNetwork({ direction, url, host, sends }: NetworkFact): string {
  const sent = sends
    .filter((one) => typeof one === "string" || one.wild !== "name")
    .map((one) => ` < ${typeof one === "string" ? one : shownPath(one)}`);
  return `${direction} ${url ?? host ?? "?"}${sent.join("")}`;
}
