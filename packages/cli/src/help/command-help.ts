/** What people come for, in the order in which they are told. */
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

/** A command line that runs as it is. */
export interface CommandExample {
  /** What comes behind `gatehouse`, a word each. */
  readonly args: readonly string[];
  /** What is piped to it; absent: nothing is read. */
  readonly stdin?: string;
  /** What it is for, in a few words. */
  readonly does: string;
  /** How it ends in the folder of the examples; absent: 0. */
  readonly exit?: 0 | 1;
}

/** What the help of a command says beside its own options. */
export interface CommandHelp {
  readonly name: string;
  readonly group: CommandGroup;
  /** Half a line. */
  readonly summary: string;
  /** What its words mean, by name. */
  readonly words?: Readonly<Record<string, string>>;
  /** The options of all commands that change what this one does. */
  readonly options: readonly string[];
  readonly examples: readonly [CommandExample, CommandExample];
  /** What makes it end with 1; absent: nothing does. */
  readonly one?: string;
  /** Other exit codes, where 0, 1 and 2 do not say it all. */
  readonly otherExits?: string;
  /** The page that says more, below the root of the repository. */
  readonly page: string;
}

/** How an example is typed into a shell. */
export function shellLine({ args, stdin }: CommandExample): string {
  const line = ["gatehouse", ...args].map(quoted).join(" ");
  return stdin === undefined ? line : `echo ${quoted(stdin)} | ${line}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
