/** The shells that a script is written for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

export type CompletedShell = (typeof SHELLS)[number];
