/** What an agent hands to its hook on standard input. */
export interface Payload {
  readonly agent: string;
  /** For messages of the test, and unique to the agent. */
  readonly name: string;
  readonly text: string;
}
