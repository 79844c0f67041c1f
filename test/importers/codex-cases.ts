import fc from "fast-check";

/** A rule of the reference, as the documents of Codex describe it. */
export interface CodexCaseRule {
  readonly pattern: readonly (readonly string[])[];
  readonly decision: "allow" | "prompt" | "forbidden";
}

const word = fc.constantFrom("git", "hg", "push", "log", "-f", "--all", "origin", "a.b");
const program = fc.constantFrom("git", "hg", "frob", "cargo");
const rule: fc.Arbitrary<CodexCaseRule> = fc.record({
  pattern: fc
    .tuple(
      fc.uniqueArray(program, { minLength: 1, maxLength: 2 }),
      fc.array(fc.uniqueArray(word, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
    )
    .map(([first, rest]) => [first, ...rest]),
  decision: fc.constantFrom("allow", "prompt", "forbidden"),
});

/** Rules, and a command in plain words. */
export const codexCase = fc.record({
  rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
  argv: fc.tuple(program, fc.array(word, { maxLength: 3 })).map(([first, rest]) => [first, ...rest]),
});

/** The text of a file with these rules. */
export function codexFile(rules: readonly CodexCaseRule[]): string {
  return rules
    .map(({ pattern, decision }) => {
      const written = pattern.map((words) =>
        words.length === 1 ? JSON.stringify(words[0]) : JSON.stringify(words),
      );
      return `prefix_rule(\n    pattern = [${written.join(", ")}],\n    decision = "${decision}",  # a rule\n)`;
    })
    .join("\n\n");
}

const STRICTNESS = ["allow", "prompt", "forbidden"] as const;

/** What Codex decides, in Gatehouse's words; `abstain` where no rule matches. */
export function strictest(rules: readonly CodexCaseRule[], argv: readonly string[]): string {
  const ranks = rules
    .filter(({ pattern }) => pattern.every((words, index) => words.some((one) => one === argv[index])))
    .map(({ decision }) => STRICTNESS.indexOf(decision));
  return ["abstain", "allow", "ask", "deny"][Math.max(-1, ...ranks) + 1] ?? "abstain";
}
