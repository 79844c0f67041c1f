import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import { type Answer, type Event, type Failure, type Verdict } from "@gatehouse-hooks/engine";
import { eventKindOf } from "../../vocabulary.js";
import type { Compat } from "../docker-agent-options.js";
import { canBlock, contractOf, type EventContract } from "../contract.js";
import { cut } from "../../text/characters.js";
import type { HookOutput } from "./hook-output.js";
import { unsupportedField, inputPath, rewriteField } from "./strict-output.js";

/** How an output is read. */
interface OutputReading {
  readonly compat: Compat;
  /** A field that the event cannot use is a failure. */
  readonly strict: boolean;
  /** The words are Gatehouse's own: every gating event can be asked about and allowed. */
  readonly own: boolean;
}

type Attachments = Pick<Answer, "context" | "systemMessages" | "updatedInput" | "warnings">;

/** The verdict that an output means. */
export function verdictOf(output: HookOutput, event: Event, { compat, strict, own }: OutputReading): Verdict {
  const name = event.event;
  const problem = compat === "2026-05" ? null : wordProblem(output, name, strict);
  if (problem !== null) return problem;
  const attached = attachments(output, event, compat, own);
  const { permissionDecision } = output;
  const { decision } = contractOf(name);
  const denies = permissionDecision === "deny" && isPermissionRead(event, compat);
  const blocks = output.stops || output.decision === "block";
  if (blocks || denies) return denial(event, reasonOf(output, denies), compat, attached);
  const reason = output.permissionDecisionReason;
  const gates = own && eventKindOf(name).gates;
  if (permissionDecision === "ask" && (gates || isAsked(decision, compat))) {
    return { kind: "ask", reason, ...attached };
  }
  const mayAllow = decision === undefined ? gates : decision !== "guard";
  if (permissionDecision === "allow" && mayAllow) return allowed(event, reason, attached);
  const unread = permissionDecision !== "" && (own || (decision === undefined && compat !== "2026-05"));
  if (!unread) return { kind: "approve", reason: "", ...attached };
  return withNote(attached, `\`permission_decision: ${permissionDecision}\` means nothing for ${name}`);
}

function withNote(attached: Attachments, note: string): Answer {
  return { kind: "approve", reason: "", ...attached, warnings: [...(attached.warnings ?? []), note] };
}

/** Document 002 vetoes a compaction with a permission decision; on other events generation `2026-05` reads it for tools only. */
function isPermissionRead({ event }: Event, compat: Compat): boolean {
  return contractOf(event).decision !== undefined || event === "before_compaction" || compat !== "2026-05";
}

function allowed(event: Event, reason: string, attached: Attachments): Answer {
  if (isNamed(event)) return { kind: "allow", reason, ...attached };
  const warnings = ["an allow of a call without a tool's name is none"];
  return { kind: "approve", reason, ...attached, warnings };
}

/** Where nothing can be stopped, generation `2026-09` shows the reason to the user instead. */
export function denial(event: Event, reason: string, compat: Compat, attached: Attachments): Answer {
  if (compat === "2026-05" || canBlock(event.event)) return { kind: "deny", reason, ...attached };
  const message = reason === "" ? `a hook wants to stop ${event.event}, which stops nothing` : reason;
  return {
    kind: "approve",
    reason: "",
    ...attached,
    systemMessages: [...(attached.systemMessages ?? []), message],
  };
}

/** `stop_reason`, `reason` and the permission decision's reason, as far as they come with a denial. */
export function reasonOf(output: HookOutput, denies: boolean = output.permissionDecision === "deny"): string {
  return [
    output.stops ? output.stopReason : "",
    output.decision === "block" ? output.reason : "",
    denies ? output.permissionDecisionReason : "",
  ]
    .filter((text) => text !== "")
    .join("\n");
}

/** Generation `2026-05` reads an ask of a hook before the prompt as no word at all: the allow of another one skips it. */
function isAsked(decision: EventContract["decision"], compat: Compat): boolean {
  return decision === "prompt" ? compat !== "2026-05" : decision !== undefined;
}

function wordProblem(output: HookOutput, event: string, strict: boolean): Failure | null {
  const { decision, permissionDecision } = output;
  if (decision !== "" && decision !== "block") {
    return failure("bad-decision", `unknown decision \`${cut(decision, 60)}\`, expected \`block\``);
  }
  if (!["", "allow", "ask", "deny"].includes(permissionDecision)) {
    return failure(
      "bad-decision",
      `unknown permission_decision \`${cut(permissionDecision, 60)}\`, expected allow, ask or deny`,
    );
  }
  const field = strict ? unsupportedField(output, event) : null;
  return field === null ? null : failure("bad-output", `\`${field}\` means nothing for ${event}`);
}

/** A matcher cannot tell what it matched when a call has no name: such a call is never allowed. */
function isNamed(event: Event): boolean {
  const { tool } = eventKindOf(event.event);
  return tool === undefined || typeof event[tool.name] === "string";
}

function attachments(output: HookOutput, event: Event, compat: Compat, own: boolean): Attachments {
  const context = [output.additionalContext, ...output.instructionContext].filter((text) => text !== "");
  const updatedInput = rewriteOf(output, event, compat, own);
  // What the event cannot use is dropped in docker-agent's files; authors of Gatehouse's own policies are told.
  const unused = own ? unsupportedField(output, event.event, own) : null;
  return {
    ...(output.systemMessage === "" ? {} : { systemMessages: [output.systemMessage] }),
    ...(context.length === 0 || !eventKindOf(event.event).context ? {} : { context }),
    ...(updatedInput === null ? {} : { updatedInput }),
    ...(unused === null ? {} : { warnings: [`\`${unused}\` means nothing for ${event.event}`] }),
  };
}

/** The event's own keys to set. The first summary stays; metadata are united. */
function rewriteOf(output: HookOutput, event: Event, compat: Compat, own: boolean): JsonObject | null {
  const contract = contractOf(event.event);
  if (contract.metadata === true) return toldOfCall(output, event, compat);
  switch (rewriteField(event.event, own)) {
    case "updated_input":
      return changedKeys(output.updatedInput ?? {}, event[inputPath(event.event) ?? "tool_input"]);
    case "updated_messages":
      return output.updatedMessages.length === 0 ? null : { messages: output.updatedMessages };
    case "updated_tool_response":
      return output.updatedToolResponse === null ? null : { tool_response: output.updatedToolResponse };
    case "summary": {
      const before = event["summary"];
      const taken = typeof before === "string" && before !== "";
      return output.summary === "" || taken ? null : { summary: output.summary };
    }
    default:
      return null;
  }
}

/** What is set beside a question about a call, and of the call, where the event lets it be rewritten. */
function toldOfCall(output: HookOutput, event: Event, compat: Compat): JsonObject | null {
  const { metadata: before, tool_input: input } = event;
  const told =
    compat === "2026-05" || Object.keys(output.metadata).length === 0
      ? {}
      : { metadata: { ...(isRecord(before) ? before : {}), ...output.metadata } };
  const changes =
    contractOf(event.event).rewrite === "updated_input"
      ? changedKeys(output.updatedInput ?? {}, input)
      : null;
  const all = {
    ...told,
    ...(changes !== null && { tool_input: { ...(isRecord(input) ? input : {}), ...changes } }),
  };
  return Object.keys(all).length === 0 ? null : all;
}

/** The keys whose values differ from those of the call; `null` when none does: the call need not be evaluated again. */
function changedKeys(updated: JsonObject, before: JsonValue | undefined): JsonObject | null {
  const known = isRecord(before) ? before : {};
  const changed = Object.entries(updated).filter(
    ([key, value]) => !Object.hasOwn(known, key) || JSON.stringify(known[key]) !== JSON.stringify(value),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

function failure(code: string, message: string): Failure {
  return { kind: "failure", code, message };
}
