/** What became of a call. */
export interface Outcome {
  /** The agent paused, and a person was asked. */
  readonly asked: boolean;
  /** What the tool's function was given. */
  readonly ran: readonly string[];
  /** What the model was told last. */
  readonly told: string;
}
