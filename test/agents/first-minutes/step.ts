/** What a new user does, and how long it takes. */
export interface MinuteStep {
  readonly does: string;
  readonly seconds: number;
  /** The end of what was printed. */
  readonly said: string;
}

/** The agent's part: what became of the forced push. */
export interface PushReport {
  readonly steps: readonly MinuteStep[];
  /** Whether the remote was overwritten. */
  readonly pushed: boolean;
  /** Whether the model was told which policy denied. */
  readonly told: boolean;
}
