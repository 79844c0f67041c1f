import type {
  Decided,
  Decision,
  Explanation,
  LostPolicy,
  Pending,
  PolicySet,
  Verdicts,
} from "@gatehouse-hooks/engine";
import { type Issue, ownOption } from "@gatehouse-hooks/json";
import type { Reloaded } from "@gatehouse-hooks/runtime/portable";
import type { CallApproval } from "./approvals/call-approval.js";
import type { AskedAbout } from "./frameworks/question-store.js";
import type { EventInput } from "./events/event-input.js";
import type { PoliciesFrom } from "./policies/policies-from.js";

/** How one decision is made. */
export interface DecideCall {
  /** Stops asking: policies without an answer fail, and their `onFailure` decides. */
  readonly signal?: AbortSignal | undefined;
  /** Approvals that a person gave for this call (`approve`); each counts once. */
  readonly approvals?: readonly CallApproval[] | undefined;
  /**
   * What memory keeps of the event: it (`always`, the default), it unless the decision asks, because it will be decided again with the answer
   * (`unless-asked`), or nothing, because it will be decided again before it happens (`never`).
   */
  readonly remembers?: "always" | "unless-asked" | "never" | undefined;
}

/** Whether what was decided so is remembered; undefined: always. */
export function countsFor(call: DecideCall): ((decision: Decision) => boolean) | undefined {
  const remembers = ownOption(call, "remembers") ?? "always";
  if (remembers === "always") return undefined;
  return ({ effect }) => remembers === "unless-asked" && effect !== "ask";
}

/** Policies in force, and what decides by them. Made by `createGatehouse`. */
export interface Gatehouse {
  /**
   * Decides on an event. Always resolves, never rejects: what is not an event is denied.
   *
   * @typeParam Own names of events that are registered with `kinds`
   */
  decide<Own extends string = never>(event: EventInput<NoInfer<Own>>, call?: DecideCall): Promise<Decision>;
  /** The same for an event of any origin, which was not written by the caller. */
  decideUnknown(event: unknown, call?: DecideCall): Promise<Decision>;
  /** What `decide` would resolve to where nothing is asked; otherwise `undefined`, and nothing has happened. */
  decideAtOnce<Own extends string = never>(event: EventInput<NoInfer<Own>>): Decision | undefined;
  /**
   * The pure engine: a decision, or the verdicts that are missing for one. Nothing is asked, kept or recorded.
   *
   * @throws TypeError for what is not an event, or must be denied before policies are asked
   */
  step<Own extends string = never>(event: EventInput<NoInfer<Own>>, verdicts?: Verdicts): Decided | Pending;
  /** Why the answer is what it is, and what would change it. Nothing is asked. @throws TypeError as `step` does */
  explain<Own extends string = never>(event: EventInput<NoInfer<Own>>, verdicts?: Verdicts): Explanation;
  /**
   * Reads the policies again, or others, and puts them in place of the present ones, all at once. Where the new ones have errors and the
   * present ones have none, the present ones stay, and the answer says why (`failed`); with `onIssues: "throw"` it is thrown, with
   * `"report"` the new ones count as far as they can be read.
   */
  reload(policies?: PoliciesFrom | readonly PoliciesFrom[]): Promise<Reloaded>;
  /** The policies of the next decision. */
  readonly policies: PolicySet;
  /** Everything that is wrong with the policies, of all sources. */
  readonly issues: readonly Issue[];
  /** What is not in force. Unless `onIssues` is `report`, what it would have guarded is denied. */
  readonly lost: readonly LostPolicy[];
  /** What people were asked about, in this process: a yes in a framework's history counts for these calls. */
  readonly asked: AskedAbout;
  /** Ends what is being asked, and resolves when all decisions have been returned. Later events are denied. */
  close(): Promise<void>;
}

/** What decides calls: a `Gatehouse`, of which the entries for frameworks need no more. */
export interface CallDecider {
  /** Decides on an event. Always resolves, never rejects: what is not an event is denied. */
  decideUnknown(event: unknown, call?: DecideCall): Promise<Decision>;
  /** The policies of the next decision, where they can be seen. */
  readonly policies?: PolicySet;
  /** What people were asked about by this one, in this process. */
  readonly asked?: AskedAbout;
}
