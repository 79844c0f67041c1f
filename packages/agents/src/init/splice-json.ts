import { createScanner, type Node } from "jsonc-parser";
import type { Formatting } from "./settings-text.js";

/** A change of a document: what is between the offsets is replaced. */
interface Splice {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** What is added to an object or a list: to an object with its key. */
interface Addition {
  readonly key?: string;
  readonly value: unknown;
}

/**
 * Adds a child at the end of an object or a list, in the style of the document: a container over several lines grows by lines,
 * and one on a single line stays on it. Nothing else changes, and `withoutChild` takes it back byte for byte.
 */
export function withChild(text: string, container: Node, addition: Addition, formatting: Formatting): string {
  const { eol, indent } = formatting;
  const last = container.children?.at(-1);
  const inner = text.slice(container.offset + 1, container.offset + container.length - 1);
  const base = indentAt(text, container.offset);
  if (last === undefined) {
    if (!text.trim().includes("\n") && text.trim() !== "{}") {
      return spliced(text, [insert(container.offset + 1, print(addition))]);
    }
    const more = eol + base + indent + print(addition, indent, eol, base + indent);
    const close = /[\r\n]/.test(inner) ? "" : eol + base;
    return spliced(text, [insert(container.offset + 1, more + close)]);
  }
  const end = last.offset + last.length;
  const first = container.children?.[0]?.offset ?? end;
  if (!text.slice(container.offset, first).includes("\n")) {
    return spliced(text, [insert(end, `${inner.includes(", ") ? ", " : ","}${print(addition)}`)]);
  }
  const at = indentAt(text, last.offset);
  const more = eol + at + print(addition, indent, eol, at);
  const comma = commaAfter(text, end);
  const lineEnd = endOfLine(text, comma ?? end);
  // A comment behind the last child stays with it.
  const whole = lineEnd < container.offset + container.length && isRest(text.slice(comma ?? end, lineEnd));
  const place = whole ? lineEnd : end;
  if (comma !== undefined) return spliced(text, [insert(whole ? place : comma, `${more},`)]);
  return spliced(text, place === end ? [insert(end, `,${more}`)] : [insert(end, ","), insert(place, more)]);
}

/** Takes a child out, with its comma, and the lines that were its own. */
export function withoutChild(text: string, container: Node, index: number): string {
  const { children = [] } = container;
  const child = children[index];
  if (child === undefined) return text;
  const end = child.offset + child.length;
  const comma = commaAfter(text, end);
  const before = children[index - 1];
  const earlier = before === undefined ? undefined : commaAfter(text, before.offset + before.length);
  const cut: Splice[] = [ownLines(text, child.offset, comma ?? end, container)];
  if (comma === undefined && earlier !== undefined && earlier <= (cut[0]?.from ?? 0))
    cut.push({ from: earlier - 1, to: earlier, by: "" });
  return spliced(text, cut);
}

/** The span of a child, and the line break and blanks before it where it has its lines for itself. */
function ownLines(text: string, from: number, to: number, container: Node): Splice {
  const blank = /[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const start = from - blank;
  const breaks = text.slice(0, start).endsWith("\r\n") ? 2 : text[start - 1] === "\n" ? 1 : 0;
  const close = container.offset + container.length - 1;
  const lineEnd = Math.min(endOfLine(text, to), close);
  const rest = text.slice(to, lineEnd);
  if (breaks === 0 || rest.trim() !== "") return { from, to, by: "" };
  const open = container.offset + 1;
  // `{}` was opened for the child.
  if (start - breaks === open && text.slice(to, close).trim() === "")
    return { from: open, to: close, by: "" };
  return { from: start - breaks, to: lineEnd < close ? lineEnd : to, by: "" };
}

function print({ key, value }: Addition, indent?: string, eol = "\n", at = ""): string {
  const text = JSON.stringify(value, null, indent).replaceAll("\n", eol + at);
  const gap = indent === undefined ? ":" : ": ";
  return key === undefined ? text : JSON.stringify(key) + gap + text;
}

/** The offset behind the comma that follows, past blanks and comments; undefined: none does. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === "," ? at + 1 : undefined;
}

/** The offset of the line break, or of the end. */
function endOfLine(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  return at < 0 ? text.length : text[at - 1] === "\r" ? at - 1 : at;
}

/** Nothing but blanks and one comment that ends on the line. */
function isRest(text: string): boolean {
  return /^[ \t]*(?:\/\/.*|\/\*[^*]*\*\/[ \t]*)?$/.test(text);
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function insert(at: number, by: string): Splice {
  return { from: at, to: at, by };
}

/** Applies changes that do not overlap. */
function spliced(text: string, splices: readonly Splice[]): string {
  let result = text;
  for (const { from, to, by } of splices.toSorted((a, b) => b.from - a.from))
    result = result.slice(0, from) + by + result.slice(to);
  return result;
}
