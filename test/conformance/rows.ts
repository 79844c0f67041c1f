import type { Decision, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/** A condition and its value on an event, or that it is not a condition. */
export interface ConditionRow {
  readonly expr: string;
  readonly context: JsonObject;
  readonly value?: boolean;
  readonly error?: true;
}

/** A policy whose conditions are text. */
export interface WrittenPolicy extends Omit<PolicyDefinition, "matcher" | "condition"> {
  readonly matcher?: string;
  readonly condition?: string;
}

/** Policies, an event, the verdicts of those that ask, by `TIER/ID` and the input that they see; and the decision. */
export interface MergeRow {
  readonly policies: readonly WrittenPolicy[];
  readonly event: JsonObject;
  readonly verdicts: readonly {
    readonly policy: string;
    readonly event: JsonObject;
    readonly verdict: Verdict;
  }[];
  readonly decision: Omit<Decision, "trace">;
}

/** What a judge is asked, and the key under which its verdict is kept. */
export interface KeyRow {
  readonly event: string;
  readonly body: string;
  readonly model?: string;
  readonly context: JsonValue;
  readonly key: string;
}

/** A judge's reply, and the decision in it; null: it has none. */
export interface ReplyRow {
  readonly reply: string;
  readonly decision: string | null;
}

/** An agent's payload as a canonical event, without `raw`; null: it is refused. */
export interface PayloadRow {
  readonly host: string;
  readonly payload: JsonObject;
  readonly event: JsonObject | null;
}

/** A decision about a payload, and what the process that the agent started prints. */
export interface AnswerRow {
  readonly host: string;
  readonly payload: JsonObject;
  readonly decision: Pick<Decision, "effect" | "policy" | "reason"> & { readonly updatedInput?: JsonObject };
  readonly stdout: JsonObject | null;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Shell text, and what it may do. */
export interface FactRow {
  readonly command: string;
  readonly cwd: string;
  readonly home: string;
  readonly facts: JsonObject;
}

/** The files of the suite. */
export interface Suite {
  readonly conditions: readonly ConditionRow[];
  readonly merge: readonly MergeRow[];
  readonly keys: readonly KeyRow[];
  readonly replies: readonly ReplyRow[];
  readonly payloads: readonly PayloadRow[];
  readonly answers: readonly AnswerRow[];
  readonly facts: readonly FactRow[];
}
