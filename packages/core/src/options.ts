import type { AuditTrail } from "@gatehouse-hooks/audit";
import type { VerdictCache } from "@gatehouse-hooks/cache";
import type { Decision, Derive, Event, EventKind } from "@gatehouse-hooks/engine";
import type { Host } from "@gatehouse-hooks/hosts";
import type { Judge } from "@gatehouse-hooks/judge";
import type { Handlers, MemoryStore, Notice } from "@gatehouse-hooks/runtime/portable";
import type { ApprovalCheck } from "./approvals/call-approval.js";
import type { DecisionTracer } from "./traced-decision.js";
import type { PoliciesFrom } from "./policies/policies-from.js";

/** What a gatehouse is made of. Only `policies` is needed. */
export interface GatehouseOptions {
  /** Paths of files and folders, texts of files, definitions; or a list of these. */
  readonly policies: PoliciesFrom | readonly PoliciesFrom[];
  /**
   * Who answers policies with a `judge`: one that `createJudge` made, or a model of the environment (`{ model: "anthropic/…", env:
   * process.env }`). Without it these policies fail, which denies what gates an action.
   */
  readonly judge?:
    | Judge
    | { readonly model: string; readonly env: Readonly<Record<string, string | undefined>> };
  /** Where the judge's verdicts are kept. Default: in memory; `false`: nowhere. It stays the caller's. */
  readonly cache?: VerdictCache | false;
  /** The trail that decisions are recorded in. It stays the caller's. */
  readonly audit?: AuditTrail;
  /**
   * Where the memory of sessions is kept, for policies over `memory`. Default: in this process; `false`: nowhere, and such policies fail. It
   * stays the caller's.
   */
  readonly memory?: MemoryStore | false;
  /** What a call does, for conditions over `facts`. Default: by the tables of the program; `false`: such policies fail. */
  readonly facts?: Derive | false;
  /** The agents whose events and files are read. Default: all that are known (`HOSTS`). */
  readonly hosts?: readonly Host[];
  /** Kinds of events of the embedder's own. */
  readonly kinds?: readonly EventKind[];
  /** Who answers policies with a `command`, `builtin` or `function`. */
  readonly handlers?: Omit<Handlers, "judge">;
  /**
   * What an error in a policy means: a deny of what the policy would have guarded (`deny`, the default), a `GatehouseError` when the
   * policies are read (`throw`), or nothing but an entry in `issues` (`report`).
   */
  readonly onIssues?: "deny" | "throw" | "report";
  /** Approvals that a person gave for calls that ask. */
  readonly approvals?: ApprovalCheck;
  /** An event whose name is in no table: decided, with a notice (`abstain`, the default), or denied. */
  readonly unknownEvents?: "abstain" | "deny";
  /**
   * Told what policies with `observe` would have decided, each time that it is more than nothing. They change no decision. What it throws
   * counts for nothing.
   */
  readonly onObserved?: (decision: Decision, event: Event) => void;
  /**
   * A tracer of OpenTelemetry (`trace.getTracer("my-agent")` of `@opentelemetry/api`): each decision has a span, with its effect, its
   * policy and the number of questions. Default: none.
   */
  readonly tracer?: DecisionTracer | undefined;
  /** Told once of each kind of trouble. Default: stderr, or the console. */
  readonly onNotice?: (notice: Notice) => void;
}

/** Every option, for what is misspelt. */
export const OPTIONS: ReadonlySet<string> = new Set<keyof GatehouseOptions>([
  "policies",
  "judge",
  "cache",
  "audit",
  "memory",
  "facts",
  "hosts",
  "kinds",
  "handlers",
  "onIssues",
  "approvals",
  "unknownEvents",
  "onObserved",
  "tracer",
  "onNotice",
]);
