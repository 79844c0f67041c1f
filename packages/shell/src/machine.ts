import type { Alternatives, Field, Origins } from "./field.js";
import type { Expanded } from "./values.js";
import type { InputKind, AfterRun, State } from "./state.js";
import type {
  Arithmetic,
  Assignment,
  ShellCommand,
  List,
  ShellScript,
  WordNode,
  WordPart,
} from "./syntax.js";
import type { Beside, Traffic } from "./traffic.js";
import type { Work } from "./work.js";

/** Half-open range of the outer text, in UTF-16 code units. */
export type TextSpan = readonly [start: number, end: number];

/** Why something was not understood. */
export type ShellUnknown =
  | "syntax"
  | "dynamic-command"
  | "dynamic-code"
  | "dynamic-argument"
  | "opaque-file"
  | "environment"
  | "dialect"
  | "limit";

/** The language of a text: `sh` is read as bash, and marked where they differ; the others by who reads the commands. */
export type Dialect = "bash" | "sh" | "powershell" | "cmd";

/** A command that may run, with everything expanded. */
export interface ShellCall {
  /** The shell that its words are of. */
  readonly dialect: Dialect;
  /** The name and the arguments; at least one. */
  readonly fields: readonly Field[];
  /** Where each field is written. */
  readonly spans: readonly TextSpan[];
  /** Offset of each field's first character in the outer text, when each character is written as itself; else -1. */
  readonly offsets: readonly number[];
  /** Variables that are set for it alone. */
  readonly assignments: readonly Assigned[];
  readonly via: readonly string[];
  readonly place: CallPlace;
  /** Directories it may run in, absolute; a hole for an unknown one. */
  readonly directories: readonly Field[];
  readonly input: CallInput;
  /** One of several expansions of the same words. */
  readonly maybe: boolean;
  /** The shell itself runs it, and knows what it does to the shell. */
  readonly builtin: boolean;
  /** Its standard output leads into a pipe, a file or a substitution. */
  readonly captured: boolean;
  /** Absolute paths of which a test just before said that nothing is there. */
  readonly absent: readonly string[];
  readonly span: TextSpan;
}

/** What a command's standard input holds. */
export interface CallInput {
  readonly kind: InputKind;
  readonly content: Alternatives;
}

/** Where something runs. */
export type CallPlace = "here" | "remote" | "container";

/** `NAME=value`. */
export interface Assigned {
  readonly name: string;
  readonly value: Field;
  readonly span: TextSpan;
}

/** A file that a redirection or a builtin opens. */
export interface FileAccess {
  readonly mode: "read" | "write" | "append" | "both";
  readonly path: Field;
  readonly directories: readonly Field[];
  readonly place: CallPlace;
  readonly maybe: boolean;
  readonly by: string;
  readonly span: TextSpan;
  /** What is written, when that is known already. */
}

/** How a wrapped command or nested code is run. What is absent is as for the call itself. */
export interface ChildOptions {
  /** Added to `via`. */
  readonly via: string;
  readonly place?: CallPlace;
  readonly directories?: readonly Field[];
  readonly assignments?: readonly Assigned[];
  /** The environment is not passed on (`env -i`). */
  readonly clean?: boolean;
  /** Variables that are not passed on. */
  readonly without?: readonly string[];
  readonly input?: CallInput;
  readonly maybe?: boolean;
  readonly dialect?: Dialect;
  /** The shell expands aliases (`bash -i`, `bash -O expand_aliases`). */
  readonly aliases?: boolean;
  /** `$0`, `$1` … of the code. */
  readonly arguments?: readonly Field[];
  /** Offset of the code's first character in the outer text; -1 when it is not written as itself. */
  readonly offset?: number;
  readonly span?: TextSpan;
}

/** What the reader of a call may ask of the shell. */
export interface World {
  /** Runs a command in a child process, e.g. what a wrapper wraps. Its output goes where the wrapper's goes. */
  readonly command: (
    fields: readonly Field[],
    spans: readonly TextSpan[],
    offsets: readonly number[],
    options: ChildOptions,
  ) => void;
  /** Runs code in a child shell. */
  readonly code: (code: Field, options: ChildOptions) => void;
  /** What a file holds, when the text itself wrote it. `path` is absolute and normal. */
  readonly file: (path: string) => Alternatives | null;
  /** The file holds this from now on. */
  readonly setFile: (path: string, content: Alternatives, append: boolean) => void;
  readonly removeFile: (path: string) => void;
  /** Everything that the text itself wrote, by absolute and normal path. */
  readonly files: () => ReadonlyMap<string, Alternatives>;
  /** A variable that a child process would see; `null` when it is not set by the text. */
  readonly exported: (name: string) => Alternatives | null;
  /** Units of work, e.g. characters that were looked at. */
  readonly spend: (units: number) => void;
  /** The text makes a link, which leads to `target`; both are absolute and normal. */
  readonly link: (path: string, target: string) => void;
  /** The text makes a FIFO. */
  readonly fifo: (path: string) => void;
}

/** Says what commands mean; the shell knows only its own builtins. */
export interface CommandReader {
  /** The tree of a text that is not bash; absent: such a text is not read. */
  readonly parse?: (dialect: "powershell" | "cmd", text: string) => ShellScript;
  /** A command may run. Returns what it writes to standard output. */
  readonly command: (call: ShellCall, world: World) => Alternatives;
  /** A file is opened. Returns the origins of its content. */
  readonly file: (access: FileAccess) => Origins;
  /** A variable is exported, or set for a command. */
  readonly variable: (assigned: Assigned, maybe: boolean) => void;
  /** Processes multiply without end; `by`: the function that calls itself beside itself, or the keyword of the loop. */
  readonly multiplies: (by: string, span: TextSpan) => void;
  readonly unknown: (code: ShellUnknown, text: string, span: TextSpan) => void;
}

/** Where in the nesting of code we are. */
export interface Frame {
  readonly via: readonly string[];
  readonly place: CallPlace;
  readonly depth: number;
  readonly dialect: Dialect;
  /** Offset of this text in the outer one; -1 when it is not written there as itself. */
  readonly at: number;
  /** The span for everything, when `at` is -1. */
  readonly span: TextSpan;
  readonly maybe: boolean;
  /** Paths of which a test just before said that nothing is there. */
  readonly absent: readonly string[];
  /** Functions are not looked up: what a program runs. */
  readonly external: boolean;
  /** In how many pipes, background jobs and substitutions this is. */
  readonly beside: number;
  /** The jobs and pipelines that this runs in. */
  readonly places: readonly Beside[];
  /** Functions that are being run, and in how many of them each began. */
  readonly functions: readonly {
    readonly name: string;
    readonly body: ShellCommand;
    readonly beside: number;
  }[];
  /** States at `return`; `null` outside of functions and sourced files. */
  readonly returns: State[] | null;
  /** States at `break` and `continue`; `null` outside of loops. */
  readonly loop: { readonly breaks: State[]; readonly continues: State[] } | null;
  /** Aliases that are being expanded. */
  readonly aliases: readonly string[];
  /** What happens to the process of the shell that this runs in. */
  readonly process: { exits: number };
  /** Names that `local` has hidden, with what they were. */
  readonly locals: Map<string, ReturnType<State["variables"]["get"]>> | null;
}

/** One reading: its counters and its parts, which call each other through it. */
export interface Machine {
  readonly work: Work;
  readonly reader: CommandReader;
  /** Directories that `cd` led to, anywhere: code of a trap may run in any of them. */
  readonly visited: Field[];
  /** Traps, to be read again in the directories that came after them. */
  readonly traps: (() => void)[];
  readonly traffic: Traffic;
  /** What is written to files later, and may be read already. */
  readonly later: ReadonlyMap<string, Alternatives>;
  /** Home as the event says; `null` when it does not. */
  readonly home: string | null;
  readonly parse: (text: string, lazy?: boolean, dialect?: Dialect) => ShellScript;
  readonly list: (list: List, state: State, frame: Frame) => AfterRun;
  readonly node: (command: ShellCommand, state: State, frame: Frame) => AfterRun;
  /** Alternatives of lists of fields. */
  readonly fields: (word: WordNode, state: State, frame: Frame) => readonly (readonly Field[])[];
  /** Alternatives of one string: nothing is split, globs stay. */
  readonly string: (word: WordNode, state: State, frame: Frame) => Alternatives;
  readonly stringOfParts: (parts: readonly WordPart[], state: State, frame: Frame) => Alternatives;
  readonly arithmetic: (expression: Arithmetic, state: State, frame: Frame) => number | null;
  /** The value of a string where an expression is meant; `null` when it is not known. */
  readonly number: (text: string, state: State, frame: Frame) => number | null;
  readonly assign: (assignment: Assignment, state: State, frame: Frame, expanded?: Expanded) => void;
  /** Runs fields as a command: functions, builtins, programs. */
  readonly call: (call: Invocation, state: State, frame: Frame) => AfterRun;
  /** As `call`, without functions. */
  readonly named: (name: string, call: Invocation, state: State, frame: Frame) => AfterRun;
  readonly code: (code: Field, state: State, frame: Frame, offset: number, span: TextSpan) => AfterRun;
  /** What a script prints; `trims`: without the newlines at its end. */
  readonly substitute: (
    script: ShellScript,
    state: State,
    frame: Frame,
    span: TextSpan,
    trims: boolean,
  ) => Alternatives;
}

/** Fields on their way to be run. */
export interface Invocation {
  readonly fields: readonly Field[];
  readonly spans: readonly TextSpan[];
  readonly offsets: readonly number[];
  readonly assignments: readonly Assigned[];
  /** For declarations: the assignments among the arguments, by index of their field. */
  readonly declared: ReadonlyMap<number, Assignment> | null;
  readonly maybe: boolean;
  readonly span: TextSpan;
}

/** The frame of a copy of the shell, which no loop or function of the shell is left from. */
export function childFrame(frame: Frame): Frame {
  return { ...frame, process: { exits: 0 }, loop: null, returns: null, locals: null };
}

/** The span of a node in the outer text. */
export function spanIn(frame: Frame, start: number, end: number): TextSpan {
  return frame.at < 0 ? frame.span : [frame.at + start, frame.at + end];
}

/** What may be after either. */
export const DEAD: AfterRun = { success: null, failure: null };

/** Nothing is known of success: one state for both. */
export function either(state: State | null): AfterRun {
  return { success: state, failure: state };
}
