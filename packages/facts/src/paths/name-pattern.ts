import { type Field, type FieldPart, joinFields, partsOfField, simplify } from "@gatehouse-hooks/shell";

/** The most patterns that braces stand for. */
const MAX_PATTERNS = 24;

/** A pattern that a program matches itself, as a shell's: its wildcards are globs, which stand for names with a dot before them, too. */
export function patternField(pattern: string, dots = true): Field {
  const parts: FieldPart[] = pattern
    .split(/(\*\*?|\?|\[[^\]]*\])/)
    .filter((one) => one !== "")
    .map((one): FieldPart =>
      /^(?:\*\*?|\?|\[.*\])$/.test(one)
        ? { kind: "glob", text: one, ...(dots ? { dots: true as const } : {}) }
        : { kind: "text", text: one, from: [] },
    );
  return simplify(parts);
}

/** The paths below a folder that a pattern of a search means: of a name in any folder of it, else of the path. `!…` leaves out, and means none. */
export function matchedBelow(start: Field, pattern: string, dots = true): readonly Field[] {
  if (pattern === "" || pattern.startsWith("!")) return [];
  const base = typeof start === "string" && start.endsWith("/") ? start : joinFields(start, "/");
  const anywhere: Field = [
    ...partsOfField(base),
    { kind: "glob", text: "**" },
    { kind: "text", text: "/", from: [] },
  ];
  return alternatives(pattern).map((one) => {
    const path = one.replace(/^\.?\//, "").replace(/^(?:\*\*\/)+/, "");
    return joinFields(path === one && one.includes("/") ? base : anywhere, patternField(path, dots));
  });
}

/** Anchors of a regular expression in what is made of it. */
const [START, END] = ["\u0001", "\u0002"];

/** A regular expression that is looked for in paths, as patterns of all that it may match: what it does not spell is any text. */
export function patternsOfExpression(expression: string): readonly string[] {
  const { all } = branchesOf(expression, 0, 0);
  const patterns = all.map((one) => {
    const anything = one.startsWith("/") ? "**" : one.includes("/") ? "**/*" : "*";
    const before = one.startsWith(START) ? "" : anything;
    const text = `${before}${one}${one.endsWith(END) ? "" : "*"}`;
    return text
      .replaceAll(START, "")
      .replaceAll(END, "")
      .replace(/(?<!^)\*{2,}/g, "*");
  });
  return [...new Set(patterns)];
}

interface Branches {
  readonly all: readonly string[];
  /** The index of what ended them. */
  readonly end: number;
}

/** The branches from an index on, up to the bracket that closes them: at most {@link MAX_PATTERNS}. */
function branchesOf(text: string, from: number, depth: number): Branches {
  const done: string[] = [];
  let open: readonly string[] = [""];
  let at = from;
  while (at < text.length && text[at] !== ")") {
    if (text[at] === "|") {
      done.push(...open);
      open = [""];
      at++;
      continue;
    }
    const atom = atomOf(text, at, depth);
    const times = /^(?:[*+?]|\{\d*,?\d*\})[?+]?/.exec(text.slice(atom.end, atom.end + 16))?.[0] ?? "";
    at = atom.end + times.length;
    const pieces = times === "" ? atom.all : times === "?" ? ["", ...atom.all] : ["*"];
    const next = open.flatMap((before) => pieces.map((piece) => before + piece));
    open = next.length > MAX_PATTERNS ? open.map((before) => `${before}*`) : next;
  }
  done.push(...open);
  return { all: done.length > MAX_PATTERNS ? [""] : done, end: at };
}

const SPECIAL: ReadonlyMap<string, string> = new Map([
  ["^", START],
  ["$", END],
  [".", "?"],
]);

function atomOf(text: string, at: number, depth: number): Branches {
  const one = text[at] ?? "";
  const special = SPECIAL.get(one);
  if (special !== undefined) return { all: [special], end: at + 1 };
  if (one === "\\") {
    const next = text[at + 1] ?? "";
    return { all: [/[bB]/.test(next) ? "" : /\w/.test(next) ? "?" : next], end: at + 2 };
  }
  if (one === "[") return setOf(text, at);
  if (one !== "(") return { all: [one], end: at + 1 };
  const opener = /^\((?:\?(?:[:>]|P?<\w+>|[a-zA-Z-]*:))?/.exec(text.slice(at, at + 40))?.[0] ?? "(";
  // What comes behind `(?` may look ahead, or set an option: it spells nothing.
  const isOther = opener === "(" && text[at + 1] === "?";
  if (depth >= 8) return { all: ["*"], end: text.length };
  const inner = branchesOf(text, at + opener.length, depth + 1);
  return { all: isOther ? ["*"] : inner.all, end: inner.end + 1 };
}

/** `[a]` is `a`, any other set one character. */
function setOf(text: string, at: number): Branches {
  const close = text.indexOf("]", at + 2);
  if (close === -1) return { all: ["*"], end: text.length };
  return { all: [close === at + 2 ? (text[at + 1] ?? "") : "?"], end: close + 1 };
}

/** `*.{a,b}` is `*.a` and `*.b`. */
function alternatives(pattern: string): readonly string[] {
  let all: readonly string[] = [pattern];
  for (let round = 0; round < 4; round++) {
    const next = all.flatMap((one) => {
      const found = /^([^{]*)\{([^{}]*)\}(.*)$/s.exec(one);
      if (found === null) return [one];
      const [, before = "", inside = "", after = ""] = found;
      return inside.split(",").map((choice) => `${before}${choice}${after}`);
    });
    if (next.length > MAX_PATTERNS) return all;
    all = next;
  }
  return all;
}

/** A folder in which it is found. */
export function folderOf(path: Field): Field {
  const parts = partsOfField(path);
  return simplify(parts.slice(0, parts.findIndex((part) => part.kind === "glob") + 1));
}

/** The last segment, as far as it is known. */
export function baseOf(path: Field): Field {
  const parts = partsOfField(path);
  const at = parts.findLastIndex((part) => part.kind === "text" && part.text.includes("/"));
  const part = parts[at];
  if (part?.kind !== "text") return path;
  const rest = part.text.slice(part.text.lastIndexOf("/") + 1);
  return simplify([...(rest === "" ? [] : [{ ...part, text: rest }]), ...parts.slice(at + 1)]);
}
