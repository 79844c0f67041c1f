import type { ToolResult, Turn } from "./script.js";

/** The body of a request: whatever the agent sent, when it is a JSON object. */
export type Body = Readonly<Record<string, unknown>>;

/** What a request says about the conversation so far. */
export interface Conversation {
  /** The tools on offer; a request without any asks for a title or a summary. */
  readonly tools: readonly string[];
  /** How often the model has spoken: neighbouring items of its own are one turn. */
  readonly assistantTurns: number;
  readonly results: readonly ToolResult[];
}

/** A reply over HTTP. */
export type Reply =
  | { readonly kind: "json"; readonly value: unknown }
  /** Server-sent events, written out. */
  | { readonly kind: "stream"; readonly text: string };

/** A turn as it is to be sent. */
export interface Speech {
  readonly turn: Turn;
  /** Unique per run and turn; ids of messages and calls are made from it. */
  readonly id: string;
  readonly body: Body;
  /** The path of the request, without its query. */
  readonly path: string;
}

/** One provider's protocol: reading a request and writing a turn, both without side effects. */
export interface Protocol {
  readonly name: "anthropic" | "responses" | "chat" | "gemini";
  serves(path: string): boolean;
  read(body: Body): Conversation;
  speak(speech: Speech): Reply;
}
