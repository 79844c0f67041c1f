import type { JsonValue } from "@gatehouse-hooks/json";
import { parseJson } from "@gatehouse-hooks/json";

import { quoteUntrusted } from "../quote-untrusted.js";
import type { ReplyDecision } from "./decisions.js";
import { maxReasonLength, maxReplyDepth, maxReplyLength } from "./reply-limits.js";
import { isSecondChannel } from "./second-channel.js";

/** What the object of a reply must hold. */
export interface Contract {
  readonly decisions: readonly ReplyDecision[];
  /** The nonce of the request; absent: none was asked for. */
  readonly nonce?: string;
}

/** A well-formed reply, or why it is not well-formed. */
export type ReadObject =
  | { readonly ok: true; readonly decision: ReplyDecision; readonly reason: string }
  | { readonly ok: false; readonly problem: string };

/** Reads the text of one JSON object by the contract (SPEC, "Reply", rules 2 to 6). */
export function readObject(text: string, contract: Contract): ReadObject {
  const parsed = parseJson(text, { maxBytes: maxReplyLength * 3, maxDepth: maxReplyDepth });
  if (parsed.issue !== undefined) return refuseReply(`expected one JSON object: ${parsed.issue.message}`);
  const value = parsed.value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuseReply("expected one JSON object");
  }
  const fields = new Map<string, JsonValue>(Object.entries(value));
  for (const key of fields.keys()) {
    if (isSecondChannel(key))
      return refuseReply(`${quoteUntrusted(key, 40)} is a second verdict beside \`decision\``);
  }
  return readFields(fields, contract);
}

function readFields(fields: ReadonlyMap<string, JsonValue>, contract: Contract): ReadObject {
  const decision = contract.decisions.find((known) => known === fields.get("decision"));
  if (decision === undefined) {
    return refuseReply(`expected \`decision\` to be one of ${contract.decisions.join(", ")}`);
  }
  const reason = fields.get("reason");
  if (typeof reason !== "string" || reason.trim() === "")
    return refuseReply("expected `reason` to be a string");
  if (reason.length > maxReasonLength) {
    return refuseReply(`expected \`reason\` to have at most ${maxReasonLength} characters`);
  }
  if (contract.nonce !== undefined && fields.get("nonce") !== contract.nonce) {
    return refuseReply("expected the `nonce` of this request");
  }
  const confidence = fields.get("confidence");
  if (confidence !== undefined && !isShare(confidence)) {
    return refuseReply("expected `confidence` to be a number from 0 to 1");
  }
  return { ok: true, decision, reason };
}

function isShare(value: JsonValue): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function refuseReply(problem: string): ReadObject {
  return { ok: false, problem };
}
