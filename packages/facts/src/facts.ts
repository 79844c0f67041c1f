/** Half-open range of the outer text, in UTF-16 code units. */
export type FactSpan = readonly [start: number, end: number];

/**
 * How sure a fact is. `exact`: the text is known; a shell glob counts as known. `maybe`: one of several, a part is unknown, or
 * found by scanning code in another language. `unknown`: only that something is there.
 */
export type Certainty = "exact" | "maybe" | "unknown";

/**
 * Where the effect is: on this machine; on another one, or in a container that runs already, which is somebody's (`ssh`, `docker exec`); in a
 * container that is made for the command, or a chroot (`docker run`).
 */
export type FactPlace = "here" | "remote" | "container";

/** Why something was not understood (SPEC, "What is unknown"). */
export type UnknownCode =
  | "syntax"
  | "dynamic-command"
  | "dynamic-code"
  | "dynamic-argument"
  | "unknown-program"
  | "unknown-option"
  | "unknown-subcommand"
  | "unknown-tool"
  | "opaque-code"
  | "opaque-file"
  | "environment"
  | "dialect"
  | "unseen"
  | "limit";

/** Something that was not understood. */
export interface UnknownFact {
  readonly code: UnknownCode;
  /** What it is, at most 200 characters. */
  readonly text: string;
  readonly span: FactSpan;
}

/** A simple command that may run; a wrapper and what it wraps are two of them. */
export interface CommandFact {
  /** The last segment of the name: `rm` of `/bin/rm`; `null` when the name is not known. */
  readonly program: string | null;
  /** The name as it was given, with expansions done. */
  readonly name: string;
  /** The arguments; a glob as it is written, an unknown part as `\u{FFFD}`. */
  readonly args: readonly string[];
  /** Every spelling of every option that is on, abbreviations resolved; the last of contradicting ones. */
  readonly flags: readonly string[];
  /**
   * Options with their values, each in every spelling: `-n=prod` and `--namespace=prod`, however it is written; all values of an option that
   * is given several times. At most 100; absent: no option has a value.
   */
  readonly values?: readonly string[];
  /** The arguments that are neither options, their values nor the subcommand. */
  readonly operands: readonly string[];
  /** The subcommand, e.g. `remote prune`; empty when there is none. */
  readonly sub: string;
  /** What runs it, outermost first: `["sudo", "bash -c"]`. */
  readonly via: readonly string[];
  readonly place: FactPlace;
  /** The directory it runs in; `null` when that is not known. */
  readonly cwd: string | null;
  /** Where its standard input comes from. */
  readonly input: "none" | "pipe" | "file" | "here" | "network";
  readonly certainty: Certainty;
  readonly span: FactSpan;
}

/** What is done to a path, beside reading or deleting it. `config`: a process that is started is configured by it. */
export type PathOperation = "content" | "mode" | "link" | "create" | "move" | "config";

/**
 * A set of paths that is read, written or deleted.
 *
 * The set is written as a glob, `\` before a character that is meant literally: a name with a star in it is `\*`.
 */
export interface PathFact {
  /** Absolute and normalised; `null` when nothing is known of it, `**` + `/tail` when only the end is. */
  readonly path: string | null;
  /** `~/…` inside of the home directory, `~` when a tree contains it; else `null`. */
  readonly home: string | null;
  /** `./…` inside of the workspace, `.` the workspace itself; else `null`. */
  readonly local: string | null;
  /** Everything below it, too. */
  readonly tree: boolean;
  readonly op: PathOperation;
  /** Names or properties are read, not contents. */
  readonly list: boolean;
  /** What is there is kept. */
  readonly append: boolean;
  readonly place: FactPlace;
  readonly certainty: Certainty;
  /** Symbolic links on the way were looked up: `within` is false without. */
  readonly linksChecked: boolean;
  /** `home` stands for a directory that is only taken for the home directory; absent: it does not. */
  readonly homeGuessed?: boolean;
  /** Paths are compared without regard to case, and in the form NFC; absent: they are not. */
  readonly folds?: boolean;
  /**
   * `set`: which of its paths are meant only wildcards or unknown parts decide. Facts with `name` follow, of the names that the text
   * spells; `\uFFFD` in them is what a wildcard stands for. Absent: the path has neither.
   */
  readonly wild?: "set" | "name";
  /** What makes it so: `rm -rf operand 2`. */
  readonly by: string;
  readonly span: FactSpan;
}

/**
 * A part of what is sent: a file, or what is known of the rest. `environment`: all variables; `variable`: the value of one that the text
 * does not set.
 */
export type Sent = PathFact | "environment" | "variable" | "data" | "unknown";

/** A connection. */
export interface NetworkFact {
  /** The address as it was given, with a scheme where the program adds one; `null` when it is not known. */
  readonly url: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly scheme: string | null;
  /** Which way content goes; `listen`: others connect. */
  readonly direction: "in" | "out" | "both" | "listen";
  readonly sends: readonly Sent[];
  readonly place: FactPlace;
  readonly certainty: Certainty;
  readonly by: string;
  readonly span: FactSpan;
}

/** Where code comes from that is not on the command line. */
export type CodeSource = "network" | "decoded" | "file" | "stdin" | "inline" | "package";

/** Code that runs, and is not a shell command of the text itself. */
export interface ExecuteFact {
  readonly from: CodeSource;
  /** `sh`, `python`, `node`, `perl`, `ruby`, `awk`, `sed`, `sql` …; `binary` for programs. */
  readonly lang: string;
  /** The file, for `file`; else `null`. */
  readonly path: string | null;
  /** The code, where it is known, at most 2,000 characters; else `null`. */
  readonly text: string | null;
  readonly place: FactPlace;
  readonly certainty: Certainty;
  readonly by: string;
  readonly span: FactSpan;
}

/** An effect that is not a file. */
export interface ActionFact {
  /** A kind of the closed list (`ACTION_KINDS`), or `x.…` of a user's table. */
  readonly kind: string;
  /** What it is done to, e.g. the operands; `null` when there is nothing or it is not known. */
  readonly target: string | null;
  /** Of a push (`git.push`, `git.force-push`, `git.remote-delete`): where it goes, by name or address; `null` when that is not said. */
  readonly remote?: string | null;
  /**
   * Of a push: the branch of the remote that is changed, without `refs/heads/`; any other ref whole; `null` when the text does not name one,
   * so that it may be any.
   */
  readonly branch?: string | null;
  readonly place: FactPlace;
  readonly certainty: Certainty;
  readonly by: string;
  readonly span: FactSpan;
}

/** A table of a database that a statement of SQL names. */
export interface TableFact {
  /** As the statement names it, without quotes: `users`, `shop.users`. */
  readonly name: string;
  /** `drops`: the table goes, or all that it holds. */
  readonly does: "reads" | "writes" | "drops";
  readonly place: FactPlace;
  readonly certainty: Certainty;
  readonly by: string;
  readonly span: FactSpan;
}

/** A variable that is set for a command. */
export interface EnvironmentFact {
  readonly name: string;
  /** `null` when it is not known. */
  readonly value: string | null;
  /** `loader`: the variable changes which code runs (`PATH`, `LD_PRELOAD`, `NODE_OPTIONS` …). */
  readonly kind: "loader" | "plain";
  readonly certainty: Certainty;
  readonly span: FactSpan;
}

/** What a tool call may do. Every list has at most 200 entries, in the order of the source. */
export interface Facts {
  /** Everything was understood: `unknown` is empty. */
  readonly complete: boolean;
  readonly unknown: readonly UnknownFact[];
  readonly commands: readonly CommandFact[];
  readonly reads: readonly PathFact[];
  readonly writes: readonly PathFact[];
  readonly deletes: readonly PathFact[];
  readonly network: readonly NetworkFact[];
  readonly executes: readonly ExecuteFact[];
  readonly actions: readonly ActionFact[];
  readonly env: readonly EnvironmentFact[];
  /** Absent: no statement names one. */
  readonly tables?: readonly TableFact[];
}
