import { type Loaded, load } from "@gatehouse-hooks/hosts";
import { fileKindOf } from "./schema/schema-of-file.js";
import { lineRange, type TextFile, type TextRange } from "./text-file.js";

/** A policy or a test in a file: for an outline, and for what an editor shows beside it. */
export interface PolicySymbol {
  readonly kind: "policy" | "test";
  readonly name: string;
  /** All of it, as whole lines. */
  readonly range: TextRange;
  /** Its first line. */
  readonly first: TextRange;
  /** The tests of a policy. */
  readonly under: readonly PolicySymbol[];
}

/** The policies of a file with their tests, and the tests of all of it, in the order of the file. Those of packs are not in the file. */
export function policySymbols(file: TextFile): readonly PolicySymbol[] {
  if (fileKindOf(file) === null) return [];
  const places = placesOf(load(file.text, { path: file.path }));
  const starts = [...new Set(places.map(({ line }) => line))].toSorted((a, b) => a - b);
  const lines = file.text.split("\n");
  const made = places.map(({ kind, name, line, of }) => {
    const first = lineRange(file.text, line);
    const end = lineRange(file.text, lastLine(lines, line, starts)).end;
    const symbol: PolicySymbol = { kind, name, first, range: { start: first.start, end }, under: [] };
    return { of, symbol };
  });
  return made
    .filter(({ of }) => of === null)
    .map(({ symbol }): PolicySymbol => {
      if (symbol.kind === "test") return symbol;
      const under = made.filter(({ of }) => of === symbol.name).map((test) => test.symbol);
      const end = Math.max(symbol.range.end, ...under.map(({ range }) => range.end));
      return { ...symbol, under, range: { ...symbol.range, end } };
    })
    .toSorted((one, other) => one.range.start - other.range.start);
}

interface Place extends Pick<PolicySymbol, "kind" | "name"> {
  readonly line: number;
  /** The policy that a test is of. */
  readonly of: string | null;
}

function placesOf({ policies, tests }: Loaded): readonly Place[] {
  return [
    ...policies
      .filter(({ source }) => source?.pack === undefined)
      .map(({ id, source }): Place => ({ kind: "policy", name: id, line: source?.line ?? 1, of: null })),
    ...tests.map(({ name, policy, source }): Place => ({
      kind: "test",
      name,
      line: source.line ?? 1,
      of: policy,
    })),
  ];
}

/** The last line of what begins on a line: before the next symbol, and before what is less indented. */
function lastLine(lines: readonly string[], line: number, starts: readonly number[]): number {
  const next = starts.find((start) => start > line) ?? lines.length + 1;
  const indent = indentOf(lines[line - 1] ?? "");
  let last = line;
  for (let at = line + 1; at < next; at++) {
    const text = lines[at - 1] ?? "";
    if (text.trim() === "") continue;
    if (indentOf(text) < indent) break;
    last = at;
  }
  return last;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
