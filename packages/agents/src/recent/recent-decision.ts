import type { Decision, Effect, Event } from "@gatehouse-hooks/engine";
import { isRecord, type JsonValue, parseJsonObject, shorten } from "@gatehouse-hooks/json";
import { redact } from "@gatehouse-hooks/redact";

/** UTF-16 code units of the text that is kept of a call. */
const MAX_TEXT = 2_000;
/** What a call is about, the most telling first. */
const TELLING = ["command", "cmd", "file_path", "path", "url", "pattern", "prompt", "message"] as const;

/** A decision that an agent got and that was not abstain: what `gatehouse log` shows. Without what looks like a secret. */
export interface RecentDecision {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The agent; empty where it is not known. */
  readonly agent: string;
  /** The folder of the call; empty where it is not known. */
  readonly cwd: string;
  readonly event: string;
  readonly tool: string;
  /** The command of a shell, the path of a file, or the parameters as JSON: redacted, and shortened. */
  readonly text: string;
  /** `text` is the whole command of a shell, as the agent sent it. */
  readonly isCommand: boolean;
  readonly effect: Effect;
  /** The rule; null where the event itself was refused. */
  readonly policy: string | null;
  readonly reason: string;
  /** What the call may do, for which the rule applied, in words. */
  readonly saw: readonly string[];
}

/** @param at milliseconds since 1970 */
export function recentDecision(decision: Decision, event: Event, at: number): RecentDecision {
  const { effect, policy, reason } = decision;
  const params = event["params"];
  const said = decision.trace
    .filter((entry) => entry.policy === policy)
    .flatMap(({ facts = [] }) => facts.map((fact) => fact.said));
  return {
    at,
    agent: textOf(event["host"]),
    cwd: textOf(event["cwd"]),
    event: event.event,
    tool: textOf(event["toolName"]),
    ...toldOf(isRecord(params) ? params : {}),
    ...{ effect, policy },
    reason: redact(shorten(reason, MAX_TEXT)),
    saw: [...new Set(said)].slice(0, 3),
  };
}

/** Reads a kept line; undefined for anything else. */
export function readRecentDecision(line: string): RecentDecision | undefined {
  const { value, issue } = parseJsonObject(line);
  if (issue !== undefined) return undefined;
  const { at, agent, cwd, event, tool, text, isCommand, effect, policy, reason, saw } = value;
  if (typeof at !== "number" || !Number.isSafeInteger(at) || !isEffect(effect)) return undefined;
  if (policy !== null && typeof policy !== "string") return undefined;
  return {
    ...{ at, effect, policy, isCommand: isCommand === true },
    agent: textOf(agent),
    cwd: textOf(cwd),
    event: textOf(event),
    tool: textOf(tool),
    text: textOf(text),
    reason: textOf(reason),
    saw: Array.isArray(saw) ? saw.filter((one) => typeof one === "string") : [],
  };
}

function toldOf(params: Readonly<Record<string, JsonValue>>): Pick<RecentDecision, "text" | "isCommand"> {
  for (const key of TELLING) {
    const value = Object.hasOwn(params, key) ? params[key] : undefined;
    if (typeof value !== "string" || value === "") continue;
    const text = redact(shorten(value, MAX_TEXT));
    return { text, isCommand: (key === "command" || key === "cmd") && text === value };
  }
  const all = Object.keys(params).length === 0 ? "" : JSON.stringify(params);
  return { text: redact(shorten(all, MAX_TEXT)), isCommand: false };
}

function isEffect(value: unknown): value is Effect {
  return value === "deny" || value === "ask" || value === "allow" || value === "abstain";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
