/** What the trail may cost. Every number is inclusive. */
export const AUDIT_LIMITS: {
  readonly textLength: number;
  readonly hooks: number;
  readonly evidence: number;
  readonly batch: number;
  readonly queue: number;
  readonly tailBytes: number;
  readonly previous: number;
  readonly lineBytes: number;
  readonly fileBytes: number;
} = {
  /** UTF-16 code units of one text of a record. */
  textLength: 500,
  /** Policies listed of one decision; the record says when there were more. */
  hooks: 100,
  /** UTF-16 code units of the evidence of one decision, as JSON. More is left out as a whole. */
  evidence: 65_536,
  /** Records written by one call of the system. */
  batch: 64,
  /** Records that wait to be written. One more is lost, and said to be. */
  queue: 10_000,
  /** Bytes at the end of a file in which a new writer looks for the lines to point to. */
  tailBytes: 262_144,
  /** Lines that one line points to. */
  previous: 100,
  /** Bytes of one line that a reader accepts. */
  lineBytes: 1_048_576,
  /** Bytes of one file that a reader accepts. */
  fileBytes: 1_073_741_824,
};
