import { messageOf, UsageError } from "@gatehouse-hooks/console";
import { plural } from "@gatehouse-hooks/console/print";
import type { DuckDbConnection } from "./duckdb.js";

/** What one question may take. */
export const QUERY_LIMITS = {
  /** Of DuckDB, which writes nothing to the disk. */
  memory: "1GB",
  /** Of the question, in characters. */
  question: 65_536,
  /** Rows printed where `--limit` is not given, and at most. */
  rows: 1_000,
  mostRows: 1_000_000,
  /** Seconds where `--deadline` is not given, and at most. */
  seconds: 60,
  mostSeconds: 3_600,
  /** Characters of a cell of a printed table. */
  cell: 200,
} as const;

/** What a question may take. */
interface QuestionLimits {
  readonly rows: number;
  readonly seconds: number;
}

/** A column of an answer. */
export interface AnswerColumn {
  readonly name: string;
  /** As DuckDB calls it: `VARCHAR`, `BIGINT`. */
  readonly type: string;
}

/** What was answered. */
export interface QueryAnswer {
  readonly columns: readonly AnswerColumn[];
  /** Cells in the order of the columns. */
  readonly rows: readonly (readonly unknown[])[];
  /** There are more rows than may be printed. */
  readonly cut: boolean;
}

/** SELECT, also as FROM, WITH, VALUES, DESCRIBE, SHOW and SUMMARIZE; and EXPLAIN. */
const READING: ReadonlySet<number> = new Set([1, 4]);
/** Whole numbers that DuckDB writes as texts, since they may be too large. */
const WHOLE: ReadonlySet<string> = new Set(["BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT"]);

/**
 * Asks a database, which is locked, one question.
 *
 * @param stop told how the question is ended from outside
 * @throws UsageError for what is no question, changes something, fails, or takes too long
 */
export async function runQuestion(
  connection: DuckDbConnection,
  question: string,
  { rows: most, seconds }: QuestionLimits,
  stop: (end: () => void) => void,
): Promise<QueryAnswer> {
  if (question.length > QUERY_LIMITS.question)
    throw new UsageError(`the question is longer than ${QUERY_LIMITS.question} characters`, "shorten it");
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    connection.interrupt();
  }, seconds * 1_000);
  stop(() => connection.interrupt());
  try {
    return await answerTo(connection, question, most);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (isLate)
      throw new UsageError(
        `no answer in ${plural(seconds, "second")}`,
        "ask for less, or allow more with --deadline",
      );
    throw new UsageError(
      whatIsWrong(messageOf(error)),
      "the tables are `audit`, and `events` where logs are named; `DESCRIBE audit` shows columns",
    );
  } finally {
    clearTimeout(timer);
  }
}

async function answerTo(connection: DuckDbConnection, question: string, most: number): Promise<QueryAnswer> {
  const statements = await connection.extractStatements(question);
  if (statements.count !== 1)
    throw new UsageError(
      `expected one statement, there are ${statements.count}`,
      'gatehouse audit query "SELECT …"',
    );
  const statement = await statements.prepare(0);
  if (!READING.has(statement.statementType))
    throw new UsageError(
      "a question only reads: SELECT and what is like it",
      'gatehouse audit query "SELECT …"',
    );
  if (statement.parameterCount > 0)
    throw new UsageError("a question has no parameters", "write the values into it");
  const result = await statement.stream();
  const names = result.deduplicatedColumnNames();
  const types = result.columnTypes().map(String);
  const rows: unknown[][] = [];
  let seen = 0;
  for await (const chunk of result.yieldRowsJson()) {
    for (const row of chunk.slice(0, most - rows.length))
      rows.push(row.map((cell, index) => (WHOLE.has(types[index] ?? "") ? wholeNumberOf(cell) : cell)));
    seen += chunk.length;
    if (seen > most) break;
  }
  return {
    columns: names.map((name, index) => ({ name, type: types[index] ?? "" })),
    rows,
    cut: seen > most,
  };
}

function wholeNumberOf(cell: unknown): unknown {
  const number = Number(cell);
  return typeof cell === "string" && Number.isSafeInteger(number) ? number : cell;
}

/** The message, without the excerpt of the question that DuckDB shows below it. */
function whatIsWrong(message: string): string {
  return (message.split("\nLINE ", 1)[0] ?? "")
    .replace(/^Failed to extract statements: /, "")
    .replace("Error in native callback", "expected a statement")
    .trim()
    .replaceAll(/\s+/g, " ");
}
