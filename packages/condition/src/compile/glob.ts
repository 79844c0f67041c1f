import { codePointAt, Float64Of, slice, Uint16Of } from "@gatehouse-hooks/json/intrinsics";
import { foldRight, mapList, newList, some } from "@gatehouse-hooks/json/intrinsics";
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
    const builder: Builder = { codes: charactersOf(source), at: 0, program: newList(), depth: 0 };
    emit(builder, { kind: "match" });
    const start = sequence(builder, parseSequence(builder, false), 0);
    if (builder.program.length > limits.patternSize) return { problem: "too large" };
    return { pattern: patternOf(builder.program, start, source.length) };
  } catch (error) {
    return { problem: error instanceof BadGlob ? error.message : "not a valid glob" };
  }
}

function charactersOf(text: string): readonly string[] {
  const characters = newList<string>();
  for (let i = 0; i < text.length;) {
    const character = slice(text, i, i + ((codePointAt(text, i) ?? 0) > 0xffff ? 2 : 1));
    characters[characters.length] = character;
    i += character.length;
  }
  return characters;
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
  const parts = newList<Part>();
  while (builder.at < builder.codes.length) {
    const char = builder.codes[builder.at];
    if (inBraces && (char === "," || char === "}")) break;
    parts[parts.length] = parsePart(builder);
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
  const wanted = codePointAt(char, 0);
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
  const ranges = newList<{ readonly low: number; readonly high: number }>();
  for (let first = true; first || codes[builder.at] !== "]"; first = false) {
    const low = classMember(builder);
    const isRange = codes[builder.at] === "-" && codes[builder.at + 1] !== "]";
    if (isRange) builder.at++;
    const high = isRange ? classMember(builder) : low;
    if (high < low) throw new BadGlob("a range in `[…]` that runs backwards");
    ranges[ranges.length] = { low, high };
  }
  builder.at++;
  return (code) => code !== SLASH && some(ranges, ({ low, high }) => code >= low && code <= high) !== negated;
}

function classMember(builder: Builder): number {
  if (builder.codes[builder.at] === "\\") builder.at++;
  const character = builder.codes[builder.at++];
  const code = character === undefined ? undefined : codePointAt(character, 0);
  if (code === undefined) throw new BadGlob("a `[` without `]`");
  return code;
}

function parseChoice(builder: Builder): Part {
  if (++builder.depth > limits.nesting) throw new BadGlob("nested too deep");
  const options = newList<readonly Part[]>();
  let mark: string | undefined = ",";
  while (mark === ",") {
    options[options.length] = parseSequence(builder, true);
    mark = builder.codes[builder.at++];
  }
  if (mark !== "}") throw new BadGlob("a `{` without `}`");
  builder.depth--;
  return { kind: "choice", options };
}

/** Emits the parts from the last to the first; answers where to start. */
function sequence(builder: Builder, parts: readonly Part[], next: number): number {
  return foldRight(parts, next, (after, part) => emitPart(builder, part, after));
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
        to: mapList(part.options, (option) => sequence(builder, option, next)),
      });
  }
}

function emit(builder: Builder, instruction: Instruction): number {
  const at = builder.program.length;
  builder.program[at] = instruction;
  return at;
}

function patternOf(program: readonly Instruction[], start: number, size: number): Pattern {
  // Typed arrays, made once: no setter of a prototype sees what is written to them.
  const length = program.length;
  let states = new Uint16Of(length);
  let reached = new Uint16Of(length);
  const open = new Uint16Of(length);
  /** For each instruction the step in which it was reached last. */
  const seen = new Float64Of(length);
  let step = 0;
  let count = 0;

  /** Adds to `reached` what waits for a character, or is the end, and is reachable from `from` without reading one. */
  const reach = (from: number): void => {
    if (seen[from] === step) return;
    seen[from] = step;
    let waiting = 0;
    for (let at = from; ; at = open[--waiting] as number) {
      const instruction = program[at] as Instruction;
      if (instruction.kind === "split") {
        const { to } = instruction;
        for (let i = 0; i < to.length; i++) {
          const next = to[i] as number;
          if (seen[next] === step) continue;
          seen[next] = step;
          open[waiting++] = next;
        }
      } else reached[count++] = at;
      if (waiting === 0) return;
    }
  };

  const test = (text: string): boolean => {
    step++;
    count = 0;
    reach(start);
    for (let i = 0; i < text.length && count > 0;) {
      const code = codePointAt(text, i) ?? 0;
      i += code > 0xffff ? 2 : 1;
      const before = reached;
      const many = count;
      reached = states;
      states = before;
      step++;
      count = 0;
      for (let k = 0; k < many; k++) {
        const instruction = program[before[k] as number] as Instruction;
        if (instruction.kind === "set" && instruction.accepts(code)) reach(instruction.next);
      }
    }
    for (let k = 0; k < count; k++) if (reached[k] === 0) return true;
    return false;
  };
  return { size, test };
}
