import type { AskedAnswer, KeptApproval, KeptApprovals } from "@gatehouse-hooks/runtime";
import { z } from "zod";

/** The body of `POST /v1/approvals/ID`. */
export const answerSchema: z.ZodType<{ readonly answer: AskedAnswer; readonly passkey?: unknown }> =
  z.strictObject({
    answer: z.enum(["approve", "refuse"]),
    /** Where the server has passkeys: what `navigator.credentials.get` answered. */
    passkey: z.unknown().optional(),
  });

/** A call that a person is asked about. */
export interface AskedApproval extends KeptApproval {
  readonly reason: string;
  /** What a person is shown of the call; secrets are masked. */
  readonly shown: ShownCall;
  /** What the call would do, for which the policy asked, in words; secrets are masked. */
  readonly saw?: readonly string[];
  /** Who wants to make the call, as far as that is known. */
  readonly from?: {
    /** The name of the caller in the server's configuration. */
    readonly caller?: string;
    /** The agent, as the address or the event names it. */
    readonly agent?: string;
    /** The folder in which the agent works. */
    readonly folder?: string;
    readonly session?: string;
  };
}

/** What of a call a person is shown. */
export interface ShownCall {
  readonly event: string;
  readonly tool: string;
  /** JSON. */
  readonly params: string;
}

/** Keeps the calls of all tenants that wait for a person; an id is 128 random bits, in base64url. */
export type ApprovalStore = KeptApprovals<AskedApproval>;

/** Calls of one tenant that wait at once. */
export const MOST_WAITING = 1_000;

/** An approval as it is told: without the call's hash and the tenant. */
export type ShownApproval = Omit<AskedApproval, "call" | "tenant">;

export function shownApproval({ call: _call, tenant: _tenant, ...shown }: AskedApproval): ShownApproval {
  return shown;
}

/** That a person has answered, for the audit trail. */
export interface ApprovalNote {
  readonly tenant: string;
  readonly id: string;
  readonly policy: string | null;
  readonly what: "approved" | "refused";
  /** The caller. */
  readonly by: string;
}
