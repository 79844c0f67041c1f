import type { Row } from "./row.js";

/** One entry of the register in SPEC.md: where Gatehouse differs on purpose from docker-agent. */
export interface Deviation {
  /** The id in SPEC.md. */
  readonly id: string;
  /** The whole row is another behaviour. */
  readonly covers?: (row: Row) => boolean;
  /** Only these fields of the expectation are, in rows of the kind `when`. */
  readonly fields?: readonly string[];
  readonly when?: (row: Row) => boolean;
}

const has = (row: Row, key: string): boolean => Object.hasOwn(row.given, key);

const DOCUMENTED_CONTEXT = [
  "context-not-surfaced-post_tool_use-2026-09",
  "contract-strict-post_tool_use",
  "contract-strict-stop",
];
const denied = (row: Row): boolean => row.expect["allowed"] === false;

export const DEVIATIONS: readonly Deviation[] = [
  { id: "exit-code-of-result", fields: ["exit_code", "stderr"] },
  { id: "one-after-another", fields: ["concurrent"] },
  { id: "void-rewrites", fields: ["modified_input_fields", "surviving_rewrite"], when: denied },
  { id: "decision-of-a-denial", fields: ["decision"], when: (row) => denied(row) && row.kind === "failure" },
  {
    id: "documented-context",
    covers: ({ id }) => DOCUMENTED_CONTEXT.includes(id),
  },
  { id: "patched-input", covers: ({ id }) => id.startsWith("pipeline-empty-patch") },
  { id: "agents-ignore", covers: ({ id }) => id.startsWith("agentsignore") },
  { id: "redaction-is-asked-for", covers: ({ id }) => id === "config-redact-default-omitted" },
  { id: "redaction-of-arguments", covers: ({ id }) => id === "redact-defaults-three-legs-2026-09" },
  { id: "no-writer", covers: ({ id }) => id === "config-flexible-marshal-as-list" },
  { id: "preempt-lane", covers: (row) => has(row, "lane") },
];

/** Rows of generation `2026-05` that the default reads otherwise, by the entry of SPEC.md, "Generations". */
export const CORRECTIONS: readonly { readonly id: string; readonly rows: readonly string[] }[] = [
  { id: "negative-timeout", rows: ["timeout-negative-timeout-uses-default"] },
  { id: "ask-over-allow", rows: ["permission-checker-forceask-allow-takes-priority-over-ask"] },
];
