import type { JsonObject, JsonValue } from "@gatehouse/condition/json";
import { type Answer, eventKindOf, type Event, type Failure, type Verdict } from "@gatehouse/engine";
import { type Compat, DEFAULT_COMPAT } from "../compat.js";
import { canBlock, contractOf } from "../contract.js";
import { cut } from "../cut.js";
import { type HookOutput, readHookOutput } from "./hook-output.js";
import { unsupportedField } from "./strict-output.js";

/** How a command ended and what it said. */
export interface HookRun {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal?: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ParseHookOptions {
  readonly compat?: Compat;
  /** The hook has `strict_output`. */
  readonly strict?: boolean;
}

/** The events whose plain stdout becomes context (document 004, "Plain Text Output"). */
const PLAIN_CONTEXT = new Set([
  "session_start",
  "user_prompt_submit",
  "user_steering_messages_submit",
  "user_followup_submit",
  "turn_start",
  "post_tool_use",
  "pre_compact",
  "stop",
  "worktree_create",
]);

/**
 * What a command hook said about an event (document 004, "Hook Output", "Exit Codes"). Pure.
 *
 * Exit code 2 denies. Any other but 0, a signal, broken JSON and unknown decision words are failures; generation `2026-05`
 * takes them for "no objection".
 *
 * @param event as the hook saw it, with the rewrites of the hooks before it
 */
export function parseHookOutput(run: HookRun, event: Event, options: ParseHookOptions = {}): Verdict {
  const { compat = DEFAULT_COMPAT, strict = false } = options;
  const name = event.event;
  const stdout = run.stdout.trim();
  if (run.exitCode === 2) return blocked(run, event, compat);
  if (run.exitCode !== 0) {
    if (compat === "2026-05") return { kind: "approve", reason: "" };
    return run.exitCode === null
      ? failure("signal", `ended by ${run.signal ?? "a signal"}`)
      : failure("exit-code", `ended with exit code ${run.exitCode}${said(run.stderr)}`);
  }
  if (stdout.startsWith("{") || (strict && stdout !== "")) {
    const read = readHookOutput(stdout, compat, strict);
    if (read.kind === "output") return verdictOf(read.output, event, compat, strict);
    if (compat !== "2026-05") return failure("bad-output", read.reason);
  }
  const context = stdout !== "" && PLAIN_CONTEXT.has(name) ? { context: [stdout] } : {};
  return { kind: "approve", reason: "", ...context };
}

/** Reads the runs of command hooks, for the runtime's command handler. */
export function interpretHook(
  compat: Compat = DEFAULT_COMPAT,
): (
  run: HookRun,
  need: { readonly event: Event; readonly handler: { readonly strictOutput?: boolean } },
) => Verdict {
  return (run, { event, handler }) =>
    parseHookOutput(run, event, { compat, strict: handler.strictOutput === true });
}

/** Exit code 2. Without a word on stderr, generation `2026-09` takes the reason from the JSON on stdout. */
function blocked(run: HookRun, event: Event, compat: Compat): Answer {
  let reason = run.stderr.trim();
  if (reason === "" && compat !== "2026-05" && run.stdout.trim().startsWith("{")) {
    const read = readHookOutput(run.stdout.trim(), compat, false);
    if (read.kind === "output") reason = reasonOf(read.output);
  }
  return denial(event, reason, compat, {});
}

function verdictOf(output: HookOutput, event: Event, compat: Compat, strict: boolean): Verdict {
  const name = event.event;
  const contract = contractOf(name);
  const { permissionDecision } = output;
  if (compat !== "2026-05") {
    if (output.decision !== "" && output.decision !== "block") {
      return failure("bad-decision", `unknown decision \`${cut(output.decision, 60)}\`, expected \`block\``);
    }
    if (!["", "allow", "ask", "deny"].includes(permissionDecision)) {
      return failure(
        "bad-decision",
        `unknown permission_decision \`${cut(permissionDecision, 60)}\`, expected allow, ask or deny`,
      );
    }
    const field = strict ? unsupportedField(output, name) : null;
    if (field !== null) return failure("bad-output", `\`${field}\` means nothing for ${name}`);
  }
  const attached = attachments(output, event, compat);
  // Document 002 vetoes a compaction with a permission decision; generation `2026-05` reads it for tools only.
  const decides = contract.decision !== undefined || (compat !== "2026-05" && canBlock(name));
  const denies = permissionDecision === "deny" && decides;
  if (output.stops || output.decision === "block" || denies) {
    return denial(event, reasonOf(output, denies), compat, attached);
  }
  const reason = output.permissionDecisionReason;
  if (permissionDecision === "ask" && (contract.decision === "tool" || contract.decision === "guard")) {
    return { kind: "ask", reason, ...attached };
  }
  if (permissionDecision === "allow" && (contract.decision === "tool" || contract.decision === "prompt")) {
    return { kind: "allow", reason, ...attached };
  }
  return { kind: "approve", reason: "", ...attached };
}

/** `stop_reason`, `reason` and the permission decision's reason, as far as they stand beside a denial. */
function reasonOf(output: HookOutput, denies = output.permissionDecision === "deny"): string {
  return [
    output.stops ? output.stopReason : "",
    output.decision === "block" ? output.reason : "",
    denies ? output.permissionDecisionReason : "",
  ]
    .filter((text) => text !== "")
    .join("\n");
}

/** Where nothing can be stopped, generation `2026-09` shows the reason to the user instead. */
function denial(event: Event, reason: string, compat: Compat, attached: Attachments): Answer {
  if (compat === "2026-05" || canBlock(event.event)) return { kind: "deny", reason, ...attached };
  const message = reason === "" ? `a hook wants to stop ${event.event}, which stops nothing` : reason;
  return {
    kind: "approve",
    reason: "",
    ...attached,
    systemMessages: [...(attached.systemMessages ?? []), message],
  };
}

type Attachments = Pick<Answer, "context" | "systemMessages" | "updatedInput">;

function attachments(output: HookOutput, event: Event, compat: Compat): Attachments {
  const context = [output.additionalContext, ...output.instructionContext].filter((text) => text !== "");
  const updatedInput = rewriteOf(output, event, compat);
  return {
    ...(output.systemMessage === "" ? {} : { systemMessages: [output.systemMessage] }),
    ...(context.length === 0 || !eventKindOf(event.event).context ? {} : { context }),
    ...(updatedInput === null ? {} : { updatedInput }),
  };
}

/** The event's own keys to set. The first summary stays; metadata are united. */
function rewriteOf(output: HookOutput, event: Event, compat: Compat): JsonObject | null {
  const contract = contractOf(event.event);
  if (contract.metadata === true && compat !== "2026-05" && Object.keys(output.metadata).length > 0) {
    const before = event["metadata"];
    const known = isRecord(before) ? before : {};
    return { metadata: { ...known, ...output.metadata } };
  }
  switch (contract.rewrite) {
    case "updated_input":
      return changedKeys(output.updatedInput ?? {}, event["tool_input"]);
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

/** The keys whose values differ from those of the call; `null` when none does: nobody needs to look at the call again. */
function changedKeys(updated: JsonObject, before: JsonValue | undefined): JsonObject | null {
  const known = isRecord(before) ? before : {};
  const changed = Object.entries(updated).filter(
    ([key, value]) => !Object.hasOwn(known, key) || JSON.stringify(known[key]) !== JSON.stringify(value),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

function isRecord(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function said(stderr: string): string {
  const [line = ""] = stderr.trim().split(/[\r\n]/, 1);
  return line === "" ? "" : `: ${cut(line, 500)}`;
}

function failure(code: string, message: string): Failure {
  return { kind: "failure", code, message };
}
