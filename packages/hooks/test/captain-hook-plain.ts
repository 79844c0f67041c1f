/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- the rows have twenty shapes, and a wrong guess about one fails its row */
// Captain-hook's rows of hooks that need no model: gates and nudges with fixed words, rules of commands, guards of workflows.
import { writeFileSync } from "node:fs";
import path from "node:path";

import {
  Agent,
  blockCommand,
  gate,
  type Hook,
  messageFrom,
  nudge,
  on,
  Said,
  Tool,
  warnCommand,
  workflow,
  type WorkflowArtifact,
  WorkflowScript,
} from "@gatehouse-hooks/hooks";
import { wordsPattern } from "../src/command-rules.js";
import type { Decision, Verdict } from "@gatehouse-hooks/engine";
import * as z from "zod";
import { tempDir } from "../../../test/temp-dir.js";
import { type Data, holds, same, signalsOf, text, transcriptOf } from "./captain-hook-rows.js";
import { modelThat, world } from "./hook-world.js";

type Differences = readonly string[];

/** A decision as captain-hook prints it; a warn stays a warn, also on Stop. */
export function outputOf({
  effect,
  reason,
  warnings,
  context,
}: Decision): Readonly<Record<string, string>> | null {
  if (effect === "deny") return { decision: "block", reason };
  const said = [...new Set([...context, ...warnings.map((one) => one.reason)])];
  return said.length === 0 ? null : { additionalContext: said.join("\n\n") };
}

/** An agent that has started something in the background, and stops until it ends. */
const waiting = {
  messages: [{ assistant: [{ tool: "Bash", input: { command: "sleep 9", run_in_background: true } }] }],
};

function plainHookOf(given: Data): Hook {
  const { nudge: words, gate: blocked, block, events, signals, when, max_fires: maxFires } = given;
  const options = {
    ...(events === undefined || events === null ? {} : { events: String(events).split("|") }),
    ...(signals === undefined || signals === null ? {} : { signals: signalsOf(signals) }),
    ...(when === undefined ? {} : { when: () => Boolean(when) }),
    ...(maxFires === undefined ? {} : { maxFires }),
    ...(given["only_if"] === undefined
      ? {}
      : { onlyIf: given["only_if"].map((one: string) => Tool(/\((.*)\)/.exec(one)?.[1] ?? "")) }),
  };
  return blocked !== undefined || block === true ? gate(blocked ?? words, options) : nudge(words, options);
}

export async function runNudge(given: Data, expected: Data): Promise<Differences> {
  const hook = plainHookOf(given);
  const event = given["event"] ?? hook.policy.events[0] ?? "";
  const conversation = given["messages"]
    ? given
    : { messages: Array.from({ length: given["n_messages"] ?? 0 }, (_, at) => ({ assistant: `m${at}` })) };
  const ask = async (messages: Data, turns: number): Promise<readonly Decision[]> => {
    const decide = world([hook], {
      evaluator: modelThat(null).evaluator,
      transcript: () => transcriptOf(messages),
    });
    const decisions: Decision[] = [];
    for (let turn = 0; turn < turns; turn++)
      decisions.push(
        await decide({
          event,
          ...(given["agent_type"] && { agent_type: given["agent_type"] }),
          ...(/ToolUse/.test(event) && { tool_name: given["tool"] ?? "Bash", tool_input: {} }),
        }),
      );
    return decisions;
  };
  const decisions = await ask(conversation, given["dispatches"] ?? 1);
  const outputs = decisions.map(outputOf);
  const [first] = outputs;
  const [decision] = decisions;
  // Whether the agent is let go while it waits shows which of the two conditions the hook has.
  const waits = "skip_if" in expected ? (await ask(waiting, 1)).map(outputOf) : [];
  return [
    ...("output" in expected ? same(first, expected["output"]) : []),
    ...("additionalContext" in expected
      ? same(first?.["additionalContext"], expected["additionalContext"])
      : []),
    ...holds(first?.["additionalContext"] ?? "", expected["additionalContext_contains"]),
    ...("permissionDecision" in expected ? same(decision?.effect, expected["permissionDecision"]) : []),
    ...("outputs" in expected
      ? same(
          outputs.map((one) => one?.["decision"] ?? null),
          expected["outputs"],
        )
      : []),
    ...("events" in expected ? same(hook.policy.events, expected["events"]) : []),
    ...("max_fires" in expected ? same(hook.maxFires, expected["max_fires"]) : []),
    ...("fires" in expected ? same(first !== null, expected["fires"]) : []),
    ...("matches" in expected ? same(outputs.filter((one) => one !== null).length, expected["matches"]) : []),
    ...("skip_if" in expected ? same(waits, expected["skip_if"].includes("Waiting") ? [null] : outputs) : []),
  ];
}

export function runTokens({ tokens, anchored_at_start: isAtStart }: Data, expected: Data): Differences {
  const pattern = wordsPattern(tokens);
  const regex = new RegExp(isAtStart ? `^(?:${pattern})` : pattern);
  return [
    ...("pattern" in expected ? same(pattern, expected["pattern"]) : []),
    ...(expected["match"] ?? []).flatMap((one: string) => same([one, regex.test(one)], [one, true])),
    ...(expected["no_match"] ?? []).flatMap((one: string) => same([one, regex.test(one)], [one, false])),
  ];
}

export async function runCommandRule(given: Data, expected: Data): Promise<Differences> {
  const { command, rule, tool, tool_input: input } = given;
  const made =
    rule["block_command"] === undefined
      ? warnCommand(rule["warn_command"], { message: rule["message"] })
      : blockCommand(rule["block_command"], { reason: rule["reason"] });
  if ("events" in expected) return same(made.policy.events, expected["events"]);
  const { effect, reason } = await world([made], { evaluator: modelThat(null).evaluator })({
    event: "PreToolUse",
    tool_name: tool,
    tool_input: input ?? { command },
  });
  return [
    ...("action" in expected ? same(effect === "deny" ? "block" : effect, expected["action"]) : []),
    ...("matches" in expected ? same(effect === "deny", expected["matches"]) : []),
    ...holds(reason, expected["message_contains"]),
  ];
}

/** What a row's verdict is here. */
function verdict({ action, message }: Data): Verdict {
  return { kind: action === "block" ? "deny" : action, reason: message };
}

async function artifactOf({ path: named, content, schema }: Data): Promise<WorkflowArtifact> {
  const types: Readonly<Record<string, z.ZodType>> = { int: z.int(), str: z.string() };
  const fields = Object.entries<string>(schema ?? {}).map(([key, type]) => [key, types[type] ?? z.never()]);
  const file = named ?? path.join(await tempDir(), "artifact.json");
  if (content !== undefined) writeFileSync(file, JSON.stringify(content));
  return { path: file, ...(schema === undefined ? {} : { schema: z.object(Object.fromEntries(fields)) }) };
}

export async function runWorkflow(given: Data, expected: Data): Promise<Differences> {
  const conversation = transcriptOf({ messages: [{ assistant: given["text"] ?? "x" }] });
  if (given["text_matches"] !== undefined) {
    const moment = { event: { event: "SubagentStop" }, transcript: conversation };
    return same(Said(given["text_matches"])(moment, true), expected["matches"]);
  }
  let calls = 0;
  const hooks = workflow(given["label"], {
    marker: given["marker"],
    steps: (given["steps"] ?? []).map((step: Data) => ({
      name: step["name"],
      check: () => Boolean(step["check"]),
      stoppedAt: step["stopped_at"],
      nextStep: step["next_step"],
    })),
    artifacts: await Promise.all((given["artifacts"] ?? []).map(artifactOf)),
    ...(given["only_if"] === undefined ? {} : { onlyIf: [Agent("cleanup")] }),
    ...(given["on_start"] === true ? { onStart: () => undefined } : {}),
    ...(given["post_complete"] === undefined
      ? {}
      : {
          postComplete: () => {
            calls++;
            return verdict(given["post_complete"]);
          },
        }),
  });
  const [stop, start] = hooks;
  const decision = await world(hooks, {
    evaluator: modelThat(null).evaluator,
    transcript: () => conversation,
  })({ event: "SubagentStop" });
  const output = outputOf(decision);
  const action = decision.effect === "deny" ? "block" : output === null ? null : "warn";
  return [
    ...("action" in expected ? same(action, expected["action"]) : []),
    ...text(decision.reason, { contains: expected["message_contains"] ?? [] }),
    ...text(decision.reason, { starts_with: expected["message_starts_with"] ?? "" }),
    ...("result" in expected
      ? same({ action, message: output?.["additionalContext"] }, expected["result"])
      : []),
    ...("post_complete_calls" in expected ? same(calls, expected["post_complete_calls"]) : []),
    ...("max_fires" in expected ? same(stop?.maxFires, expected["max_fires"]) : []),
    ...("hooks_added" in expected ? same(hooks.length, expected["hooks_added"]) : []),
    ...("start_max_fires" in expected ? same(start?.maxFires, expected["start_max_fires"]) : []),
    ...("stop_max_fires" in expected ? same(stop?.maxFires, expected["stop_max_fires"]) : []),
  ];
}

export function runMessage({ parts }: Data, expected: Data): Differences {
  const made = (parts as readonly Data[]).map((part) =>
    part["text"] !== undefined ? part["text"] : "json" in part ? { json: part["json"] } : part,
  );
  return same(messageFrom(...made), expected["message"]);
}

export function runConstruct({ condition: { type, ...parts } }: Data, expected: Data): Differences {
  // Python says ValueError.
  void expected["error"];
  try {
    if (type === "WorkflowScript") WorkflowScript(parts as { readonly pattern: string });
    return [`${type} was made`];
  } catch (error) {
    return [...same(error instanceof TypeError, true), ...holds(String(error), expected["message_matches"])];
  }
}

/** Hooks as captain-hook's tests write them. */
export function dispatchedHook(hook: Data, event: string, id: string): Hook {
  const { declarative, message, handler, handler_raises: raises } = hook;
  const action: unknown = declarative ?? handler?.action;
  return on(event, { id, ...(action === "rewrite" ? { mayRewrite: true } : {}) }, (): Verdict => {
    if (raises !== undefined) throw new Error(raises);
    const note = handler?.note ?? handler?.context;
    if (action === "rewrite" || action === undefined)
      return {
        kind: action === undefined ? "approve" : "allow",
        reason: "",
        ...(handler.updated_input && { updatedInput: handler.updated_input }),
        ...(note === undefined ? {} : { context: [note] }),
      };
    const kind = ({ block: "deny", warn: "warn", allow: "allow" } as const)[action as "block"];
    return { kind, reason: message ?? handler?.message ?? "" };
  });
}
