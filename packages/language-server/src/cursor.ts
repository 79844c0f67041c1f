import { isRecord } from "@gatehouse-hooks/json";
import { isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument } from "yaml";
import { type FileKind, fileKindOf } from "./schema/schema-of-file.js";
import type { KeyPath } from "./schema/schemas-at.js";
import type { TextFile, TextRange } from "./text-file.js";

/** What is at a place of a file, also where the file is not finished. */
export interface Cursor {
  readonly kind: FileKind;
  /** Where the value is; of a key, where the mapping is that has it. */
  readonly path: KeyPath;
  readonly isKey: boolean;
  /** The word at the place, and where it is. */
  readonly word: string;
  readonly range: TextRange;
  /** Of a value, the text before the word. */
  readonly before: string;
  /** The mappings around, outermost first. */
  readonly around: readonly Readonly<Record<string, unknown>>[];
}

/** A word that no file has. */
const MARK = "gatehouseCursorMark";
const MAX_DEPTH = 50;

/**
 * What is at an offset of a file: its text is read with a mark in place of the word there, as a key where a key can be, else as a value.
 *
 * @returns `null` in a file that is not ours, and outside of what is read
 */
export function cursorAt(file: TextFile, offset: number): Cursor | null {
  const kind = fileKindOf(file);
  if (kind === null) return null;
  const { start, text } =
    kind.hasFrontMatter === true ? frontMatter(file.text) : { start: 0, text: file.text };
  const at = offset - start;
  if (at < 0 || at > text.length) return null;
  const word = /[\w$][\w$/-]*$/.exec(text.slice(Math.max(0, at - 200), at))?.[0] ?? "";
  const rest = /^[\w$/-]*/.exec(text.slice(at, at + 200))?.[0] ?? "";
  const from = at - word.length;
  const to = at + rest.length;
  const found = findMark(text, from, to);
  if (found === null) return null;
  const around = found.around.map((one, index) =>
    index === found.around.length - 1 ? restored(one, word + rest) : one,
  );
  return { kind, ...found, around, word: word + rest, range: { start: start + from, end: start + to } };
}

/** A mapping with the word in place of the mark. */
function restored(
  mapping: Readonly<Record<string, unknown>>,
  word: string,
): Readonly<Record<string, unknown>> {
  const back = (value: unknown): unknown => (typeof value === "string" ? value.replace(MARK, word) : value);
  return Object.fromEntries(
    Object.entries(mapping).map(([key, value]) => [key.replace(MARK, word), back(value)]),
  );
}

type Found = Pick<Cursor, "path" | "isKey" | "before" | "around">;

function findMark(text: string, from: number, to: number): Found | null {
  const left = text.slice(0, from);
  const right = text.slice(to);
  const line = left.slice(left.lastIndexOf("\n") + 1);
  const isQuoted = line.endsWith('"') && right.startsWith('"');
  const begins = /^\s*(?:- +)*"?$|[{,]\s*"?$/.test(line);
  if (begins && !/^"?\s*:/.test(right)) {
    const key = isQuoted ? `${MARK}": null ${right.slice(1)}` : `${MARK}: ${right}`;
    const found = markIn(left + key);
    if (found !== null) return found;
  }
  return markIn(left + MARK + right);
}

function markIn(text: string): Found | null {
  const document = parseDocument(text, { uniqueKeys: false, logLevel: "silent", keepSourceTokens: false });
  return walk(document.contents, [], []);
}

function walk(node: unknown, path: KeyPath, around: Found["around"]): Found | null {
  if (path.length > MAX_DEPTH) return null;
  if (isScalar(node)) {
    const text = typeof node.value === "string" ? node.value : "";
    const at = text.indexOf(MARK);
    return at === -1 ? null : { path, isKey: false, before: text.slice(0, at), around };
  }
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      const found = isPair(item) ? inPair(item, path, around) : walk(item, [...path, index], around);
      if (found !== null) return found;
    }
  }
  if (!isMap(node)) return null;
  const inner = [...around, plain(node)];
  for (const pair of node.items) {
    const found = inPair(pair, path, inner);
    if (found !== null) return found;
  }
  return null;
}

function inPair(pair: Pair, path: KeyPath, around: Found["around"]): Found | null {
  const key = isScalar(pair.key) ? String(pair.key.value) : "";
  if (key.includes(MARK)) {
    return { path, isKey: true, before: "", around };
  }
  return walk(pair.value, [...path, key], around);
}

/** A mapping as plain data, as far as it can be read. */
function plain(node: Node): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = node.toJSON();
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The lines between the marks of the front matter; all of the text where there are none. */
function frontMatter(text: string): { readonly start: number; readonly text: string } {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:\r?\n---|$(?![\s\S]))/.exec(text);
  if (match === null) return { start: 0, text: "" };
  const [whole, inner = ""] = match;
  return { start: whole.indexOf("\n") + 1, text: inner };
}
