/** A policy that reads the arguments of a tool of which nothing is known. */
export interface UntypedTool {
  /** Its id. */
  readonly policy: string;
  readonly tool: string;
}
