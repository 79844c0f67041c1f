import type { Command, Option } from "commander";
import { CODES } from "@gatehouse-hooks/console/codes";
import { OPTION_CHOICES, TEXT_VALUES, WORD_CHOICES } from "./choices.table.js";

/** What can be in a place of the command line. `text` is anything: nothing is offered. */
export type CompletionValue =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "file" }
  | { readonly kind: "folder" }
  | { readonly kind: "text" };

/** How options and words name a file or a folder. */
const FILES: ReadonlySet<string> = new Set(["file", "path", "[server=]file", "table", "store"]);
const FOLDERS: ReadonlySet<string> = new Set(["dir", "folder"]);

/**
 * What follows an option.
 *
 * @param command its command; empty for an option of all commands
 * @returns undefined where no table says it
 */
export function valueOfOption(command: string, option: Option): CompletionValue | undefined {
  const key = `${command} ${option.long ?? ""}`.trim();
  const placeholder = /[<[](.+)[>\]]$/.exec(option.flags)?.[1] ?? "";
  return known(key, OPTION_CHOICES) ?? byPlaceholder(placeholder);
}

/**
 * What a word of a command can be.
 *
 * @returns undefined where no table says it
 */
export function valueOfWord(command: Command, name: string): CompletionValue | undefined {
  const key = `${command.name()} ${name}`;
  if (key === "help name") return { kind: "words", words: helpNames(command) };
  return known(key, WORD_CHOICES) ?? byPlaceholder(WORD_FILES.has(name) ? "file" : "");
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

function known(
  key: string,
  choices: ReadonlyMap<string, () => readonly string[]>,
): CompletionValue | undefined {
  if (TEXT_VALUES.has(key)) return { kind: "text" };
  const words = choices.get(key)?.();
  return words && { kind: "words", words };
}

function byPlaceholder(placeholder: string): CompletionValue | undefined {
  if (FILES.has(placeholder)) return { kind: "file" };
  return FOLDERS.has(placeholder) ? { kind: "folder" } : undefined;
}

/** Commands, codes, and `options`. */
function helpNames(help: Command): readonly string[] {
  const commands = help.parent?.commands.map((command) => command.name()) ?? [];
  const codes = CODES.flatMap(({ rows }) => rows.map(({ code }) => code));
  return [...new Set([...commands, "options", ...codes])];
}
