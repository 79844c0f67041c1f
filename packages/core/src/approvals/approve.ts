import { callHash } from "@gatehouse-hooks/cache";
import { type Decision, readEvent } from "@gatehouse-hooks/engine";
import type { CallApproval } from "./call-approval.js";
import { sealOf } from "./seal-approval.js";

/** How an approval is made. */
export interface ApproveOptions {
  /** Milliseconds that it counts for. Default 300,000. */
  readonly forMs?: number;
  /** What it is sealed with, where it travels through hands that are not trusted; at least 16 characters. */
  readonly key?: string;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

const FIVE_MINUTES_MS = 300_000;
const LONGEST_MS = 86_400_000;

/**
 * A person's yes to a call that a decision asks about: for this call only, once, and not for long.
 *
 * Call it when a person has said yes; never because a model did.
 *
 * @throws TypeError when the decision does not ask, or `forMs` is not from 1 to a day
 * @example await gatehouse.decide(event, { approvals: [approve(decision, event)] })
 */
export function approve(decision: Decision, event: unknown, options: ApproveOptions = {}): CallApproval {
  const { forMs = FIVE_MINUTES_MS, key, now = Date.now } = options;
  if (decision.effect !== "ask")
    throw new TypeError(`only an ask can be approved, and this decision is \`${decision.effect}\``);
  if (!Number.isFinite(forMs) || forMs < 1 || forMs > LONGEST_MS)
    throw new TypeError(`expected \`forMs\` to be from 1 to ${LONGEST_MS} milliseconds`);
  const read = readEvent(event);
  if (read.kind === "refused") throw new TypeError(`not an event: ${read.issue.message}`);
  const approval: Omit<CallApproval, "seal"> = {
    kind: "approval",
    id: randomId(),
    call: callHash(read.event),
    policy: decision.policy,
    expires: now() + forMs,
  };
  return key === undefined ? approval : { ...approval, seal: sealOf(approval, key) };
}

function randomId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
