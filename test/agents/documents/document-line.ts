/** A sentence of a document, and whether it held. */
export interface DocumentLine {
  readonly document: string;
  readonly sentence: string;
  readonly ok: boolean;
  /** What was seen instead. */
  readonly note: string;
}

/** What the sentences of a document are tried with. */
export interface DocumentBench {
  /** Where the agents are installed. */
  readonly folder: string;
  /** The file of the command. */
  readonly program: string;
  /** The agent file of document 002. */
  readonly agentFile: string;
  /** Says whether a sentence held; `seen` is what was there instead. */
  say(sentence: string, ok: boolean, seen?: unknown): void;
}
