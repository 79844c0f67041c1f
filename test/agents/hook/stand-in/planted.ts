/** Mistakes that a hook can make. The harness has to report each. */
export const PLANTED = [
  /** The command line does nothing about a program that fails. */
  "bare",
  /** A deny is exit code 1 and nothing else. */
  "exit-1",
  /** A deny in a form that the agent does not know. */
  "ignored-deny",
  /** A slow decision is waited for, however long it takes. */
  "no-deadline",
  /** An allow is printed where no policy has decided. */
  "loose",
  /** An ask is printed where no one can answer it. */
  "ask-as-ask",
  /** A rewrite allows the call and loses the arguments. */
  "lost-rewrite",
  /** Policies are read once. */
  "stale",
  /** Without its daemon it says nothing. */
  "daemon-only",
  /** It says nothing while another call is being decided. */
  "one-at-a-time",
] as const;

/** A mistake that a hook can make. */
export type Planted = (typeof PLANTED)[number];

/** Whether a word names a mistake. */
export function isPlanted(word: string): word is Planted {
  return (PLANTED as readonly string[]).includes(word);
}
