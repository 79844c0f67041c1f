const STRICTNESS = ["abstain", "allow", "ask", "deny"];

/**
 * What is decided here where the source decides so: the same. Where nobody knows the program, the words behind it that begin with the name
 * of one may be a command: there a rule about that one may be stricter than the source, and never less strict.
 */
export function decisionHere(command: string, actual: string, expected: string): string {
  const mayDiffer = /^frob\b.* (?:git|hg|cargo)\b/.test(command);
  const least = expected === "allow" ? 0 : STRICTNESS.indexOf(expected);
  return mayDiffer && STRICTNESS.indexOf(actual) >= least ? actual : expected;
}
