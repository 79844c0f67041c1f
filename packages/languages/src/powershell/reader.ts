import type { List, ShellCommand, WordNode, WordPart } from "@gatehouse-hooks/shell";
import { type Extent, scriptWord } from "../script/script-nodes.js";

/** A value of an expression. */
export interface ShellValue {
  readonly parts: readonly WordPart[];
  /** The elements of a list. */
  readonly items: readonly ShellValue[] | null;
  readonly start: number;
  readonly end: number;
}

/** A text of PowerShell while it is read, and how its parts read each other. */
export interface PowerShellReader {
  readonly text: string;
  at: number;
  /** Brackets and blocks that are open. */
  depth: number;
  /** Reads that are left: a text that needs more is not read to its end. */
  steps: number;
  readonly errors: { readonly message: string; readonly start: number }[];
  /** The parameters of functions, by their names. */
  readonly functions: Map<string, readonly string[]>;
  readonly statements: (closing: "" | ")" | "}") => List;
  readonly pipeline: () => ShellCommand | null;
  readonly expression: () => ShellValue;
  /** What is behind `=`. */
  readonly assigned: () => ShellValue;
}

/** The deepest nesting. */
const MAX_DEPTH = 60;

/** What ends the reading of a text: the rest is not known. */
export class UnreadText extends Error {}

/** Counts a countStep; `inside` is what is read one level deeper. */
export function deeper<Result>(reader: PowerShellReader, inside: () => Result): Result {
  if (reader.depth >= MAX_DEPTH) throw new UnreadText("nested too deep");
  reader.depth++;
  const result = inside();
  reader.depth--;
  return result;
}

/** Counts a countStep. */
export function countStep(reader: PowerShellReader): void {
  if (--reader.steps < 0) throw new UnreadText("too long");
}

/** The text from here on matches; it has to be sticky. */
export function take(reader: PowerShellReader, form: RegExp): string | null {
  const found = peek(reader, form);
  if (found !== null) reader.at += found.length;
  return found;
}

/** As {@link take}, and stays where it is. */
export function peek(reader: PowerShellReader, form: RegExp): string | null {
  countStep(reader);
  form.lastIndex = reader.at;
  return form.exec(reader.text)?.[0] ?? null;
}

const BLANKS = /(?:[ \t\u00a0\r]|`\r?\n|<#[^]*?(?:#>|$))+/y;
const LINES = /(?:[ \t\u00a0\r\n;]|`\r?\n|<#[^]*?(?:#>|$)|#[^\n]*)+/y;
const BREAKS = /(?:[ \t\u00a0\r\n]|`\r?\n|<#[^]*?(?:#>|$)|#[^\n]*)+/y;

/** Blanks and comments within a line. */
export function skipBlanks(reader: PowerShellReader): void {
  take(reader, BLANKS);
  if (reader.text[reader.at] === "#") take(reader, /#[^\n]*/y);
}

/** What separates statements. */
export function skipLines(reader: PowerShellReader): void {
  take(reader, LINES);
}

/** Blanks, comments and ends of lines, where a line may go on. */
export function skipBreaks(reader: PowerShellReader): void {
  take(reader, BREAKS);
}

/** Says that the text is not understood here. */
export function unread(reader: PowerShellReader, message: string): void {
  if (reader.errors.length < 20) reader.errors.push({ message, start: reader.at });
}

/** A bracket that has to come. */
export function close(reader: PowerShellReader, bracket: string): void {
  if (reader.text.startsWith(bracket, reader.at)) reader.at += bracket.length;
  else unread(reader, `expected ${bracket}`);
}

/** `{ … }`, if there is one. */
export function block(reader: PowerShellReader): { readonly body: List; readonly place: Extent } | null {
  skipBreaks(reader);
  const start = reader.at;
  if (reader.text[start] !== "{") return null;
  reader.at++;
  const body = deeper(reader, () => reader.statements("}"));
  close(reader, "}");
  return { body, place: { start, end: reader.at } };
}

/** A value as a word. */
export function valueWord(reader: PowerShellReader, value: ShellValue): WordNode {
  return scriptWord(value.parts, value, reader.text.slice(value.start, value.end));
}

/** Each element of a value as a word. */
export function valueWords(reader: PowerShellReader, value: ShellValue): readonly WordNode[] {
  if (value.items === null) return [valueWord(reader, value)];
  return value.items.flatMap((one) => valueWords(reader, one));
}

/** It runs a command. */
export function runs(parts: readonly WordPart[]): boolean {
  return parts.some((part) => part.kind === "command" || (part.kind === "quoted" && runs(part.parts)));
}
