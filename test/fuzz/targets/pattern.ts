import { parse } from "@gatehouse-hooks/condition";
import { finding } from "../target.js";
import type { Target } from "../target.js";
import { compareOutcomes } from "./events.js";
import { compile } from "@gatehouse-hooks/condition/compile";
import { sealJson } from "@gatehouse-hooks/json";

const TEXTS: readonly string[] = [
  "",
  "a",
  "b",
  "ab",
  "aab",
  "abc",
  "a/b",
  "a/b/c.ts",
  "-",
  "]",
  "^a",
  "😀",
  "\n",
  "ba-",
];
const events = TEXTS.map((a) => sealJson({ a }).value ?? null);

/** JavaScript means the same by patterns of these characters, and runs them in no time on texts this short. */
const SHARED = /^[abc/.*+?|()-]{1,24}$/;

/** `matches` and `glob` with any pattern: refused when compiled, or the same as the reference and as JavaScript. */
export const pattern: Target = {
  name: "pattern",
  seeds: [
    "a*",
    "^(a|b)+$",
    "[a-c]{2,3}",
    "\\d\\pL",
    "(?i)A",
    "**/*.ts",
    "{a,b/{c,d}}*",
    "[!a]?",
    "a{1000}",
    "(?:a*)*b",
    "\\Qa\\E",
  ],
  dictionary:
    "a b c / . * ** + ? | ( ) (?: (?i) (?= [ ] [^ [! - { } , {2} {1,9} {1000} ^ $ \\ \\b \\d \\pL \\x{61} \\C [[:alpha:]] 😀".split(
      " ",
    ),
  run(input) {
    const shown: string[] = [];
    for (const method of ["matches", "glob"] as const) {
      const { ast, issues } = parse(`a.${method}(${JSON.stringify(input)})`);
      if (ast === null) {
        shown.push(
          issues
            .map(({ code, message }) => (code === "bad-pattern" ? message.replace(/`[^`]*`/g, "") : code))
            .join(),
        );
        continue;
      }
      shown.push(compareOutcomes(ast));
      const predicate = compile(ast);
      const answers = events.map((event) => predicate(event));
      shown.push(answers.map((answer) => String(answer)[0]).join(""));
      if (method === "matches" && SHARED.test(input)) compareWithJavaScript(input, answers);
    }
    return shown.join(" ");
  },
};

function compareWithJavaScript(input: string, answers: readonly unknown[]): void {
  let native: RegExp;
  try {
    native = new RegExp(input, "u");
  } catch {
    return;
  }
  TEXTS.forEach((text, i) => {
    if (!text.includes("\n") && native.test(text) !== answers[i])
      finding(`JavaScript differs on ${JSON.stringify(text)}`);
  });
}
