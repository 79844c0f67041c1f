/** What the policies of the harness decide, by the first word of the file that a command touches. */
export const DECISIONS = [
  "abstain",
  "allow",
  "deny",
  "ask",
  "warn",
  "rewrite",
  "context",
  "slow",
  "edited",
  "disguise",
] as const;

/**
 * A decision that a call is marked with. `slow` is a deny that comes late, `edited` one that the test changes, `disguise` a rewrite to a
 * program that no rule of the agent names.
 */
export type Decision = (typeof DECISIONS)[number];

/** What policies say where they have words: each can be found in what the model is told. */
export const REASONS = {
  deny: "the harness denies this call",
  ask: "the harness wants a person to approve this call",
  warn: "the harness warns of this call",
  context: "the harness has something to add",
  edited: "the harness has changed its mind",
} as const;

/** The file that a rewritten command touches. */
export const REWRITTEN = "rewritten.txt";

/** The file that a disguised command writes, by a program that the agent's own rules do not name. */
export const DISGUISED = "disguised.txt";

/** A command that the policies decide about, and the file that shows that it ran. */
export function markedCommand(
  decision: Decision,
  number: number,
): { readonly command: string; readonly file: string } {
  const file = `${decision}-${number}.txt`;
  return { command: `touch ${file}`, file };
}

/** The decision that a text is marked with. */
export function markOf(text: string): Decision {
  const found = new RegExp(`\\b(${DECISIONS.join("|")})-\\d+\\.txt`).exec(text)?.[1];
  return DECISIONS.find((decision) => decision === found) ?? "abstain";
}
