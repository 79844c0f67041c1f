import type { PatternLiteral } from "@gatehouse-hooks/condition/compile";
import { compileGlob } from "../src/compile/glob.js";
import { re2 } from "@gatehouse-hooks/condition/re2";
import { patternIn } from "./pattern-in.js";
import { expect, test } from "vitest";

const signs = { "==": "=", startsWith: "^", endsWith: "$", includes: "~" } as const;

/** `~ab` for "includes ab", `^ab/i` for "starts with ab, whatever the case". */
function shown(groups: readonly (readonly PatternLiteral[])[] = []): readonly string[] {
  return groups.map((group) =>
    group
      .map(({ operator, value, folded }) => `${signs[operator]}${value}${folded ? "/i" : ""}`)
      .join(" or "),
  );
}

test.each<readonly [pattern: string, ...groups: string[]]>([
  ["rm -rf", "~rm -rf"],
  ["^git +push", "^git ", "~ push"],
  ["^git push$", "=git push"],
  ["\\.pem$", "$.pem"],
  ["(?i)drop\\s+table", "~drop/i", "~table/i"],
  ["(?i)100", "~100"],
  ["https?://[a-z]+\\.internal", "~http:// or ~https://", "~.internal"],
  ["curl.*\\|\\s*(ba)?sh", "~curl", "~|", "~sh or ~bash"],
  ["^(rm|mv) ", "^rm  or ^mv "],
  ["^rm |^mv ", "^rm  or ^mv "],
  ["(^|\\s)sudo\\b", "~sudo"],
  ["a(?m)^b$c", "~abc"],
  ["(foo|ba[rz])x", "~foox or ~barx or ~bazx"],
  ["(foo\\d|bar\\d)", "~foo or ~bar"],
  ["(foo\\d|\\d)"],
  ["(abc){2,}d", "~abcabc", "~abcd"],
  ["(abc)*d", "~d"],
  ["(?i)k", "~k/i"],
  ["[kK]ill", "~kill/i"],
  ["é(?i)ab", "~é", "~ab/i"],
  ["\\pLab"],
  ["\\d+"],
  [""],
  ["^$"],
])("a string that `%s` matches", (source, ...groups) => {
  expect(shown(patternIn(re2(source))?.requires?.())).toEqual(groups);
});

test.each<readonly [glob: string, ...groups: string[]]>([
  ["src/index.ts", "=src/index.ts"],
  ["**/x.env", "$x.env"],
  ["**/.env*", "~.env"],
  ["/etc/**", "^/etc/"],
  ["src/**/*.{ts,tsx}", "^src/", "$.ts or $.tsx"],
  ["{a,b}/x?y*", "^a/x or ^b/x", "~y"],
  ["**"],
  [""],
])("a string that the glob `%s` matches", (source, ...groups) => {
  expect(shown(patternIn(compileGlob(source))?.requires?.())).toEqual(groups);
});
