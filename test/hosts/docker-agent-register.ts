import type { Compat } from "@gatehouse/formats";

/** One entry of the register in docker-agent's SPEC.md, "In a host". */
export interface HostDeviation {
  readonly id: string;
  /** The rows of docker-agent's own tests that it accounts for. */
  readonly rows: readonly string[];
  /** The generation in which the rows are other; absent: every one that they hold for. */
  readonly only?: Compat;
  /** Only these fields of the expectation are other; absent: the row is another behaviour. */
  readonly fields?: readonly string[];
}

export const DEVIATIONS: readonly HostDeviation[] = [
  {
    id: "words-of-failures",
    fields: ["message_contains"],
    rows: [
      "failure-builtin-unknown-name",
      "failure-serialization-tool-guard",
      "failure-serialization-pre-tool-use-preempt-lane",
      "failure-serialization-pre-tool-use",
      "pipeline-timeout-does-not-cancel-next",
    ],
  },
  {
    id: "words-of-the-generation",
    fields: ["message_contains"],
    only: "2026-09",
    rows: ["failure-pre-tool-use-context-cancelled"],
  },
  { id: "refused-at-load", rows: ["failure-builtin-empty-name"] },
  { id: "builtins-in-process", rows: ["builtin-working-dir-relative", "builtin-env-merged"] },
  { id: "unknown-event", rows: ["dispatch-unknown-event"] },
  {
    id: "no-classifier",
    rows: [
      "chain-balancedclassifiesshellcommands-safe-command-auto-approves",
      "chain-balancedclassifiesshellcommands-destructive-command-prompt",
      "phases-transformprecedeseverystage-balanced-classifier-labels-the-r",
      "phases-defaultlaneskippedonautoapproval-balanced-safe",
    ],
  },
  { id: "ask-of-a-preempting-hook", rows: ["recheck-preempt-ask"] },
];
