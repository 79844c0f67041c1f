/** The options of `gatehouse serve`. */
export interface ServeOptions {
  /** `HOST:PORT`, before the file's. */
  readonly listen: string | undefined;
  /** Read the file and the policies, say what is wrong, and end. */
  readonly check: boolean;
}
