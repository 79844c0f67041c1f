import {
  type AnswerColumn,
  csvLines,
  eventTable,
  loadDuckDb,
  openDatabase,
  QUERY_LIMITS,
  queryLines,
  type RowTable,
  runQuestion,
  trailTable,
} from "@gatehouse-hooks/logs/query";
import { replayLogs } from "./replay.js";
import { exitCode, type ExitCode, UsageError, wholeNumber } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printAsIs } from "@gatehouse-hooks/local";

/** The options of `audit query`, as given. */
interface AuditQueryFlags {
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
 * `gatehouse audit query SQL [LOG…]`: answers a question about the records of the audit trail, the table `audit`, and about the events of logs as the
 * policies decide them, the table `events`. It only reads: the database is in memory, and reaches nothing else.
 *
 * @param directory of the trail
 * @param words the question, and logs
 * @throws UsageError for a question that cannot be answered, and where DuckDB is not installed
 */
export async function auditQuery(
  context: Context,
  directory: string,
  words: readonly string[],
  flags: AuditQueryFlags,
): Promise<ExitCode> {
  const { io, settings } = context;
  const [question, ...logs] = words;
  if (question === undefined || question.trim() === "")
    throw new UsageError(
      "expected a question in SQL",
      'gatehouse audit query "SELECT policy, count(*) FROM audit GROUP BY ALL"',
    );
  if (flags.csv && settings.json) throw new UsageError("both --csv and --json", "write one of them");
  const limits = {
    rows: boundedNumber("--limit", flags.limit, QUERY_LIMITS.rows, QUERY_LIMITS.mostRows),
    seconds: boundedNumber("--deadline", flags.deadline, QUERY_LIMITS.seconds, QUERY_LIMITS.mostSeconds),
  };
  const duckdb = loadDuckDb();
  const { lock, connection, close } = await openDatabase(duckdb, [
    ...(/audit/i.test(question) || logs.length === 0 ? [trailOf(context, directory)] : []),
    ...(logs.length === 0 ? [] : [eventsOf(context, logs)]),
  ]);
  let withdraw = (): void => undefined;
  try {
    await lock();
    const answer = await runQuestion(connection, question, limits, (end) => (withdraw = io.onInterrupt(end)));
    const lines = flags.csv ? csvLines(answer) : queryLines(answer, context.colors);
    // What a terminal would obey is written out there; a file gets the cells as they are.
    const shown = flags.csv && io.stdout.columns !== undefined ? lines.map(printable) : lines;
    await printAsIs(context, answer satisfies AuditQueryJson, shown);
    if (flags.csv && answer.cut)
      await io.stderr.write(`note there are more rows than ${limits.rows}: --limit prints more\n`);
    return exitCode.fine;
  } finally {
    withdraw();
    close();
  }
}

function trailOf({ io }: Context, directory: string): RowTable {
  return trailTable(directory, (rows) => io.progress?.("reading records", rows));
}

/** What cannot be read is no row, and is said. */
function eventsOf(context: Context, logs: readonly string[]): RowTable {
  return eventTable(async (take) => {
    const flags = {
      against: undefined,
      jobs: undefined,
      examples: undefined,
      state: undefined,
      queue: undefined,
      live: false,
      budget: undefined,
      prices: undefined,
    };
    const { part, stopped } = await replayLogs(context, logs, flags, take);
    if (stopped !== null) throw new UsageError("the logs were not read to their end", "ask again");
    for (const [what, { count, places }] of [
      ["unreadable", part.unreadable],
      ["of no known format", part.unrecognised],
    ] as const) {
      const first = places[0];
      if (count > 0)
        await context.io.stderr.write(
          `note ${what} and in no row: ${count}${first === undefined ? "" : `, the first at ${printable(first.place.path)}:${first.place.line}`}\n`,
        );
    }
  });
}

/** 0 is as many as may be. */
function boundedNumber(option: string, given: string | undefined, otherwise: number, most: number): number {
  return wholeNumber(option, given, { least: 0, most, otherwise, what: `a number (0: ${most})` }) || most;
}
