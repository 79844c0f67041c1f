import { expect } from "vitest";

const STRICTNESS = ["abstain", "allow", "ask", "deny"];

/**
 * The decision is that of the source. Where nobody knows the program, the words behind it that begin with the name of one may be a command:
 * there a rule about that one may be stricter than the source, and never less strict.
 */
export function expectDecision(command: string, actual: string, expected: string): void {
  if (/^frob\b.* (?:git|hg|cargo)\b/.test(command))
    expect(STRICTNESS.indexOf(actual)).toBeGreaterThanOrEqual(
      expected === "allow" ? 0 : STRICTNESS.indexOf(expected),
    );
  else expect(actual).toBe(expected);
}
