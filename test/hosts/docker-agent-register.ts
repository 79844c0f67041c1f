import type { Data, Row } from "./docker-agent-row.js";

/** One entry of the register in docker-agent's SPEC.md. */
export interface HostDeviation {
  readonly id: string;
  /** The rows of docker-agent's own tests that show it, by what they show. */
  readonly when: (row: Row) => boolean;
  /** Only these fields of the expectation are other; absent: the row is another behaviour. */
  readonly fields?: readonly string[];
}

const says = ({ expect }: Row, ...words: readonly string[]): boolean =>
  ((expect["message_contains"] ?? []) as readonly string[]).some((part) =>
    words.some((word) => part.includes(word)),
  );

function hooksOf({ given }: Row): readonly Data[] {
  const blocks = Object.values((given["hooks"] ?? {}) as Readonly<Record<string, readonly Data[]>>);
  const single = given["hook"] === undefined ? [] : [given["hook"] as Data];
  return [...single, ...blocks.flat().flatMap((one) => (one?.["hooks"] ?? [one]) as readonly Data[])];
}

const isBuiltin = (hook: Data | undefined): boolean => hook?.["type"] === "builtin";

/** In the register of the format. */
export const FORMAT_DEVIATIONS: readonly HostDeviation[] = [
  {
    id: "void-rewrites",
    fields: ["modified_input_fields"],
    when: ({ expect }) => expect["allowed"] === false && Object.hasOwn(expect, "modified_input_fields"),
  },
];

/** In "In a host". */
export const DEVIATIONS: readonly HostDeviation[] = [
  {
    id: "words-of-failures",
    fields: ["message_contains"],
    when: (row) => says(row, "timed out", "failed to serialize"),
  },
  {
    id: "words-of-the-generation",
    fields: ["message_contains"],
    when: (row) => says(row, "PreToolUse hook failed"),
  },
  {
    id: "refused-at-load",
    fields: ["message_contains"],
    when: (row) => row.kind === "failure" && hooksOf(row).some(isBuiltin),
  },
  { id: "builtins-in-process", when: (row) => row.kind === "handler-env" && hooksOf(row).some(isBuiltin) },
  {
    id: "unknown-event",
    when: ({ expect }) => String(expect["dispatch_error_contains"]).includes("unknown hook event"),
  },
  {
    id: "hooks-of-allowed-calls",
    when: ({ given, expect }) =>
      Object.hasOwn(given, "pre_tool_use") &&
      expect["pre_tool_use_dispatched"] === false &&
      expect["tool_runs"] !== false,
  },
];
