import type { FieldChange } from "@gatehouse-hooks/analysis";
import type {
  Because,
  Effect,
  EventNotice,
  Explanation,
  Need,
  PolicyAccount,
  Tier,
} from "@gatehouse-hooks/engine";
import type { ToldJudge } from "../try/judge-prompt.js";

/** What happened to a policy, and the tests for which it applied or did not; none where it applies always. */
export type ExplainedPolicy = PolicyAccount & { readonly because: readonly Because[] };

/** A policy whose answer is missing. */
export interface OpenNeed {
  readonly policy: string;
  readonly tier: Tier;
  readonly handler: Need["handler"]["kind"];
  /** What its judge would be told. */
  readonly prompt?: ToldJudge;
}

/** What a set says to an event, in short. */
export interface ShortAnswer {
  readonly effect: Effect;
  readonly policy: string | null;
  readonly asks: readonly string[];
}

/** The smallest change of the event that was found for which it is answered otherwise. */
export interface Nearest extends ShortAnswer {
  /** Paths as conditions write them; a value that is absent is missing. */
  readonly changes: readonly (Omit<FieldChange, "path"> & { readonly path: string })[];
}

/** Why an event is answered as it is: what `gatehouse explain --json` prints. */
export interface ExplainedEvent extends Omit<Explanation, "policies"> {
  readonly policies: readonly ExplainedPolicy[];
  /** Whose answer is missing; without `--live` nothing is asked and nothing is run. */
  readonly open: readonly OpenNeed[];
  /** The answer if those have no objection; null where nothing is missing. */
  readonly withoutObjection: ShortAnswer | null;
  /** Null where none was found, which is no proof that there is none. */
  readonly nearest: Nearest | null;
  /** What is odd about the event; one that is refused was asked of no policy. */
  readonly notices: readonly EventNotice[];
}
