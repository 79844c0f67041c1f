/** A tool call that the scripted model makes, in the agent's own names. */
export interface ScriptedCall {
  readonly name: string;
  /** The arguments; a string for a tool that takes free text. */
  readonly args: Readonly<Record<string, unknown>> | string;
  /** The tool is declared inside a namespace (OpenAI Responses only). */
  readonly namespace?: string;
}

/** What the model says in one turn. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Calls that follow from what the model has read, given after the others. */
  readonly follows?: (heard: readonly string[]) => readonly ScriptedCall[];
  /** How many tokens the conversation is said to have: an agent compacts one that is long. */
  readonly tokens?: number;
  /** Runs once, before the turn is first sent: what happens to the machine while the agent waits for its model. */
  readonly before?: () => void | Promise<void>;
}

/** What the model was told about a call that it made. */
export interface ToolResult {
  readonly id: string;
  readonly text: string;
}
