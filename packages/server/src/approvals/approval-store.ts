import { z } from "zod";

/** The body of `POST /v1/approvals/ID`. */
export const answerSchema: z.ZodType<{ readonly answer: AskedAnswer }> = z.strictObject({
  answer: z.enum(["approve", "refuse"]),
});

/** A call that a person is asked about. */
export interface AskedApproval {
  /** 128 random bits, in base64url. */
  readonly id: string;
  readonly tenant: string;
  /** `callHash` of the event. */
  readonly call: string;
  /** The policy that asked. */
  readonly policy: string | null;
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
  /** Milliseconds since 1970. */
  readonly asked: number;
  /** Milliseconds since 1970: of the question while it waits, of the yes afterwards. */
  readonly expires: number;
  /** `approved`: the call may happen once. One that was used, or is over, is not kept. */
  readonly state: "waiting" | "approved" | "refused";
  /** The caller who answered. */
  readonly by?: string;
}

/** What of a call a person is shown. */
export interface ShownCall {
  readonly event: string;
  readonly tool: string;
  /** JSON. */
  readonly params: string;
}

/** The answer of a person. */
export type AskedAnswer = "approve" | "refuse";

/** What became of an answer: `conflict`: somebody has answered before; `gone`: nobody waits any more. */
export type ApprovalOutcome =
  | { readonly kind: "answered"; readonly approval: AskedApproval }
  | { readonly kind: "conflict"; readonly approval: AskedApproval }
  | { readonly kind: "gone" };

/**
 * Keeps calls that wait for a person. Every method either does what it says, in one step, or rejects: then nothing was approved, and
 * nothing used.
 */
export interface ApprovalStore {
  /** Keeps a question; where the same call of the same policy is there, that one is what counts, and is returned. */
  readonly ask: (approval: AskedApproval, now: number) => Promise<AskedApproval>;
  readonly get: (tenant: string, id: string, now: number) => Promise<AskedApproval | undefined>;
  /** Those that wait, the oldest first. */
  readonly waiting: (tenant: string, now: number) => Promise<readonly AskedApproval[]>;
  /** @param expires milliseconds since 1970: how long a yes counts */
  readonly answer: (
    tenant: string,
    id: string,
    answer: { readonly kind: AskedAnswer; readonly by: string; readonly expires: number },
    now: number,
  ) => Promise<ApprovalOutcome>;
  /** Uses up the yes to a call: of several that try at once, one gets it. */
  readonly use: (
    call: Pick<AskedApproval, "tenant" | "call" | "policy">,
    now: number,
  ) => Promise<AskedApproval | undefined>;
  readonly close: () => Promise<void>;
}

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
