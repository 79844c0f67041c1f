import { type Decision, type Event, refusal } from "@gatehouse-hooks/engine";
import { type Host, HOSTS } from "@gatehouse-hooks/hosts";
import { isRecord, own } from "@gatehouse-hooks/json";
import { finishWithin } from "../finish-within.js";
import type { EventFields } from "../events/event-input.js";
import type { DecideCall, Gatehouse } from "../gatehouse.js";

/** Claude Code, whose payloads and answers are those of the SDK. */
function claudeCode(): Host {
  const host = HOSTS.find(({ name }) => name === "claude-code");
  if (host === undefined) throw new TypeError("no host `claude-code` among those that are known");
  return host;
}

/** What one payload was decided to. */
export interface AnsweredPayload {
  readonly decision: Decision;
  readonly event: Event;
  /** In Claude Code's words: what a hook returns. */
  readonly answer: object;
}

/** How payloads are decided. */
interface AnswerPayloadOptions {
  readonly event?: EventFields | undefined;
  /** Milliseconds; afterwards it is a deny. */
  readonly deadlineMs: number;
  readonly call: DecideCall;
}

/**
 * Decides a payload of a hook. Never rejects: a hook that throws lets the call happen, so what goes wrong here is a deny.
 */
export async function answerPayload(
  gatehouse: Gatehouse,
  payload: unknown,
  options: AnswerPayloadOptions,
): Promise<AnsweredPayload> {
  const host = claudeCode();
  let event: Event = eventOfUnread(payload);
  let decision: Decision;
  try {
    const prepared = host.prepare(payload);
    if (prepared.kind === "refused") {
      decision = refusal(`the payload cannot be read: ${prepared.issue.message}`);
    } else {
      ({ event } = prepared);
      decision = await finishWithin(options.deadlineMs, options.call.signal, async (signal) => {
        return await gatehouse.decideUnknown({ ...options.event, ...event }, { ...options.call, signal });
      });
    }
  } catch (error) {
    decision = refusal(`gatehouse failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { decision, event, answer: spoken(decision, event) };
}

/** A decision on an event in Claude Code's words. An ask is its own question, which `canUseTool` answers. */
function spoken(decision: Decision, event: Event): object {
  const answer = claudeCode().speak(decision, event, { interactive: true });
  return isRecord(answer) ? answer : {};
}

/** What is known of a payload that is not one: enough for a deny in the right words. */
function eventOfUnread(payload: unknown): Event {
  const name = own(payload, "hook_event_name");
  const raw = { hook_event_name: typeof name === "string" ? name : "PreToolUse" };
  return { event: raw.hook_event_name, raw };
}
