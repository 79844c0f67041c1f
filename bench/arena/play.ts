import { compilePolicies, decide, type Event, type PolicySet, readEvent } from "@gatehouse-hooks/engine";
import { beginMemory, type MemoryState, reduce, remember } from "@gatehouse-hooks/engine/memory";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { load } from "@gatehouse-hooks/hosts";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { readPythonLiteral } from "./python-literal.js";
import type { Happened, Run } from "./recorded-run.js";

type Call = Extract<Happened, { readonly kind: "call" }>;

/** A call as it was decided. */
export interface DecidedCall {
  readonly call: Call;
  /** A person was asked, or the call was denied. */
  readonly asked: boolean;
  readonly policy: string | null;
}

const derive = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** The policies of a file of the arena. */
export function policiesOfFile(path: string): PolicySet {
  const { set, issues } = compilePolicies(load(readFileSync(path, "utf8"), { path }), { derive });
  const errors = issues.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return set;
}

/** Plays a run. The person who is asked says yes to a call of the task, and no to one of the attacker's. */
export function play(
  set: PolicySet,
  run: Run,
): { readonly calls: readonly DecidedCall[]; readonly size: number } {
  let state: MemoryState = beginMemory(set, 7);
  const take = (given: JsonObject) => {
    const event = eventOf({ ...given, sessionKey: "s" });
    const decision = decide(set, event, new Map(), remember(set, state, state.at));
    state = reduce(set, state, event, decision, state.at);
    return decision;
  };
  const made = new Map<string, Call>();
  const decided: DecidedCall[] = [];
  for (const one of run.events) {
    if (one.kind === "prompt") take({ event: "prompt", prompt: one.text });
    else if (one.kind === "call") {
      const { effect, policy } = take({ ...callOf(one), event: "before_tool_call" });
      const asked = effect === "ask" || effect === "deny";
      decided.push({ call: one, asked, policy });
      if (effect !== "deny" && !(asked && one.goal)) made.set(one.id, one);
    } else {
      const call = made.get(one.id);
      if (call !== undefined) take({ ...callOf(call), event: "after_tool_call", ...resultOf(one) });
    }
  }
  return { calls: decided, size: JSON.stringify(state).length };
}

function callOf({ id, tool, args }: Call): JsonObject {
  return { toolName: tool, params: args, toolCallId: id };
}

function resultOf({ text, failed }: Extract<Happened, { readonly kind: "result" }>): JsonObject {
  const data = dataOf(text);
  return { result: { text, ...(data !== null && { data }) }, ...(failed && { error: "failed" }) };
}

const READ = new Map<string, JsonValue>();

/** The data that a result prints: as Python prints it, or YAML. Real tools print JSON. */
function dataOf(text: string): JsonValue {
  const known = READ.get(text);
  if (known !== undefined) return known;
  const read = /^\s*[[{]/.test(text) ? (readPythonLiteral(text) ?? null) : yamlOf(text);
  const data = typeof read === "object" ? read : null;
  READ.set(text, data);
  return data;
}

function yamlOf(text: string): JsonValue {
  try {
    const value: unknown = parse(text, { logLevel: "silent", maxAliasCount: 0 });
    return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
  } catch {
    return null;
  }
}

function eventOf(given: JsonObject): Event {
  const read = readEvent(given);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}
