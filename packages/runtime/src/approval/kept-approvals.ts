/** A call that a person is asked about, as far as a store knows it; whoever asks keeps more with it. */
export interface KeptApproval {
  /** Unlike that of any other question. */
  readonly id: string;
  readonly tenant: string;
  /** `callHash` of the event: everything of the call, its session among it. */
  readonly call: string;
  /** The policy that asked. */
  readonly policy: string | null;
  /** Milliseconds since 1970. */
  readonly asked: number;
  /** Milliseconds since 1970: of the question while it waits, of the yes afterwards. */
  readonly expires: number;
  /** `approved`: the call may happen once. One that was used, or is over, is not kept. */
  readonly state: "waiting" | "approved" | "refused";
  /** Who answered. */
  readonly by?: string;
}

/** What a call is known by. */
export type CallOfApproval = Pick<KeptApproval, "tenant" | "call" | "policy">;

/** The answer of a person. */
export type AskedAnswer = "approve" | "refuse";

/** What became of an answer: `conflict`: somebody has answered before; `gone`: nobody waits any more. */
export type ApprovalOutcome<A extends KeptApproval = KeptApproval> =
  | { readonly kind: "answered"; readonly approval: A }
  | { readonly kind: "conflict"; readonly approval: A }
  | { readonly kind: "gone" };

/**
 * Keeps calls that wait for a person. Every method either does what it says, in one step, or rejects: then nothing was approved, and
 * nothing used. In memory and in Redis for servers, in files for the hooks of a machine; one suite is for all of them.
 */
export interface KeptApprovals<A extends KeptApproval = KeptApproval> {
  /** Keeps a question; where the same call of the same policy is there, that one is what counts, and is returned. */
  readonly ask: (approval: A, now: number) => Promise<A>;
  readonly get: (tenant: string, id: string, now: number) => Promise<A | undefined>;
  /** Those that wait, the oldest first. */
  readonly waiting: (tenant: string, now: number) => Promise<readonly A[]>;
  /** @param expires milliseconds since 1970: how long a yes counts */
  readonly answer: (
    tenant: string,
    id: string,
    answer: { readonly kind: AskedAnswer; readonly by: string; readonly expires: number },
    now: number,
  ) => Promise<ApprovalOutcome<A>>;
  /** Uses up the yes to a call: of several that try at once, one gets it. */
  readonly use: (call: CallOfApproval, now: number) => Promise<A | undefined>;
  readonly close: () => Promise<void>;
}

/** A question with the answer of a person. */
export function answeredApproval<A extends KeptApproval>(
  asked: A,
  { kind, by, expires }: { readonly kind: AskedAnswer; readonly by: string; readonly expires: number },
): A {
  return kind === "approve"
    ? { ...asked, state: "approved", by, expires }
    : { ...asked, state: "refused", by };
}
