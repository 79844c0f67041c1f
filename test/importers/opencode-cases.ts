import fc from "fast-check";

/** Rules of `bash` in their order. */
export type OpenCodeRules = readonly (readonly [pattern: string, action: "allow" | "ask" | "deny"])[];

const program = fc.constantFrom("git", "npm", "rm");
const word = fc.constantFrom("push", "status", "-r", "x");
const words = fc.uniqueArray(word, { maxLength: 2 });
const pattern = fc.oneof(
  fc.constant("*"),
  fc
    .tuple(program, words, fc.constantFrom("", " *", "*"))
    .map(([name, rest, end]) => [name, ...rest].join(" ") + end),
);
const plain = fc.tuple(program, words).map(([name, rest]) => [name, ...rest].join(" "));

export const openCodeCase: fc.Arbitrary<{ readonly rules: OpenCodeRules; readonly command: string }> =
  fc.record({
    rules: fc.uniqueArray(
      fc.tuple(pattern, fc.constantFrom("allow" as const, "ask" as const, "deny" as const)),
      {
        maxLength: 4,
        selector: ([text]) => text,
      },
    ),
    command: fc.oneof(
      { weight: 3, arbitrary: plain },
      fc.tuple(plain, plain).map((both) => both.join(" && ")),
    ),
  });

/**
 * What OpenCode's documents say: of each command of the line the last rule that matches counts, and the strictest of all commands.
 * Without a rule a call runs, which a hook leaves as it is.
 */
export function openCodeEffect(rules: OpenCodeRules, line: string): "deny" | "ask" | "allow" | "abstain" {
  const effects = line
    .split(" && ")
    .map((one) => rules.findLast(([text]) => matches(text, one))?.[1] ?? "abstain");
  for (const effect of ["deny", "ask", "abstain"] as const) if (effects.includes(effect)) return effect;
  return "allow";
}

function matches(wildcard: string, text: string): boolean {
  if (wildcard === "*") return true;
  if (wildcard.endsWith(" *")) {
    const start = wildcard.slice(0, -2);
    return text === start || text.startsWith(`${start} `);
  }
  return wildcard.endsWith("*") ? text.startsWith(wildcard.slice(0, -1)) : text === wildcard;
}
