import fc from "fast-check";

/** A rule of the reference, as the documents of Gemini CLI describe it. */
export interface GeminiCaseRule {
  /** `null`: every command. */
  readonly prefix: string | null;
  readonly decision: "allow" | "deny" | "ask_user";
  readonly priority: number;
}

const word = fc.constantFrom("git", "hg", "push", "log", "-f", "origin");
const words = fc
  .tuple(fc.constantFrom("git", "hg", "frob"), fc.array(word, { maxLength: 2 }))
  .map(([first, rest]) => [first, ...rest].join(" "));

/** Rules of different priorities, and a command in plain words. A rule for every command never allows. */
export const geminiCase = fc.record({
  rules: fc.uniqueArray(
    fc.oneof(
      fc.record({
        prefix: words,
        decision: fc.constantFrom("allow" as const, "deny" as const, "ask_user" as const),
        priority: fc.nat(999),
      }),
      fc.record({
        prefix: fc.constant(null),
        decision: fc.constantFrom("deny" as const, "ask_user" as const),
        priority: fc.nat(999),
      }),
    ),
    { minLength: 1, maxLength: 4, selector: ({ priority }) => priority },
  ),
  command: words,
});

/** The text of a file with these rules. */
export function geminiFile(rules: readonly GeminiCaseRule[]): string {
  return rules
    .map(({ prefix, decision, priority }) =>
      [
        "[[rule]]",
        'toolName = "run_shell_command"',
        ...(prefix === null ? [] : [`commandPrefix = ${JSON.stringify(prefix)}`]),
        `decision = "${decision}"`,
        `priority = ${priority}`,
        "",
      ].join("\n"),
    )
    .join("\n");
}

/** What Gemini CLI decides, in Gatehouse's words; `abstain` where no rule matches. */
export function firstMatch(rules: readonly GeminiCaseRule[], command: string): string {
  const found = rules
    .toSorted((a, b) => b.priority - a.priority)
    .find(({ prefix }) => prefix === null || command === prefix || command.startsWith(`${prefix} `));
  return found === undefined ? "abstain" : found.decision === "ask_user" ? "ask" : found.decision;
}
