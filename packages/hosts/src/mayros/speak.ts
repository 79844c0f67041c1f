import { type JsonObject, type JsonValue, isRecord } from "@gatehouse-hooks/json";
import { type Decision, type Event } from "@gatehouse-hooks/engine";
import { eventKindOf } from "../vocabulary.js";

/** What a handler of the Mayros host returns (document 000, "Supported events"). */
export interface MayrosOutput {
  readonly block?: true;
  readonly blockReason?: string;
  /** The tool's parameters, where a policy changed them. */
  readonly params?: JsonObject;
  readonly cancel?: true;
  readonly cancelReason?: string;
  readonly modified?: true;
  readonly modifiedReason?: string;
  /** The message's text, where a policy changed it. */
  readonly content?: string;
  readonly prependContext?: string;
}

/**
 * The output that Mayros understands for a decision (SPEC, "Outputs").
 *
 * Mayros has no way to ask the user: an `ask` is a deny, never an approval. What an event cannot carry is dropped.
 */
export function toMayrosOutput(decision: Decision, event: Event): MayrosOutput {
  const stopped = decision.effect === "deny" || decision.effect === "ask";
  switch (event.event) {
    case "before_tool_call":
      if (stopped) return { block: true, blockReason: named(decision.policy, decision.reason) };
      return decision.updatedInput === undefined
        ? {}
        : { params: { ...asObject(event["params"]), ...decision.updatedInput } };
    case "message_sending":
      return stopped
        ? { cancel: true, cancelReason: named(decision.policy, decision.reason) }
        : modified(decision);
    case "before_prompt_build":
      return prepend([
        ...decision.warnings.map((warning) => named(warning.policy, warning.reason)),
        ...decision.context,
      ]);
    case "before_agent_start":
      return prepend([
        ...(stopped ? [`[DENIED: ${decision.policy ?? "gatehouse"}] ${decision.reason}`] : []),
        ...failures(decision),
        ...decision.context,
      ]);
    default:
      // Told of something that Mayros cannot stop, or that is not Mayros' own: a denial must not look like an approval.
      return stopped && stopsSomething(event.event) ? stopAll(decision) : {};
  }
}

/** What stops whatever the host was about to do: for events that Mayros does not have. */
function stopAll({ policy, reason }: Decision): MayrosOutput {
  const why = named(policy, reason);
  return { block: true, blockReason: why, cancel: true, cancelReason: why };
}

function stopsSomething(event: string): boolean {
  const { gates, stops } = eventKindOf(event);
  return gates || stops === true;
}

/** A policy that could not say whether the agent may start: silence would look like its approval. */
function failures({ warnings, trace }: Decision): readonly string[] {
  const failed = new Set(trace.filter(({ failure }) => failure !== undefined).map(({ policy }) => policy));
  return warnings
    .filter(({ policy }) => failed.has(policy))
    .map(({ policy, reason }) => `[FAILED: ${policy}] ${reason}`);
}

function modified(decision: Decision): MayrosOutput {
  const content = decision.updatedInput?.["message"];
  const [warning] = decision.warnings;
  if (warning === undefined && content === undefined) return {};
  return {
    modified: true,
    ...(warning === undefined ? {} : { modifiedReason: named(warning.policy, warning.reason) }),
    ...(typeof content === "string" ? { content } : {}),
  };
}

/** The host, too, joins the strings of several plugins with a blank line. */
function prepend(texts: readonly string[]): MayrosOutput {
  return texts.length === 0 ? {} : { prependContext: texts.join("\n\n") };
}

function named(policy: string | null, reason: string): string {
  return `[${policy ?? "gatehouse"}] ${reason}`;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isRecord(value) ? value : {};
}
