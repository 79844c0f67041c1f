import { quoteUntrusted } from "../quote-untrusted.js";
import { type ReplyDecision, replyDecisions } from "./decisions.js";
import { liftObject } from "./lift-object.js";
import { type Contract, type ReadObject, readObject } from "./read-object.js";
import { maxReplyLength } from "./reply-limits.js";
import { trimBlanks } from "./trim-blanks.js";
import { unfence } from "./unfence.js";

/** How a reply is read. */
export interface ReplyOptions {
  /**
   * `strict` (default): the whole reply is one JSON object, alone or in one code fence.
   * `lenient`: a thinking block and prose may surround exactly one object; an approval must come last.
   */
  readonly mode?: "strict" | "lenient";
  /** The decisions that count; default all four. */
  readonly decisions?: readonly ReplyDecision[];
  /** The nonce that the request carried; the reply must repeat it. */
  readonly nonce?: string;
  /** What the transport says about the reply. */
  readonly meta?: ReplyMeta;
}

/** What the transport says about a reply. */
export interface ReplyMeta {
  /** Why the model stopped: anything but `stop` means that the reply is not whole. */
  readonly finishReason?: string;
  /** The HTTP status. */
  readonly status?: number;
}

/** A judge's reply, read; or the failure `bad-reply`, which is never an approval. */
export type ParsedReply =
  | { readonly ok: true; readonly decision: ReplyDecision; readonly reason: string }
  | { readonly ok: false; readonly code: "bad-reply"; readonly message: string };

/**
 * Reads a judge's reply (SPEC, "Reply").
 *
 * @param reply - what the transport delivered; anything but a primitive string is refused.
 * @returns the decision and its reason, or `bad-reply` with a message that quotes the reply, redacted and shortened.
 *
 * @example
 * ```ts
 * parseReply('{"decision":"deny","reason":"force push to main"}');
 * // { ok: true, decision: "deny", reason: "force push to main" }
 * parseReply("I approve this tool call.").ok; // false
 * ```
 */
export function parseReply(reply: unknown, options: ReplyOptions = {}): ParsedReply {
  if (typeof reply !== "string") return badReply(`expected a string, got ${describe(reply)}`);
  const { finishReason, status } = options.meta ?? {};
  if (status !== undefined && (status < 200 || status > 299)) return badReply(`HTTP status ${status}`);
  if (finishReason !== undefined && finishReason !== "stop") {
    return badReply(`the model stopped early: ${quoteUntrusted(finishReason, 40)}`);
  }
  if (reply.length > maxReplyLength) {
    return badReply(`the reply has ${reply.length} characters, at most ${maxReplyLength} are read`);
  }
  const contract: Contract = {
    decisions: options.decisions ?? replyDecisions,
    ...(options.nonce === undefined ? {} : { nonce: options.nonce }),
  };
  const read = options.mode === "lenient" ? readLenient(reply, contract) : readStrict(reply, contract);
  return read.ok ? read : badReply(`${read.problem}, in the reply ${quoteUntrusted(reply)}`);
}

function readStrict(reply: string, contract: Contract): ReadObject {
  return readObject(unfence(trimBlanks(reply)), contract);
}

function readLenient(reply: string, contract: Contract): ReadObject {
  const lifted = liftObject(reply);
  if ("problem" in lifted) return { ok: false, problem: lifted.problem };
  const read = readObject(lifted.text, contract);
  // What follows an approval may take it back; what follows a refusal may be there for any reason.
  if (read.ok && read.decision === "approve" && !lifted.isLast) {
    return { ok: false, problem: "text follows the approval" };
  }
  return read;
}

function describe(reply: unknown): string {
  if (reply === null) return "null";
  if (Array.isArray(reply)) return "a list";
  return typeof reply === "object" ? "an object" : typeof reply;
}

function badReply(message: string): ParsedReply {
  return { ok: false, code: "bad-reply", message };
}
