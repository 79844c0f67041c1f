import type { ProgramProblem, RowProblem } from "@gatehouse-hooks/facts";
import { readDataFile } from "@gatehouse-hooks/hosts";
import { exitCode, type ExitCode, readDocument } from "@gatehouse-hooks/console";
import { lateProgramFacts } from "@gatehouse-hooks/local/facts";
import {
  issueLines,
  type Palette,
  plural,
  printable,
  type PrintedIssue,
} from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

/** What `--json` prints. */
export interface CheckTableJson {
  readonly ok: boolean;
  /** How many rows the table has. */
  readonly rows: number;
  readonly tests: number;
  /** Rows that cannot be used. */
  readonly problems: readonly ProgramProblem[];
  /** Tests that fail. */
  readonly differences: readonly RowProblem[];
  readonly issues: readonly PrintedIssue[];
}

/**
 * `gatehouse facts --check TABLE`: reads a user's table of programs and runs the tests beside its rows, together with what is
 * known of programs already. Exit code 1 when a row cannot be used or a test fails.
 */
export async function checkTable(context: Context, path: string): Promise<ExitCode> {
  const { io, colors } = context;
  const file = readDataFile(await readDocument(io, path, "a table"), path);
  const { factsWith, programTables } = lateProgramFacts();
  const { rows, problems } =
    file.issues.length > 0 ? { rows: [], problems: [] } : programTables.read(file.value);
  const made = factsWith(rows);
  const differences = rows.flatMap((row) => programTables.check(row, made.facts));
  const tests = rows.reduce((count, row) => count + row.tests.length, 0);
  const failed = new Set(differences.map(({ run }) => run)).size;
  const ok = file.issues.length === 0 && problems.length === 0 && failed === 0;
  const json: CheckTableJson = { ok, rows: rows.length, tests, problems, differences, issues: file.issues };
  await printResult(context, json, [
    ...issueLines(file.issues, colors),
    ...problems.map(
      ({ at, message, cure }) =>
        `${colors.red("error")} ${printable(at)}: ${printable(message)}; ${printable(cure)}`,
    ),
    ...differences.flatMap((one) => differenceLines(one, colors)),
    `${plural(rows.length, "row", "rows")}, ${plural(tests - failed, "test", "tests")} passed, ${failed} failed`,
  ]);
  return ok ? exitCode.fine : exitCode.refused;
}

function differenceLines({ run, list, expected, actual }: RowProblem, colors: Palette): string[] {
  const shown = (values: readonly string[]): string =>
    values.length === 0 ? "none" : printable(values.join(", "));
  return [
    `${colors.red("failed")} ${printable(run)}`,
    `    ${list}: expected ${shown(expected)}, found ${shown(actual)}`,
  ];
}
