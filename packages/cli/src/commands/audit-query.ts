import { openDatabase } from "../query/open-database.js";
import { loadDuckDb } from "../query/duckdb.js";
import { csvLines, queryLines } from "../query/query-lines.js";
import { QUERY_LIMITS } from "../query/query-limits.js";
import { type AnswerColumn, runQuestion } from "../query/run-question.js";
import { trailTable } from "../query/trail-table.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { printable } from "../print/printable.js";
import { type Context, print } from "../settings.js";
import { UsageError } from "../usage-error.js";

/** The options of `audit query`, as given. */
export interface AuditQueryFlags {
  readonly limit: string | undefined;
  /** Seconds. */
  readonly deadline: string | undefined;
  readonly csv: boolean;
}

/** What `audit query --json` prints. */
export interface AuditQueryJson {
  readonly columns: readonly AnswerColumn[];
  /** Cells in the order of the columns. */
  readonly rows: readonly (readonly unknown[])[];
  /** There are more rows than `--limit`. */
  readonly cut: boolean;
}

/**
 * `gatehouse audit query SQL`: answers a question about the records of the audit trail, the table `audit`. It only reads: the database is in
 * memory, and reaches nothing else.
 *
 * @param directory of the trail
 * @throws UsageError for a question that cannot be answered, and where DuckDB is not installed
 */
export async function auditQuery(
  context: Context,
  directory: string,
  words: readonly string[],
  flags: AuditQueryFlags,
): Promise<ExitCode> {
  const { io, settings } = context;
  const [question, ...more] = words;
  if (question === undefined || more.length > 0)
    throw new UsageError(
      "expected one question in SQL",
      'gatehouse audit query "SELECT policy, count(*) FROM audit GROUP BY ALL"',
    );
  if (flags.csv && settings.json) throw new UsageError("both --csv and --json", "write one of them");
  const limits = {
    rows: boundedNumber("--limit", flags.limit, QUERY_LIMITS.rows, QUERY_LIMITS.mostRows),
    seconds: boundedNumber("--deadline", flags.deadline, QUERY_LIMITS.seconds, QUERY_LIMITS.mostSeconds),
  };
  const duckdb = loadDuckDb();
  const { lock, connection, close } = await openDatabase(duckdb, [
    trailTable(directory, (rows) => io.progress?.("reading records", rows)),
  ]);
  let withdraw = (): void => undefined;
  try {
    await lock();
    const answer = await runQuestion(connection, question, limits, (end) => (withdraw = io.onInterrupt(end)));
    const lines = flags.csv ? csvLines(answer) : queryLines(answer, context.colors);
    // What a terminal would obey is written out there; a file gets the cells as they are.
    const shown = flags.csv && io.stdout.columns !== undefined ? lines.map(printable) : lines;
    await print(context, answer satisfies AuditQueryJson, shown);
    if (flags.csv && answer.cut)
      await io.stderr.write(`note there are more rows than ${limits.rows}: --limit prints more\n`);
    return exitCode.fine;
  } finally {
    withdraw();
    close();
  }
}

/** 0 is as many as may be. */
function boundedNumber(option: string, given: string | undefined, otherwise: number, most: number): number {
  if (given === undefined) return otherwise;
  const value = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= 0 && value <= most) return value === 0 ? most : value;
  throw new UsageError(`${option} is \`${given}\``, `write a number up to ${most}; 0 for ${most}`);
}
