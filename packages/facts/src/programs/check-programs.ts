import type { Facts, NetworkFact, PathFact, Sent } from "../facts.js";
import type { ProgramRow, ProgramTest } from "./program-row.js";

/** A list of facts that is not what a test of a row expects. */
export interface ProgramDifference {
  /** The first name of the row. */
  readonly program: string;
  /** The command line. */
  readonly run: string;
  /** `reads`, `actions` … */
  readonly list: string;
  readonly expected: readonly string[];
  readonly found: readonly string[];
}

/** The event of a test: where tests run is a part of the format (`ProgramTest`). */
export const TEST_PLACE = { cwd: "/w/project", workspace: "/w/project", home: "/home/u" } as const;

const LISTS = [
  "reads",
  "writes",
  "deletes",
  "network",
  "executes",
  "actions",
  "unknown",
  "commands",
] as const satisfies readonly (keyof ProgramTest)[];

/**
 * Runs the tests of rows.
 *
 * @param facts of a command line in `TEST_PLACE`
 */
export function checkPrograms(
  rows: readonly ProgramRow[],
  facts: (command: string) => Facts,
): readonly ProgramDifference[] {
  return rows.flatMap(({ name, tests }) => {
    const program = typeof name === "string" ? name : (name[0] ?? "");
    return tests.flatMap((test) => {
      const found = shownFacts(facts(test.run));
      return LISTS.flatMap((list) => {
        const given: readonly string[] = test[list] ?? [];
        if (list === "commands" && test.commands === undefined) return [];
        const expected = [...new Set<string>(given)].toSorted();
        const actual = [...new Set(found[list])].toSorted();
        return expected.join("\n") === actual.join("\n")
          ? []
          : [{ program, run: test.run, list, expected, found: actual }];
      });
    });
  });
}

function shownFacts(facts: Facts): Readonly<Record<(typeof LISTS)[number], readonly string[]>> {
  return {
    reads: facts.reads.map(shownPath),
    writes: facts.writes.map(shownPath),
    deletes: facts.deletes.map(shownPath),
    network: facts.network.map(shownNetwork),
    executes: facts.executes.map(({ from, lang }) => `${from} ${lang}`),
    actions: facts.actions.map(({ kind }) => kind),
    unknown: facts.unknown.map(({ code }) => code),
    commands: facts.commands.map(({ program }) => program ?? "?"),
  };
}

/** The shortest spelling, with `/**` for a tree; `?` for a path that is not known. */
export function shownPath({ path, home, local, tree }: PathFact): string {
  // A tree around the home directory has `~` for it, but is larger.
  const shown =
    local ?? (home === "~" && path !== null && tree && path.length < 2 ? path : home) ?? path ?? "?";
  return tree ? `${shown === "/" ? "" : shown}/**` : shown;
}

function shownNetwork({ direction, url, host, sends }: NetworkFact): string {
  return [`${direction} ${url ?? host ?? "?"}`, ...sends.map(shownSent)].join(" < ");
}

function shownSent(sent: Sent): string {
  return typeof sent === "string" ? sent : shownPath(sent);
}
