import type { JsonObject } from "@gatehouse-hooks/json";

/** A call of an example, and what it shows. */
export interface DraftCall {
  readonly name: string;
  readonly toolName: string;
  readonly params: JsonObject;
}

/** What a new policy looks at, with calls that should show it. Which of them do is found out by running them. */
export interface RuleDraft {
  readonly kind: "draft";
  /** The condition; absent where the names of tools say it all. */
  readonly when?: string;
  readonly tools?: string;
  /** What it is about, for the name of the policy. */
  readonly about: string;
  readonly stops: readonly DraftCall[];
  readonly passes: readonly DraftCall[];
}

/** Why a text names nothing that a policy could look at. */
export interface NoDraft {
  readonly kind: "refused";
  readonly message: string;
  readonly cure: string;
}

/** A call of the shell. */
export function shellCall(name: string, command: string): DraftCall {
  return { name, toolName: "Bash", params: { command } };
}

const PLAIN = /^[\w./:@%+=,-]+$/;

/** A word as a shell reads it back: quoted where it has to be, with the home folder outside of the quotes. */
export function shellWord(text: string): string {
  if (text.startsWith("~/")) return `~/${text === "~/" ? "" : shellWord(text.slice(2))}`;
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
