import { readLiteral, type Literal, type LiteralCursor } from "./read-literal.js";

/** A statement of a file: a call whose arguments are literals, or what is something else. */
export type StarlarkStatement =
  | {
      readonly kind: "call";
      readonly start: number;
      readonly end: number;
      readonly name: string;
      readonly arguments: readonly CallArgument[];
    }
  | { readonly kind: "other"; readonly start: number; readonly end: number; readonly why: string };

/** An argument of a call; `name` is `null` where it is given by position. */
export interface CallArgument {
  readonly name: string | null;
  readonly value: Literal;
}

const BLANK = /(?:[ \t\n;]|\\\n|#[^\n]*)*/y;
const NAME = /[A-Za-z_]\w*/y;
const KEYWORD = /([A-Za-z_]\w*)\s*=(?!=)/y;
/** A line on which a new statement begins: what belongs to the one before is indented, or closes a bracket. */
const NEXT = /\n(?=[^\s)\]}#])/g;

/** Reads the literal subset of Starlark: calls at the top level. What is not one is told with the reason, never left out. */
export function readCalls(text: string): readonly StarlarkStatement[] {
  const cursor: LiteralCursor = { text, at: 0, why: "" };
  const statements: StarlarkStatement[] = [];
  for (skip(cursor, BLANK); cursor.at < text.length; skip(cursor, BLANK)) {
    const start = cursor.at;
    cursor.why = "";
    const call = readCall(cursor);
    if (call !== null && endsStatement(cursor)) {
      statements.push({ kind: "call", start, end: cursor.at, ...call });
      continue;
    }
    NEXT.lastIndex = start;
    const end = NEXT.exec(text)?.index ?? text.length;
    const why = cursor.why === "" ? "it is not a call with literal arguments" : cursor.why;
    statements.push({ kind: "other", start, end, why });
    cursor.at = end;
  }
  return statements;
}

function readCall(
  cursor: LiteralCursor,
): Omit<StarlarkStatement & { kind: "call" }, "kind" | "start" | "end"> | null {
  const name = take(cursor, NAME);
  if (name === null || cursor.text[cursor.at] !== "(") return null;
  cursor.at++;
  const given: CallArgument[] = [];
  for (;;) {
    skip(cursor, BLANK);
    if (cursor.text[cursor.at] === ")") {
      cursor.at++;
      return { name, arguments: given };
    }
    const keyword = takeKeyword(cursor);
    skip(cursor, BLANK);
    const value = readLiteral(cursor, 0);
    if (value === null) return null;
    given.push({ name: keyword, value });
    skip(cursor, BLANK);
    const mark = cursor.text[cursor.at];
    if (mark === ",") cursor.at++;
    else if (mark !== ")") {
      cursor.why = mark === undefined ? "its bracket is never closed" : "an argument is not a literal";
      return null;
    }
  }
}

function takeKeyword(cursor: LiteralCursor): string | null {
  KEYWORD.lastIndex = cursor.at;
  const found = KEYWORD.exec(cursor.text);
  if (found === null) return null;
  cursor.at = KEYWORD.lastIndex;
  return found[1] ?? null;
}

/** After a statement comes the end of the line, or a semicolon. */
function endsStatement(cursor: LiteralCursor): boolean {
  while (cursor.text[cursor.at] === " " || cursor.text[cursor.at] === "\t") cursor.at++;
  const mark = cursor.text[cursor.at];
  return mark === undefined || mark === "\n" || mark === ";" || mark === "#";
}

function skip(cursor: LiteralCursor, pattern: RegExp): void {
  take(cursor, pattern);
}

function take(cursor: LiteralCursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found === null) return null;
  cursor.at = pattern.lastIndex;
  return found[0];
}
