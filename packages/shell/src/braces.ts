import { LIMITS } from "./limits.js";

/**
 * Brace expansion of a word as it is written, quotes and expansions untouched: `a{b,c}` gives `ab` and `ac`. `null` when
 * there are more than {@link LIMITS.fields}.
 */
export function expandBraces(text: string, depth = 0): readonly string[] | null {
  if (depth > LIMITS.depth) return null;
  const found = findBraces(text);
  // What comes after `{}` in the same word the shell reads in a way of its own.
  if (text.includes("{}") && text.includes(",")) return null;
  if (found === null) return [text];
  const { start, end, commas } = found;
  const before = text.slice(0, start);
  const middle =
    commas.length === 0 ? sequence(text.slice(start + 1, end)) : items(text, start, end, commas, depth);
  const after = expandBraces(text.slice(end + 1), depth + 1);
  if (middle === null || after === null || middle.length * after.length > LIMITS.fields) return null;
  const all: string[] = [];
  for (const one of middle) for (const rest of after) all.push(before + one + rest);
  return all;
}

function items(
  text: string,
  start: number,
  end: number,
  commas: readonly number[],
  depth: number,
): string[] | null {
  const all: string[] = [];
  let from = start + 1;
  for (const comma of [...commas, end]) {
    const expanded = expandBraces(text.slice(from, comma), depth + 1);
    if (expanded === null || all.length + expanded.length > LIMITS.fields) return null;
    all.push(...expanded);
    from = comma + 1;
  }
  return all;
}

interface Braces {
  readonly start: number;
  readonly end: number;
  readonly commas: readonly number[];
}

/** The first braces that expand: with a comma of their own, or a sequence. */
function findBraces(text: string): Braces | null {
  for (let start = 0; start < text.length; start = skip(text, start)) {
    if (text[start] !== "{") continue;
    const commas: number[] = [];
    let open = 1;
    let i = start + 1;
    while (i < text.length) {
      const one = text[i];
      if (one === "{") open++;
      else if (one === "}" && --open === 0) break;
      else if (one === "," && open === 1) commas.push(i);
      i = skip(text, i);
    }
    if (open !== 0) continue;
    if (commas.length > 0 || isSequence(text.slice(start + 1, i))) return { start, end: i, commas };
  }
  return null;
}

/** The index after the character, the quoted string or the expansion at `i`. */
function skip(text: string, i: number): number {
  const one = text[i];
  if (one === "\\") return i + 2;
  if (one === "'") return after(text, "'", i + 1);
  if (one === '"' || one === "`") {
    let at = i + 1;
    while (at < text.length && text[at] !== one) at += text[at] === "\\" ? 2 : 1;
    return at + 1;
  }
  const close = one === "$" ? CLOSES.get(text[i + 1] ?? "") : undefined;
  return close === undefined ? i + 1 : afterClose(text, i + 1, close);
}

const CLOSES: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["(", ")"],
]);

/** The index after what closes the bracket at an index. */
function afterClose(text: string, from: number, close: string): number {
  const open = text[from];
  let depth = 0;
  let at = from;
  while (at < text.length) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at + 1;
    at += text[at] === "\\" ? 2 : 1;
  }
  return at;
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + 1;
}

const SEQUENCE = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/;

function isSequence(body: string): boolean {
  const match = SEQUENCE.exec(body);
  return match !== null && /\d/.test(match[1] ?? "") === /\d/.test(match[2] ?? "");
}

function sequence(body: string): string[] | null {
  const [, first = "", last = "", by] = SEQUENCE.exec(body) ?? [];
  const numeric = /\d/.test(first);
  const from = numeric ? Number(first) : first.charCodeAt(0);
  const to = numeric ? Number(last) : last.charCodeAt(0);
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  // Too many to be written out: any number, which the shell computes. Its zeros in front do not matter to what matches a number.
  if (Math.abs(to - from) / step >= LIMITS.fields) return numeric ? ["$((RANDOM))"] : null;
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
  const all: string[] = [];
  const count = Math.floor(Math.abs(to - from) / step);
  for (let i = 0; i <= count; i++) {
    const value = from + (to < from ? -1 : 1) * i * step;
    if (!numeric) all.push(String.fromCharCode(value));
    else {
      const digits = String(Math.abs(value));
      all.push(value < 0 ? `-${digits.padStart(width - 1, "0")}` : digits.padStart(width, "0"));
    }
  }
  return all;
}
