import { limits } from "../limits.js";
import type { Pattern, PatternResult } from "./pattern.js";

/**
 * Globs (SPEC, "Globs") as a small automaton: the set of states after each character is computed at once, so the time
 * is linear in the text whatever the pattern.
 */
type Instruction =
  | { readonly kind: "set"; readonly accepts: (code: number) => boolean; readonly next: number }
  | { readonly kind: "split"; readonly to: readonly number[] }
  | { readonly kind: "match" };

const SLASH = 0x2f;
const notSlash = (code: number): boolean => code !== SLASH;
const anything = (): boolean => true;

class BadGlob extends Error {}

/** Compiles a glob. The whole text must match. */
export function compileGlob(source: string): PatternResult {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  try {
    const builder: Builder = { codes: [...source], at: 0, program: [{ kind: "match" }], depth: 0 };
    const start = sequence(builder, parseSequence(builder, false), 0);
    if (builder.program.length > limits.patternSize) return { problem: "too large" };
    return { pattern: patternOf(builder.program, start, source.length) };
  } catch (error) {
    return { problem: error instanceof BadGlob ? error.message : "not a valid glob" };
  }
}

interface Builder {
  readonly codes: readonly string[];
  at: number;
  readonly program: Instruction[];
  depth: number;
}

type Part =
  | { readonly kind: "one"; readonly accepts: (code: number) => boolean }
  | { readonly kind: "run"; readonly accepts: (code: number) => boolean }
  /** `**` and a slash at the start of a segment: no segment at all, or anything that ends with a slash. */
  | { readonly kind: "segments" }
  | { readonly kind: "choice"; readonly options: readonly (readonly Part[])[] };

function parseSequence(builder: Builder, inBraces: boolean): readonly Part[] {
  const parts: Part[] = [];
  while (builder.at < builder.codes.length) {
    const char = builder.codes[builder.at];
    if (inBraces && (char === "," || char === "}")) break;
    parts.push(parsePart(builder));
  }
  return parts;
}

function parsePart(builder: Builder): Part {
  const { codes } = builder;
  const char = codes[builder.at++] ?? "";
  switch (char) {
    case "*":
      return parseStar(builder);
    case "?":
      return { kind: "one", accepts: notSlash };
    case "[":
      return { kind: "one", accepts: parseClass(builder) };
    case "{":
      return parseChoice(builder);
    case "\\": {
      const literal = codes[builder.at++];
      if (literal === undefined) throw new BadGlob("a `\\` at the end");
      return one(literal);
    }
    default:
      return one(char);
  }
}

function one(char: string): Part {
  const wanted = char.codePointAt(0);
  return { kind: "one", accepts: (code) => code === wanted };
}

function parseStar(builder: Builder): Part {
  const { codes } = builder;
  const before = codes[builder.at - 2];
  if (codes[builder.at] !== "*") return { kind: "run", accepts: notSlash };
  while (codes[builder.at] === "*") builder.at++;
  if ((before === undefined || before === "/") && codes[builder.at] === "/") {
    builder.at++;
    return { kind: "segments" };
  }
  return { kind: "run", accepts: anything };
}

function parseClass(builder: Builder): (code: number) => boolean {
  const { codes } = builder;
  const negated = codes[builder.at] === "!" || codes[builder.at] === "^";
  if (negated) builder.at++;
  const ranges: (readonly [number, number])[] = [];
  for (let first = true; first || codes[builder.at] !== "]"; first = false) {
    const low = classMember(builder);
    const isRange = codes[builder.at] === "-" && codes[builder.at + 1] !== "]";
    if (isRange) builder.at++;
    const high = isRange ? classMember(builder) : low;
    if (high < low) throw new BadGlob("a range in `[…]` that runs backwards");
    ranges.push([low, high]);
  }
  builder.at++;
  return (code) => code !== SLASH && ranges.some(([low, high]) => code >= low && code <= high) !== negated;
}

function classMember(builder: Builder): number {
  if (builder.codes[builder.at] === "\\") builder.at++;
  const code = builder.codes[builder.at++]?.codePointAt(0);
  if (code === undefined) throw new BadGlob("a `[` without `]`");
  return code;
}

function parseChoice(builder: Builder): Part {
  if (++builder.depth > limits.nesting) throw new BadGlob("nested too deep");
  const options: (readonly Part[])[] = [];
  let mark: string | undefined = ",";
  while (mark === ",") {
    options.push(parseSequence(builder, true));
    mark = builder.codes[builder.at++];
  }
  if (mark !== "}") throw new BadGlob("a `{` without `}`");
  builder.depth--;
  return { kind: "choice", options };
}

/** Emits the parts from the last to the first; answers where to start. */
function sequence(builder: Builder, parts: readonly Part[], next: number): number {
  return parts.reduceRight((after, part) => emitPart(builder, part, after), next);
}

function emitPart(builder: Builder, part: Part, next: number): number {
  switch (part.kind) {
    case "one":
      return emit(builder, { kind: "set", accepts: part.accepts, next });
    case "run": {
      const loop = builder.program.length;
      emit(builder, { kind: "split", to: [loop + 1, next] });
      emit(builder, { kind: "set", accepts: part.accepts, next: loop });
      return loop;
    }
    case "segments": {
      const slash = emit(builder, { kind: "set", accepts: (code) => code === SLASH, next });
      const loop = emitPart(builder, { kind: "run", accepts: anything }, slash);
      return emit(builder, { kind: "split", to: [loop, next] });
    }
    case "choice":
      return emit(builder, {
        kind: "split",
        to: part.options.map((option) => sequence(builder, option, next)),
      });
  }
}

function emit(builder: Builder, instruction: Instruction): number {
  return builder.program.push(instruction) - 1;
}

function patternOf(program: readonly Instruction[], start: number, size: number): Pattern {
  /** The steps that wait for a character, reachable from `from` without reading one. */
  const closure = (from: readonly number[]): ReadonlySet<number> => {
    const seen = new Set<number>();
    const open = [...from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const instruction = program[at];
      if (instruction?.kind === "split") open.push(...instruction.to);
    }
    return seen;
  };
  const test = (text: string): boolean => {
    let states = closure([start]);
    for (const char of text) {
      const code = char.codePointAt(0) ?? 0;
      const next: number[] = [];
      for (const at of states) {
        const instruction = program[at];
        if (instruction?.kind === "set" && instruction.accepts(code)) next.push(instruction.next);
      }
      if (next.length === 0) return false;
      states = closure(next);
    }
    return states.has(0);
  };
  return { size, test };
}
