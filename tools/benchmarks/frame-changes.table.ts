/** A change of the frame that the figures of earlier files are without. */
export interface FrameChange {
  /** ISO 8601: a file with an earlier date was made before it. */
  readonly date: string;
  readonly changed: string;
  /** The result files whose figures it touches, if they are older. */
  readonly touches: readonly string[];
}

/** Changes of bench/frame after which a figure is another. */
export const FRAME_CHANGES: readonly FrameChange[] = [
  {
    date: "2026-11-23T04:40:00.000Z",
    changed:
      "a batch has to be long enough when it is warm. Before, a subject whose first call took long was timed one call at a time, with a clock that counts microseconds, and could come out slower than it is",
    // The others count, or time processes and not batches.
    touches: ["cache", "command", "condition", "decide", "embed", "facts", "mcp", "realistic"],
  },
];
