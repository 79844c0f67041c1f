import type { JsonObject } from "@gatehouse-hooks/json";
import type { SessionCall } from "./session-call.js";

/** Reads one file, record by record: one JSON line, one document, one row of a database. Its memory is bounded. */
export interface SessionReading {
  /**
   * Takes the next record, of any content.
   *
   * @param line where it is in the file, for `line` of its calls; without it, 0
   * @returns the calls that are settled now, in the order in which the model made them, each once
   */
  readonly record: (record: JsonObject, line?: number) => readonly SessionCall[];
  /** The calls whose results never came. */
  readonly end: () => readonly SessionCall[];
}

/** Another file that says more about the calls of a session file. */
export interface BesideFile {
  /** Next to the session file: with `/`, relative to its folder. */
  readonly path: string;
  readonly form: "lines" | "document";
}

/** What is known of a session file before its first record. */
export interface SessionPlace {
  /** With `/` between its parts. Some agents name the parent session by a folder only. */
  readonly path?: string;
  /** The records of `beside`, where these files are there. */
  readonly beside?: Iterable<JsonObject>;
}

/** What a person has said to an agent. */
export interface SessionPrompt {
  /** Milliseconds since 1970; null: the file does not say. */
  readonly at: number | null;
  /** The canonical event that a hook would have got. */
  readonly event: JsonObject;
}

/** The session files of one agent. */
export interface SessionFormat {
  readonly agent: string;
  readonly title: string;
  /**
   * `lines`: JSON Lines. `document`: one JSON object, which is the only record. `sqlite`: a database; its records are what `rows`
   * selects.
   */
  readonly form: "lines" | "document" | "sqlite";
  /**
   * Whether a file is of this format, by its first records (`HEAD_RECORDS`). Of a database: `{ tables: […] }`, the names of its
   * tables.
   */
  readonly is: (head: readonly JsonObject[]) => boolean;
  /**
   * When the session began, in milliseconds since 1970; null: its first records do not say. A fork begins later than the session
   * whose calls it copies: who reads in this order meets the original first.
   */
  readonly began: (head: readonly JsonObject[]) => number | null;
  /** How lines begin that have neither calls nor results, and are long: they need not be parsed. */
  readonly without?: readonly string[];
  /** Other files that say more. */
  readonly beside?: (path: string) => readonly BesideFile[];
  /** Of a database: the query whose rows are the records. Columns named `…_json` hold JSON, and are records' fields without it. */
  readonly rows?: string;
  readonly read: (place?: SessionPlace) => SessionReading;
  /** What a person says in a record; null: nothing. Absent: the reader cannot tell prompts from what the agent adds to them. */
  readonly promptOf?: (record: JsonObject) => SessionPrompt | null;
}

/** The first lines of a file that tell its format: some agents write a dozen records about the session before the first message. */
export const HEAD_RECORDS = 40;
