import type { Io } from "@gatehouse-hooks/console";
import type { FoundAgent } from "@gatehouse-hooks/local/agents";
import type { InitScope, PlannedChange } from "./plan-change.js";

/** What an agent's configuration has to say so that our hooks run; or why that is not known. */
export type TrustPlan =
  | { readonly kind: "change"; readonly change: PlannedChange }
  | { readonly kind: "nothing" }
  | { readonly kind: "unknown"; readonly why: string };

/** Why an agent runs none of our hooks. */
export interface TrustFinding {
  readonly code: string;
  readonly severity: "error";
  readonly agent: string;
  /** The file of hooks. */
  readonly path: string;
  readonly message: string;
  readonly cure: string;
}

/** What an agent says of our hooks, and of the folder of the project. */
export interface TrustState {
  readonly findings: readonly TrustFinding[];
  readonly isFolderTrusted: boolean;
}

/** How an agent that runs no hook before it trusts it is brought to that. */
export interface HookTrust {
  /** The host's name. */
  readonly agent: string;
  /** @param hooks the hook file as it will be */
  readonly plan: (
    agent: FoundAgent,
    scope: InitScope,
    hooks: Uint8Array,
    io: Pick<Io, "env" | "home">,
  ) => Promise<TrustPlan>;
  /** What remains to be done by hand, and why; undefined: nothing. */
  readonly left: (
    agent: FoundAgent,
    scope: InitScope,
    io: Pick<Io, "env" | "home">,
  ) => Promise<string | undefined>;
  /** @param place the file of hooks, and the folder whose hooks they are; absent: the user's */
  readonly examine: (
    agent: FoundAgent,
    place: { readonly path: string; readonly project: string | undefined },
    io: Pick<Io, "env" | "home">,
  ) => Promise<TrustState>;
}
