import type { MimirVariable } from "../variables.js";

/** How the shell reads the place of a placeholder. */
export type PlaceState = "bare" | "double" | "single" | "heredoc";

/** A placeholder at a place where a quoted reference is safe. */
export interface PlacedValue {
  readonly kind: "value";
  readonly variable: MimirVariable;
  readonly state: PlaceState;
  /** Offsets in the command; with `dollar`, the `$` before the brace is part of it and stays in the text. */
  readonly start: number;
  readonly end: number;
  readonly dollar: boolean;
}

/** A part of a shell word. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | PlacedValue
  /** An expansion of the shell's own. `carries`: its result may hold a value; `splits`: it is not quoted. */
  | { readonly kind: "expansion"; readonly carries: boolean; readonly splits: boolean; readonly at: number };

/** A shell word, or the body of a here-document. */
export interface ShellWord {
  readonly pieces: readonly Piece[];
  readonly start: number;
  /** The shell matches files with it: it is not the name of one program. */
  readonly matches: boolean;
}

/** A simple command: its words without assignments and redirections. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  /** What it reads from a here-document or a here-string. */
  readonly input: ShellWord | null;
}

/** The word's text, or `null` when a part of it is known only when the command runs. */
export function literal({ pieces }: ShellWord): string | null {
  return pieces.every((piece) => piece.kind === "text") ? pieces.map(({ text }) => text).join("") : null;
}

/** The path or name of a program, or `null` when it is known only when the command runs. */
export function programPath(word: ShellWord): string | null {
  return word.matches ? null : literal(word);
}

/** The text before the first part that is not literal. */
export function literalStart({ pieces }: ShellWord): string {
  const end = pieces.findIndex(({ kind }) => kind !== "text");
  return (end < 0 ? pieces : pieces.slice(0, end))
    .map((piece) => (piece.kind === "text" ? piece.text : ""))
    .join("");
}

/** The word may hold a value of the event. */
export function carries({ pieces }: ShellWord): boolean {
  return pieces.some((piece) => piece.kind === "value" || (piece.kind === "expansion" && piece.carries));
}

/** Nothing but one number: it holds neither blanks nor anything that a shell would evaluate. */
export function isNumber({ pieces }: ShellWord): boolean {
  const [only, ...rest] = pieces.filter((piece) => piece.kind !== "text" || piece.text !== "");
  return only?.kind === "value" && only.variable.type === "number" && rest.length === 0;
}

/** It begins with a path of the event: written so that it is neither an option nor an assignment. */
export function startsWithPath({ pieces }: ShellWord): boolean {
  const [first] = pieces;
  return first?.kind === "value" && ["file_path", "working_dir"].includes(first.variable.name);
}
