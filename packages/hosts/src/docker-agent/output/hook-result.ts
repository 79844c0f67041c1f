import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import type { Decision, Event, TraceEntry } from "@gatehouse-hooks/engine";
import { contractOf, type EventContract } from "../contract.js";

/** What docker-agent's runtime acts on after the hooks of an event. Strings of several hooks are joined by line breaks. */
export interface HookResult {
  readonly allowed: boolean;
  /** Why not: every reason, in order. */
  readonly message: string;
  /** `pre_tool_use` and `tool_guard`; empty: no hook had an opinion. */
  readonly decision: "" | "deny" | "ask" | "allow";
  readonly decisionReason: string;
  /** `permission_request`: the user is not asked. */
  readonly permissionAllowed: boolean;
  readonly additionalContext: string;
  readonly systemMessage: string;
  /** The keys of the arguments that hooks changed; the others stay. */
  readonly modifiedInput: JsonObject | null;
  readonly updatedMessages: readonly JsonValue[] | null;
  readonly updatedToolResponse: string | null;
  readonly summary: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** As one hook with the answer of all would have ended: 2 for a deny, -1 where what denies is a failure, else 0. */
  readonly exitCode: number;
}

/** docker-agent's words for a decision. */
export function hookResult(decision: Decision, event: Pick<Event, "event">): HookResult {
  const name = event.event;
  const contract = contractOf(name);
  const { effect, reason, context, systemMessages, updatedInput } = decision;
  const tool = contract.decision === "tool" || contract.decision === "guard";
  const said = tool && effect !== "abstain";
  const warned = decision.trace.filter(isWarning).map((entry) => failedHookText(entry, name));
  const denials = decision.trace.flatMap((entry) => denialOf(entry, name));
  const rewritten = (key: string): JsonValue | null => updatedInput?.[key] ?? null;
  return {
    allowed: effect !== "deny",
    // An invalid event is denied before any policy is asked.
    message: effect === "deny" && denials.length === 0 ? reason : denials.join("\n"),
    decision: said ? effect : "",
    decisionReason: said ? reason : "",
    permissionAllowed: contract.decision === "prompt" && effect === "allow",
    additionalContext: context.join("\n"),
    systemMessage: [...systemMessages, ...warned].join("\n"),
    modifiedInput: modifiedInput(contract, updatedInput),
    updatedMessages:
      contract.rewrite === "updated_messages" ? (rewritten("messages") as readonly JsonValue[] | null) : null,
    updatedToolResponse:
      contract.rewrite === "updated_tool_response"
        ? ((rewritten("tool_response") ?? rewritten("result")) as string | null)
        : null,
    summary: contract.rewrite === "summary" ? ((rewritten("summary") as string | null) ?? "") : "",
    metadata: contract.metadata === true ? (rewritten("metadata") as Record<string, string> | null) : null,
    exitCode: effect === "deny" ? codeOf(decision) : 0,
  };
}

/** The last of those that deny counts; an event that no policy was asked about could not be given to a hook. */
function codeOf({ trace }: Decision): number {
  const last = trace.findLast(({ verdict, failure }) => verdict === "deny" || failure?.onFailure === "deny");
  return last === undefined || last.failure !== undefined ? -1 : 2;
}

/** Beside metadata, the call's arguments are one key of what is set. */
function modifiedInput(
  { rewrite, metadata }: EventContract,
  updatedInput: Decision["updatedInput"],
): JsonObject | null {
  if (rewrite !== "updated_input") return null;
  if (metadata !== true) return updatedInput ?? null;
  const input = updatedInput?.["tool_input"];
  return isRecord(input) ? input : null;
}

function denialOf(entry: TraceEntry, event: string): string[] {
  if (entry.failure?.onFailure === "deny") return [failedHookText(entry, event)];
  return entry.verdict === "deny" && entry.reason !== "" ? [entry.reason] : [];
}

function isWarning({ failure }: TraceEntry): boolean {
  return failure?.onFailure === "warn";
}

function failedHookText({ policy, reason }: TraceEntry, event: string): string {
  const at = policy.indexOf(": ");
  return `${event} hook failed to execute: hook "${at < 0 ? policy : policy.slice(at + 2)}": ${reason}`;
}
