import { isMap, isScalar, isSeq, type Scalar } from "yaml";
import { parseYaml } from "../yaml/parse-yaml.js";
import { type OffsetMap, scalarOffsets } from "../yaml/scalar-offsets.js";
import type { YamlProblem } from "../yaml/guard-yaml.js";
import type { Report } from "../text/report.js";
import type { Source } from "../text/source.js";
import { scanLine } from "./scan-line.js";

/** A value of the front matter, read as YAML, or as Mayros reads it where it is not YAML. */
export interface Entry {
  readonly key: string;
  /** Offset of the key in `source.text`. */
  readonly keyAt: number;
  readonly value: EntryText | EntryCollection;
  /** Mayros' own reading of the line, where it has one. */
  readonly line: EntryText | null;
  /** Why the entry is not YAML. */
  readonly notYaml: YamlProblem | null;
}

/** A string value. */
export interface EntryText {
  readonly kind: "text";
  readonly text: string;
  readonly quoted: boolean;
  readonly at: number;
  /** Offset in `source.text` of each character of the text. */
  readonly within: OffsetMap;
}

/** A YAML list or mapping. `items` is null unless it is a list of strings. */
interface EntryCollection {
  readonly kind: "collection";
  readonly items: readonly string[] | null;
  readonly at: number;
}

/** Each entry is parsed separately: a bound on the time that a file may take. */
const MAX_ENTRIES = 500;
const SURROGATE = /\p{Cs}/u;

/** Offsets `[start, end)` of one entry in `source.text`. */
type Range = readonly [start: number, end: number];

/**
 * Reads the lines of a front matter into entries (SPEC, "Entries"). Entry by entry, so that one line that is not YAML
 * does not change how the others are read.
 */
export function readEntries(source: Source, block: Range, report: Report): readonly Entry[] {
  const entries: Entry[] = [];
  const ranges = entryRanges(source, block, report);
  for (const range of ranges.slice(0, MAX_ENTRIES)) {
    const entry = readEntry(source, range, report);
    if (entry !== null) entries.push(entry);
  }
  const beyond = ranges[MAX_ENTRIES];
  if (beyond !== undefined) {
    report.add(beyond[0], {
      code: "too-many",
      message: `the front matter has more than ${MAX_ENTRIES} keys; the rest is ignored`,
      cure: "remove what is not documented",
    });
  }
  return entries;
}

/** An entry begins at column 0 and ends before the next one; blank, indented and comment lines belong to it. */
function entryRanges(source: Source, [start, end]: Range, report: Report): readonly Range[] {
  const ranges: [number, number][] = [];
  let open = false;
  let awaitsValue = false;
  for (const [lineStart, line] of linesOf(source.text, start, end)) {
    const lineEnd = Math.min(lineStart + line.length + 1, end);
    const last = ranges.at(-1);
    const blank = /^\s*(?:#|$)/.test(line);
    const item = /^-(?:[ \t]|$)/.test(line);
    const belongs = blank || /^[ \t]/.test(line) || (item && open && awaitsValue);
    if (belongs && open && last !== undefined) {
      last[1] = lineEnd;
    } else if (!belongs && !item) {
      ranges.push([lineStart, lineEnd]);
      open = true;
      // A list may begin on the column of its key: its items then follow a line without a value.
      awaitsValue = /:[ \t]*(?:#.*)?$/.test(line);
    } else if (!blank) {
      open = false;
      ignored(report, lineStart);
    }
  }
  return ranges;
}

function readEntry(source: Source, range: Range, report: Report): Entry | null {
  const text = source.text.slice(range[0], range[1]);
  const [head = ""] = text.split("\n", 1);
  const scanned = scanLine(head);
  const line: EntryText | null =
    scanned === null
      ? null
      : {
          kind: "text",
          text: scanned.value,
          quoted: scanned.quoted,
          at: range[0] + scanned.valueOffset,
          within: (offset) => range[0] + scanned.valueOffset + offset,
        };
  const read = readYamlEntry(text, range[0], scanned?.key ?? null);
  if (read.kind === "entry") return { ...read.entry, line, notYaml: null };
  if (scanned === null || line === null) {
    ignored(report, range[0]);
    return null;
  }
  for (const [lineStart, more] of linesOf(source.text, range[0] + head.length + 1, range[1])) {
    if (/^\s*(?:#|$)/.test(more)) continue;
    ignored(report, lineStart);
    break;
  }
  return { key: scanned.key, keyAt: range[0], value: line, line, notYaml: read.problem };
}

type YamlEntry =
  | { readonly kind: "entry"; readonly entry: Pick<Entry, "key" | "keyAt" | "value"> }
  | { readonly kind: "not-yaml"; readonly problem: YamlProblem };

/** @param lineKey the key as Mayros reads it: `a:'b: c'` is a key `a:'b` in YAML, which is never meant */
function readYamlEntry(text: string, base: number, lineKey: string | null): YamlEntry {
  const { root, problems } = parseYaml(text, "failsafe");
  const [problem] = problems;
  if (problem !== undefined)
    return { kind: "not-yaml", problem: { ...problem, offset: base + problem.offset } };
  const [pair] = isMap(root) ? root.items : [];
  if (pair === undefined || !isScalar(pair.key)) return notYaml(base, "a blank must follow the colon");
  const key = scalarText(pair.key);
  const keyAt = base + (pair.key.range?.[0] ?? 0);
  if (lineKey !== null && key !== lineKey) return notYaml(keyAt, "a blank must follow the colon");
  const { value } = pair;
  if (isScalar(value)) {
    const read = scalarText(value);
    if (SURROGATE.test(read)) return notYaml(keyAt, "an escape gives half of a surrogate pair");
    const within = scalarOffsets(text, value);
    const quoted = value.type === "QUOTE_SINGLE" || value.type === "QUOTE_DOUBLE";
    // As in Mayros, blanks of any kind around an unquoted value are not part of it; nor is the line end of a block.
    const trimmed = quoted ? read : read.trim();
    const lead = quoted ? 0 : read.length - read.trimStart().length;
    const entryText: EntryText = {
      kind: "text",
      text: trimmed,
      quoted,
      at: base + within(lead),
      within: (offset) => base + within(lead + offset),
    };
    return { kind: "entry", entry: { key, keyAt, value: entryText } };
  }
  const at = base + ((value as { range?: readonly number[] } | null)?.range?.[0] ?? 0);
  return { kind: "entry", entry: { key, keyAt, value: { kind: "collection", items: textsIn(value), at } } };
}

/** The items of a list of strings; null for anything else. */
function textsIn(value: unknown): readonly string[] | null {
  if (!isSeq(value)) return null;
  const texts = value.items.map((item) => (isScalar(item) ? scalarText(item) : null));
  return texts.every((item) => item !== null) ? texts : null;
}

/** The schema makes every scalar a string. */
function scalarText({ value }: Scalar): string {
  return typeof value === "string" ? value : "";
}

function notYaml(offset: number, message: string): YamlEntry {
  return {
    kind: "not-yaml",
    problem: {
      offset,
      code: "yaml-syntax",
      message,
      cure: "write `key: value`, the value in quotes where needed",
    },
  };
}

function ignored(report: Report, offset: number): void {
  report.add(offset, {
    code: "ignored-line",
    message: "the line is not `key: value` and is ignored",
    cure: "begin the key at the start of the line, or remove the line",
  });
}

function* linesOf(
  text: string,
  start: number,
  end: number,
): Generator<readonly [offset: number, line: string]> {
  for (let at = start; at < end;) {
    const next = text.indexOf("\n", at);
    const lineEnd = next < 0 || next >= end ? end : next;
    yield [at, text.slice(at, lineEnd)];
    at = lineEnd + 1;
  }
}
