import { verdictKey } from "@gatehouse-hooks/cache";
import { compile, condition, parse } from "@gatehouse-hooks/condition";
import {
  compilePolicies,
  type Decision,
  type Event,
  type PolicyDefinition,
  readEvent,
  step,
  type Verdict,
} from "@gatehouse-hooks/engine";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { WIRED_HOSTS, type WiredHost } from "@gatehouse-hooks/hosts/wired";
import { parseReply } from "@gatehouse-hooks/judge";
import type { JsonObject } from "@gatehouse-hooks/json";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import type { AnswerRow, ConditionRow, FactRow, KeyRow, MergeRow, PayloadRow, ReplyRow } from "./rows.js";

// What this implementation answers to the rows of the suite.

export function conditionAnswer({ expr, context }: ConditionRow): Pick<ConditionRow, "value" | "error"> {
  const { ast } = parse(expr);
  if (ast === null) return { error: true };
  const value = compile(ast)(context);
  return value === "over-budget" ? { error: true } : { value };
}

export function mergeAnswer({ policies, event, verdicts }: MergeRow): Omit<Decision, "trace"> {
  const definitions = policies.map(({ matcher, condition: when, ...rest }): PolicyDefinition => ({
    ...rest,
    ...(matcher !== undefined && { matcher: condition(matcher).condition }),
    ...(when !== undefined && { condition: condition(when).condition }),
  }));
  const { set } = compilePolicies(definitions);
  const read = eventOf(event);
  const given = new Map<string, Verdict>();
  for (;;) {
    const next = step(set, read, given);
    if (next.kind === "decided") {
      const { trace: _, ...decision } = next.decision;
      return decision;
    }
    for (const { id, tier, policy, event: seen } of next.needs) {
      const row = verdicts.find(
        (one) => one.policy === `${tier}/${policy}` && canonicalJson(one.event) === canonicalJson(seen),
      );
      if (row === undefined) throw new Error(`no verdict of ${tier}/${policy}`);
      given.set(id, row.verdict);
    }
  }
}

export function keyAnswer({ event, body, model, context }: KeyRow): string {
  return verdictKey({ event, body, model: model ?? null, context });
}

export function replyAnswer({ reply }: ReplyRow): string | null {
  const parsed = parseReply(reply);
  return parsed.ok ? parsed.decision : null;
}

export function payloadAnswer({ host, payload }: PayloadRow): JsonObject | null {
  const prepared = hostOf(host).prepare(payload);
  if (prepared.kind === "refused") return null;
  return Object.fromEntries(Object.entries(prepared.event).filter(([key]) => key !== "raw"));
}

export function answerAnswer({
  host: name,
  payload,
  decision,
}: AnswerRow): Pick<AnswerRow, "stdout" | "stderr" | "exitCode"> {
  const host = hostOf(name);
  const prepared = host.prepare(payload);
  if (prepared.kind === "refused") throw new Error(prepared.issue.message);
  const whole: Decision = { ...NOTHING, ...decision };
  const { stdout, stderr, exitCode } = host.wire.speak(whole, prepared.event);
  return { stdout: stdout === "" ? null : (JSON.parse(stdout) as JsonObject), stderr, exitCode };
}

const NOTHING = { warnings: [], context: [], systemMessages: [], trace: [] };

const facts = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

export function factAnswer({ command, cwd, home }: FactRow): JsonObject {
  const event = { event: "before_tool_call", toolName: "exec", params: { command }, cwd, home };
  return JSON.parse(JSON.stringify(facts.facts(event))) as JsonObject;
}

export function eventOf(value: JsonObject): Event {
  const read = readEvent(value);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

function hostOf(name: string): WiredHost {
  const host = WIRED_HOSTS.find((one) => one.name === name);
  if (host === undefined) throw new Error(`no host ${name}`);
  return host;
}
