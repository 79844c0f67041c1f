/** What is known of the events that one sender sends, as policies see them. */
export interface SentEvents {
  /** Its events; where fields are given, it sends no other ones. */
  readonly events: readonly { readonly name: string; readonly fields?: readonly string[] }[];
  /** Its own tools. It may have others, which are not known. */
  readonly tools: readonly SentTool[];
  /** Names of tools that it does not have. */
  readonly otherTools: readonly string[];
}

/** A tool that a sender has. */
export interface SentTool {
  readonly name: string;
  /** The value of `tool.kind`. */
  readonly kind: string;
  /** What its arguments may be called; absent: not known. */
  readonly fields?: readonly string[];
}
