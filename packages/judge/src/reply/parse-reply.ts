import { type JsonValue, parseJson } from "@gatehouse-hooks/json";
import { quoteUntrusted } from "../hidden-part.js";
import { type ReplyDecision, replyDecisions } from "./reply-schema.js";
import { liftObject, trimBlanks, unfence } from "./lift-object.js";
import { contradiction, secondChannel } from "./second-verdict.js";

/** Longest reply that is read, in UTF-16 code units (SPEC, "Reply"). */
export const maxReplyLength = 65_536;

/** Longest reason, in UTF-16 code units. */
const maxReasonLength = 2_000;

/** Deepest nesting of a reply. */
const maxReplyDepth = 4;

/** The reason of an approval that gives none. */
const NO_REASON = "No reason provided";

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

/** What the object of a reply must hold. */
interface Contract {
  readonly decisions: readonly ReplyDecision[];
  /** The nonce of the request; absent: none was asked for. */
  readonly nonce?: string;
}

/** A well-formed reply, or why it is none. */
type ReadObject =
  | { readonly ok: true; readonly decision: ReplyDecision; readonly reason: string }
  | { readonly ok: false; readonly problem: string };

/** Reads the text of one JSON object by the contract (SPEC, "Reply", rules 2 to 7). */
function readObject(text: string, contract: Contract): ReadObject {
  const parsed = parseJson(text, { maxBytes: maxReplyLength * 3, maxDepth: maxReplyDepth });
  if (parsed.issue !== undefined) return refuse(`expected one JSON object: ${parsed.issue.message}`);
  const value = parsed.value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse("expected one JSON object");
  }
  const fields = new Map<string, JsonValue>(Object.entries(value));
  const second = secondChannel(fields);
  if (second !== undefined) return refuse(secondVerdict(second));
  const read = readFields(fields, contract);
  const against = read.ok && read.decision === "approve" ? contradiction(fields) : undefined;
  return against === undefined ? read : refuse(secondVerdict(against));
}

function readFields(fields: ReadonlyMap<string, JsonValue>, contract: Contract): ReadObject {
  const decision = contract.decisions.find((known) => known === fields.get("decision"));
  if (decision === undefined) {
    return refuse(`expected \`decision\` to be one of ${contract.decisions.join(", ")}`);
  }
  // Nobody needs an explanation of an approval; a block that cannot be explained cannot be mended either.
  const isTerse = decision === "approve" && !fields.has("reason");
  const reason = isTerse ? NO_REASON : fields.get("reason");
  if (typeof reason !== "string") return refuse("expected `reason` to be a string");
  if (reason.trim() === "") return refuse("expected `reason` to say something");
  if (reason.length > maxReasonLength) {
    return refuse(`expected \`reason\` to have at most ${maxReasonLength} characters`);
  }
  if (contract.nonce !== undefined && fields.get("nonce") !== contract.nonce) {
    return refuse("expected the `nonce` of this request");
  }
  const confidence = fields.get("confidence");
  if (confidence !== undefined && !isShare(confidence)) {
    return refuse("expected `confidence` to be a number from 0 to 1");
  }
  return { ok: true, decision, reason };
}

function secondVerdict(key: string): string {
  return `${quoteUntrusted(key, 40)} is a second verdict in addition to \`decision\``;
}

function isShare(value: JsonValue): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function refuse(problem: string): ReadObject {
  return { ok: false, problem };
}
