import { type Field, type FieldPart, joinFields, partsOfField, simplify } from "@gatehouse-hooks/shell";

/** The most patterns that braces stand for. */
const MAX_PATTERNS = 24;

/** A pattern that a program matches itself, as a shell's: its wildcards are globs. */
export function patternField(pattern: string): Field {
  const parts: FieldPart[] = pattern
    .split(/(\*\*?|\?|\[[^\]]*\])/)
    .filter((one) => one !== "")
    .map((one): FieldPart =>
      /^(?:\*\*?|\?|\[.*\])$/.test(one)
        ? { kind: "glob", text: one, dots: true }
        : { kind: "text", text: one, from: [] },
    );
  return simplify(parts);
}

/** The paths below a folder that a pattern of a search means: of a name in any folder of it, else of the path. `!…` leaves out, and means none. */
export function matchedBelow(start: Field, pattern: string): readonly Field[] {
  if (pattern === "" || pattern.startsWith("!")) return [];
  const base = joinFields(start, "/");
  const anywhere: Field = [
    ...partsOfField(base),
    { kind: "glob", text: "**" },
    { kind: "text", text: "/", from: [] },
  ];
  return alternatives(pattern).map((one) => {
    const path = one.replace(/^\.?\//, "").replace(/^(?:\*\*\/)+/, "");
    return joinFields(path === one && one.includes("/") ? base : anywhere, patternField(path));
  });
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
