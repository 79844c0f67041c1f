import type { Command, Option } from "commander";
import type { ExitCode } from "@gatehouse-hooks/console";
import type { Context, GlobalOptions } from "@gatehouse-hooks/local";

/** What people come for, in the order in which help has them. */
export const COMMAND_GROUPS = {
  protect: "Protect an agent",
  write: "Write policies",
  check: "Check policies",
  operate: "Operate",
  serve: "Serve",
  rows: "For programs, a JSON row each",
  other: "More",
} as const;

export type CommandGroup = keyof typeof COMMAND_GROUPS;

/** What can be in a place of the command line: any text, a file, a folder, or one of some words. */
export type PlaceValues =
  | "text"
  | "file"
  | "folder"
  | readonly string[]
  | ((commands: readonly string[]) => Promise<readonly string[]>);

/** A word of a command. */
interface WordRow {
  readonly means: string;
  /** Absent: the word's name says that it is a file. */
  readonly values?: PlaceValues;
}

/** An option. */
export interface OptionRow {
  readonly means: string;
  /** Absent: its placeholder says that it is a file or a folder, or it has no value. */
  readonly values?: PlaceValues;
  readonly default?: string;
  /** It may be given again; `commas`: each time as a list. */
  readonly repeated?: true | "commas";
}

/** Options by their flags, `--out <file>`; a string is what an option means. */
export type OptionRows = Readonly<Record<string, string | OptionRow>>;

/** A command line that runs as it is. */
export interface CommandExample {
  /** What comes after `gatehouse`, a word each. */
  readonly args: readonly string[];
  /** What is piped to it; absent: nothing is read. */
  readonly stdin?: string;
  /** What it is for, in a few words. */
  readonly does: string;
  /** How it ends in the folder of the examples; absent: 0. */
  readonly exit?: 0 | 1;
}

/** A document that a command prints. */
export interface PrintedJson {
  /** It grows when something is taken away or gets another meaning, and not when something is added. */
  readonly version: number;
  /** The types that it prints, whose schemas are in tools/json-shapes, each with the case in which it does. */
  readonly forms: Readonly<Record<string, string>>;
  /** A command line that prints the first form; absent: the first of the examples. */
  readonly example?: readonly string[];
}

/** What a command was given. */
export interface GivenWords {
  readonly options: GlobalOptions;
  /** Its options and those of all commands, by the names of the parser. */
  readonly all: Readonly<Record<string, unknown>>;
  word(at: number): string | undefined;
  /** The words of a place that takes several. */
  list(at: number): readonly string[];
  text(option: string): string | undefined;
  /** The values of an option that may be given again. */
  texts(option: string): readonly string[];
  /** Is the option given? */
  has(option: string): boolean;
}

/** The program that a command is of. */
export interface CommandProgram {
  readonly root: Command;
  /** Finds the row of a command. */
  readonly rowOf: (name: string) => CommandRow | undefined;
  /** Writes the help of a command; without a name, that of the program. */
  readonly show: (name?: string) => void;
  /** Writes a line for each command. */
  readonly showAll: () => void;
  /** Writes the options that every command takes. */
  readonly showOptions: () => void;
}

/** All that is said of a command: the parser, help, completion, the manual page and the reference are made of it. */
export interface CommandRow {
  /** Its name and words: `check [paths...]`. */
  readonly usage: string;
  /** A line for its help. */
  readonly description: string;
  /** Half a line, for the list of commands. */
  readonly summary: string;
  /** Its words by name; a string is what a word means. */
  readonly words?: Readonly<Record<string, string | WordRow>>;
  readonly options?: OptionRows;
  /** The options of all commands that change what this one does. */
  readonly common: readonly string[];
  readonly examples: readonly [CommandExample, CommandExample];
  /** What makes it end with 1; absent: nothing does. */
  readonly one?: string;
  /** Other exit codes, where 0, 1 and 2 do not say it all. */
  readonly otherExits?: string;
  /** The page that says more, below the root of the repository. */
  readonly page: string;
  /** What `--json` prints, or why it prints nothing of its own. */
  readonly json: PrintedJson | string;
  /** What `--jsonl` answers to each row. */
  readonly jsonl?: PrintedJson;
  /**
   * Its output is read by a program that knows its answers only: an error is never printed there, since an object without an effect could
   * be taken for a decision that is not a deny.
   */
  readonly answersOnly?: true;
  /** Loads what the command does, and runs it. */
  readonly run: (context: Context, given: GivenWords, line: CommandProgram) => Promise<ExitCode>;
}

/** The name of a command. */
export function commandName({ usage }: Pick<CommandRow, "usage">): string {
  return usage.split(" ", 1)[0] ?? "";
}

/** Of the options that every command takes, those that change what a command does; without a row, all. */
export function optionsThatMatter(row: CommandRow | undefined, root: Command): readonly Option[] {
  return root.options.filter(
    ({ long, hidden }) => !hidden && long !== "--version" && (row?.common.includes(long ?? "") ?? true),
  );
}
