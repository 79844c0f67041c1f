/** A word: what one or several fields are made of. */
export interface WordNode {
  readonly start: number;
  readonly end: number;
  /** The word as it is written. */
  readonly text: string;
  /** The one field that it gives, when it holds nothing to expand. */
  readonly literal: string | null;
  /** Offset of the literal's first character, when each of its characters is written as itself; else -1. */
  readonly at: number;
  /** What it is made of; empty for a literal. */
  readonly parts: readonly WordPart[];
  /** It holds braces to expand, which is done on `text`. */
  readonly braces: boolean;
}

/**
 * A piece of a word. `start` is the offset of its first character as written, quotes included; `dots`: what begins with a dot matches,
 * too, as on Windows.
 */
export type WordPart =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean; readonly start: number }
  | { readonly kind: "glob"; readonly text: string; readonly dots?: true }
  | { readonly kind: "quoted"; readonly parts: readonly WordPart[]; readonly start: number }
  | { readonly kind: "tilde"; readonly user: string }
  | ParameterPart
  | { readonly kind: "command"; readonly script: ShellScript; readonly start: number; readonly end: number }
  | {
      readonly kind: "arithmetic";
      readonly expression: Arithmetic | null;
      readonly text: string;
      readonly start: number;
    }
  | {
      readonly kind: "process";
      readonly direction: "in" | "out";
      readonly script: ShellScript;
      readonly start: number;
      readonly end: number;
    };

/** `$x`, `${x:-y}`, `${!x}`, `${#x}`, `${a[1]}`. */
export interface ParameterPart {
  readonly kind: "parameter";
  readonly start: number;
  readonly name: string;
  readonly prefix: "!" | "#" | null;
  readonly index: WordNode | null;
  readonly operation: Operation | null;
}

/** What is done to a parameter's value; `operator` as it is written. */
export interface Operation {
  readonly kind: "default" | "remove" | "replace" | "slice" | "case" | "transform" | "names" | "other";
  readonly operator: string;
  /** The operand: word, pattern, offset. */
  readonly first: WordNode | null;
  /** The replacement, the length. */
  readonly second: WordNode | null;
}

/** An arithmetic expression. */
export type Arithmetic =
  | {
      readonly kind: "binary";
      readonly operator: string;
      readonly left: Arithmetic;
      readonly right: Arithmetic;
    }
  | {
      readonly kind: "unary";
      readonly operator: string;
      readonly operand: Arithmetic;
      readonly prefix: boolean;
    }
  | { readonly kind: "choice"; readonly test: Arithmetic; readonly yes: Arithmetic; readonly no: Arithmetic }
  | { readonly kind: "word"; readonly text: string; readonly parts: readonly WordPart[] };

/** `NAME=value`, `NAME+=value`, `NAME[i]=value`, `NAME=(…)`. */
export interface Assignment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly name: string;
  readonly value: WordNode | null;
  /** The elements of `(…)`, else `null`. */
  readonly elements: readonly WordNode[] | null;
  readonly append: boolean;
  readonly index: WordNode | null;
}

/** A redirection: `<`, `>`, `>>`, `<>`, `>|`, `<&`, `>&`, `&>`, `&>>`, `<<<`, `<<`. */
export interface Redirection {
  readonly start: number;
  readonly end: number;
  readonly operator: string;
  readonly descriptor: number | null;
  /** `{name}>`: the variable that gets the number. */
  readonly variable: string | null;
  readonly target: WordNode | null;
  /** Of `<<`: what it gives. */
  readonly body: WordNode | null;
  /** Of `<<`: its end mark as written, whether it is quoted, and whether the text has the line that ends the body. */
  readonly delimiter: { readonly text: string; readonly quoted: boolean; readonly closed: boolean } | null;
}

/** A simple command: words in order, of which some may be assignments (`declare a=1`). */
export interface SimpleNode {
  readonly kind: "simple";
  readonly start: number;
  readonly end: number;
  readonly assignments: readonly Assignment[];
  readonly words: readonly (WordNode | Assignment)[];
  readonly redirections: readonly Redirection[];
}

/** A list of statements. */
export type List = readonly Statement[];

/** A node with a body. */
export type CompoundCommand =
  | {
      readonly kind: "if";
      readonly branches: readonly { readonly test: List; readonly body: List }[];
      readonly otherwise: List;
    }
  | {
      readonly kind: "for";
      readonly name: string;
      readonly words: readonly WordNode[] | null;
      readonly body: List;
    }
  | {
      readonly kind: "select";
      readonly name: string;
      readonly words: readonly WordNode[] | null;
      readonly body: List;
    }
  | {
      readonly kind: "count";
      readonly initialize: Arithmetic | null;
      readonly test: Arithmetic | null;
      readonly update: Arithmetic | null;
      readonly body: List;
    }
  | { readonly kind: "while"; readonly until: boolean; readonly test: List; readonly body: List }
  | { readonly kind: "subshell"; readonly body: List }
  | { readonly kind: "group"; readonly body: List }
  | { readonly kind: "case"; readonly word: WordNode; readonly items: readonly CaseItem[] }
  /** `plain`: one operator or none, without `!`, `&&`, `||`; `not`: that with a `!` before it. */
  | {
      readonly kind: "test";
      readonly words: readonly TestWord[];
      readonly plain: boolean;
      readonly not: boolean;
    }
  | {
      readonly kind: "compute";
      readonly expression: Arithmetic | null;
      /** What is between the parentheses, as written. */
      readonly text: string;
      readonly start: number;
    };

/** A word in `[[ … ]]`, and the operator in front of it, e.g. `-f`; empty for the left side. */
export interface TestWord {
  readonly operator: string;
  readonly word: WordNode;
}

/** One arm of a `case`. */
export interface CaseItem {
  readonly patterns: readonly WordNode[];
  readonly body: List;
  readonly next: ";;" | ";&" | ";;&";
}

/** Everything that runs. */
export type ShellCommand =
  | SimpleNode
  | CompoundCommand
  | {
      readonly kind: "redirected";
      readonly command: ShellCommand;
      readonly redirections: readonly Redirection[];
    }
  | { readonly kind: "function"; readonly name: string; readonly body: ShellCommand }
  | { readonly kind: "coproc"; readonly name: string; readonly body: ShellCommand }
  | {
      readonly kind: "pipeline";
      readonly commands: readonly ShellCommand[];
      readonly both: readonly boolean[];
      readonly negated: boolean;
    }
  | {
      readonly kind: "chain";
      readonly commands: readonly ShellCommand[];
      readonly operators: readonly ("&&" | "||")[];
    };

/** A command and whether it runs beside the rest. */
export interface Statement {
  readonly command: ShellCommand;
  readonly background: boolean;
  readonly start: number;
  readonly end: number;
}

/** What was parsed. */
export interface ShellScript {
  readonly list: List;
  /** What is wrong, in the parser's words; the tree is what was understood. */
  readonly errors: readonly { readonly message: string; readonly start: number }[];
  /** Something is not read because it is too long, or nested too deep. */
  readonly cut?: true;
  /** It uses what POSIX shells lack or read otherwise. */
  readonly bashOnly: boolean;
  /** Positions inside are those of another string (backquotes with escapes). */
  readonly moved: boolean;
}
