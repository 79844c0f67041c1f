import type { Row } from "./row.js";

type Data = Readonly<Record<string, unknown>>;

/** One entry of the register in SPEC.md: where Gatehouse differs on purpose from docker-agent. */
export interface Deviation {
  /** The id in SPEC.md. */
  readonly id: string;
  /** The rows that show it, by what they show. */
  readonly when: (row: Row) => boolean;
  /**
   * What Gatehouse does instead: fields of the expectation and their values, `undefined` for what it does not say. Absent:
   * the whole row is about something that Gatehouse does not have.
   */
  readonly instead?: (row: Row) => Data;
}

const has = (data: Data, key: string): boolean => Object.hasOwn(data, key);
const fields =
  (...names: readonly string[]) =>
  ({ expect }: Row): Data =>
    Object.fromEntries(names.filter((name) => has(expect, name)).map((name) => [name, undefined]));
const expects =
  (...names: readonly string[]) =>
  ({ expect }: Row): boolean =>
    names.some((name) => has(expect, name));
const denied = ({ expect }: Row): boolean => expect["allowed"] === false;
const since = ({ eras }: Row): boolean => !eras.includes("2026-05");
const atPrompt = ({ given, expect }: Row): boolean =>
  given["event"] === "permission_request" && has(expect, "modified_input");
const CARRIES_CONTEXT: readonly unknown[] = ["post_tool_use", "stop"];

/** What each hook of a row said in `hook_specific_output`. */
function said({ given }: Row): readonly Data[] {
  return ((given["handler_results"] ?? []) as readonly Data[]).map(({ output, stdout }) => {
    const whole = (output ??
      JSON.parse(typeof stdout === "string" && stdout.startsWith("{") ? stdout : "{}")) as Data;
    return (whole["hook_specific_output"] ?? {}) as Data;
  });
}

export const DEVIATIONS: readonly Deviation[] = [
  {
    id: "stderr-of-result",
    when: expects("stderr"),
    instead: fields("stderr"),
  },
  { id: "one-after-another", when: expects("concurrent"), instead: fields("concurrent") },
  {
    id: "rewrite-at-the-prompt",
    when: (row) => atPrompt(row) && said(row).some((one) => has(one, "updated_input")),
    instead: (row) => ({
      every_hook_sees: undefined,
      modified_input: said(row).reduce<Data>(
        (all, one) => ({ ...all, ...(one["updated_input"] as Data) }),
        {},
      ),
    }),
  },
  {
    id: "void-rewrites",
    when: (row) => denied(row) && expects("modified_input_fields", "surviving_rewrite")(row),
    instead: fields("modified_input_fields", "surviving_rewrite"),
  },
  {
    id: "decision-of-a-denial",
    when: (row) => denied(row) && has(row.expect, "decision") && row.expect["decision"] !== "deny",
    instead: () => ({ decision: "deny" }),
  },
  {
    id: "documented-context",
    when: (row) =>
      since(row) &&
      CARRIES_CONTEXT.includes(row.given["event"]) &&
      (row.expect["additional_context"] === "" ||
        Object.entries((row.expect["accepted"] ?? {}) as Data).some(
          ([field, accepted]) => field.startsWith("additional_context=") && accepted === false,
        )),
    instead: (row) => {
      if (!has(row.expect, "accepted")) {
        return {
          additional_context: said(row)
            .map((one) => one["additional_context"])
            .join("\n"),
        };
      }
      const accepted = Object.entries(row.expect["accepted"] as Data).map(
        ([field, value]) => [field, field.startsWith("additional_context=") || value] as const,
      );
      return { accepted: Object.fromEntries(accepted) };
    },
  },
  {
    id: "patched-input",
    when: (row) =>
      has(row.expect, "modified_input") &&
      said(row).length > 0 &&
      said(row).every(({ updated_input: updated }) => JSON.stringify(updated ?? {}) === "{}"),
    instead: () => ({ modified_input: null }),
  },
  {
    id: "agents-ignore",
    when: ({ given }) => has(given, ".agentsignore") || has(given, "agentsignore_pattern"),
  },
  {
    id: "redaction-is-asked-for",
    when: ({ given, expect }) =>
      expect["redact_secrets_enabled"] === true &&
      typeof given["agent_yaml"] === "string" &&
      !given["agent_yaml"].includes("redact_secrets"),
    instead: () => ({ redact_secrets_enabled: false }),
  },
  {
    id: "redaction-of-arguments",
    when: ({ expect }) => listOf(expect["injected_events"]).includes("tool_input_transform"),
    instead: ({ expect }) => ({
      injected_events: listOf(expect["injected_events"]).map((event) =>
        event === "tool_input_transform" ? "pre_tool_use" : event,
      ),
      pre_tool_use_injected: true,
    }),
  },
  { id: "no-writer", when: expects("marshals_back_containing") },
  {
    id: "models-stop-at-a-deny",
    when: ({ given, expect }) =>
      typeof given["model_reply"] === "string" &&
      given["model_reply"].includes('"deny"') &&
      Number(expect["model_calls"]) > 1,
    instead: ({ given }) => ({
      model_calls: 1,
      last_prompt: (given["hooks"] as readonly Data[])[0]?.["prompt"],
    }),
  },
  { id: "preempt-lane", when: ({ given }) => has(given, "lane") },
];

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Rows of generation `2026-05` that the default reads otherwise, by the entry of SPEC.md, "Generations". */
export const CORRECTIONS: readonly { readonly id: string; readonly when: (row: Row) => boolean }[] = [
  {
    id: "negative-timeout",
    when: ({ given }) => Number((given["hook"] as Data | undefined)?.["timeout"]) < 0,
  },
  {
    id: "ask-over-allow",
    when: ({ given, expect }) => {
      const { allow, ask } = (given["rules"] ?? {}) as Data;
      return expect["decision"] === "allow" && listOf(ask).some((pattern) => listOf(allow).includes(pattern));
    },
  },
];
