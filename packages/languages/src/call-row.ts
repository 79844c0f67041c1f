import { ownRecord } from "@gatehouse-hooks/json";
import type { FileEffect } from "./effects.js";

/** What a call of a library does. Parameters are said by their names; `self` is what a method is called on. */
export interface CallRow {
  /** The parameters, in order. */
  readonly takes: string;
  readonly reads?: string;
  readonly writes?: string;
  readonly deletes?: string;
  /** Folders whose names are read. */
  readonly lists?: string;
  readonly tree?: true;
  readonly op?: NonNullable<FileEffect["op"]>;
  /** What the written name leads to: of a symbolic link, or of another name of the same file. */
  readonly links?: string;
  readonly symbolic?: true;
  /** The source whose name what is written gets where the destination is a folder. */
  readonly into?: string;
  /** What the written file holds. */
  readonly content?: string;
  readonly append?: true;
  /** `shell`: a line; `words`: each parameter is a word, a list several; `process`: as `subprocess.run` has it. */
  readonly runs?: "shell" | "words" | "process";
  /** Code of the language itself. */
  readonly code?: string;
  readonly url?: string;
  readonly host?: string;
  readonly scheme?: string;
  /** What is sent; without it the call only fetches. */
  readonly sends?: string;
  /** Something is always sent. */
  readonly posts?: true;
  readonly action?: string;
  readonly target?: string;
  /** Arguments that are functions are not called. */
  readonly quiet?: true;
  /** What comes out: a kind of object, or one of the forms of `give-value.ts`. */
  readonly gives?: string;
  /** More than a row says. */
  readonly special?: string;
  /** It may do anything. */
  readonly opaque?: true;
}

/** The row of each of these calls. What it does not say it does not inherit either. */
export function callRows(
  names: string,
  takes: string,
  row: Omit<CallRow, "takes"> = {},
): readonly [string, CallRow][] {
  return names.split(/\s+/).map((name) => [name, ownRecord({ takes, ...row })]);
}
