import type { Option } from "commander";
import type { CommandRow, PlaceValues } from "../command-row.js";
import { SHARED_OPTIONS } from "../shared-options.table.js";

/** What can be in a place of the command line. `text` is anything: nothing is offered. */
export type CompletionValue =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "file" }
  | { readonly kind: "folder" }
  | { readonly kind: "text" };

/** How options and words name a file or a folder. */
const FILES: ReadonlySet<string> = new Set(["file", "path", "[server=]file", "table"]);
const FOLDERS: ReadonlySet<string> = new Set(["dir", "folder"]);

/**
 * What follows an option.
 *
 * @param row that of its command; undefined for an option of all commands
 * @param commands the names of all commands
 * @returns undefined where its row does not say it
 */
export async function valueOfOption(
  row: CommandRow | undefined,
  { flags }: Option,
  commands: readonly string[],
): Promise<CompletionValue | undefined> {
  const option = (row === undefined ? SHARED_OPTIONS : row.options)?.[flags];
  const placeholder = /[<[](.+)[>\]]$/.exec(flags)?.[1] ?? "";
  const values = typeof option === "string" ? undefined : option?.values;
  return (await offered(values, commands)) ?? byPlaceholder(placeholder);
}

/**
 * What a word of a command can be.
 *
 * @param commands the names of all commands
 * @returns undefined where its row does not say it
 */
export async function valueOfWord(
  row: CommandRow | undefined,
  name: string,
  commands: readonly string[],
): Promise<CompletionValue | undefined> {
  const word = row?.words?.[name];
  const values = typeof word === "string" ? undefined : word?.values;
  return (await offered(values, commands)) ?? byPlaceholder(WORD_FILES.has(name) ? "file" : "");
}

/** Words of commands that are files, by name. */
const WORD_FILES: ReadonlySet<string> = new Set([
  "logs",
  "context",
  "dataset",
  "event",
  "file",
  "files",
  "from",
  "new",
  "old",
  "paths",
  "question",
  "reply",
]);

async function offered(
  values: PlaceValues | undefined,
  commands: readonly string[],
): Promise<CompletionValue | undefined> {
  if (values === undefined) return undefined;
  if (typeof values === "string") return { kind: values };
  return { kind: "words", words: typeof values === "function" ? await values(commands) : values };
}

function byPlaceholder(placeholder: string): CompletionValue | undefined {
  if (FILES.has(placeholder)) return { kind: "file" };
  return FOLDERS.has(placeholder) ? { kind: "folder" } : undefined;
}
