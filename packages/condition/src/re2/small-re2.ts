import { freeze } from "@gatehouse-hooks/json/intrinsics";
import { compileGlob } from "../compile/glob.js";
import { compilePathGlob } from "../compile/paths/path-glob.js";
import type { PatternEngine, PatternResult } from "../compile/pattern.js";
import { compileReadable } from "./compile-readable.js";

function compileSmall(source: string): PatternResult {
  return (
    compileReadable(source) ?? {
      problem: `\`${source.slice(0, 80)}\` is not in the part of RE2 that is read without re2js: give \`re2\` of \`@gatehouse-hooks/condition/re2\` as \`patterns\``,
      code: "no-pattern-engine",
    }
  );
}

/**
 * `re2` without re2js, which is ten times as large as all the rest: for programs whose size counts. The same patterns mean the same; those
 * that re2js alone reads (`\pL`, `[[:alpha:]]`, `(?i)ü` …), and those that are not patterns, are refused by a problem that names `re2`.
 */
export const smallRe2: PatternEngine = /* @__PURE__ */ freeze(
  /* @__PURE__ */ Object.assign(compileSmall, { glob: compileGlob, paths: compilePathGlob }),
);
