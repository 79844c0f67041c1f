import type { Gatehouse } from "@gatehouse-hooks/core";

/**
 * An agent whose model calls the tool `bash` with the commands of each turn, all at once, and then says that it is done. Where the
 * agent pauses, a person answers for each command.
 */
export type CallBash = (
  gatehouse: Gatehouse,
  turns: readonly (readonly string[])[],
  answer: (command: string) => boolean,
) => Promise<Outcome>;

/** What became of the calls. */
export interface Outcome {
  /** The tool's function was given these. */
  readonly ran: readonly string[];
  /** What the model was told last, the whole conversation. */
  readonly told: string;
}
