import { gatesAction } from "./gating-events.js";
import { type JsonObject, type JsonValue, sealJsonObject } from "@gatehouse-hooks/json";
import type { Answer, Event, Verdict } from "@gatehouse-hooks/engine";

import { bindHooks } from "./bind-hooks.js";
import type { NlpMatcher } from "./compile-signals.js";
import type { Hook } from "./hook.js";
import type { InlineExpectation, InlineInput } from "./inline-test.js";
import type { Evaluator } from "./evaluator.js";
import { scriptedEvaluator } from "./scripted-evaluator.js";
import { textPattern } from "./text-pattern.js";

/** An inline test, run. */
export interface InlineResult {
  readonly hook: string;
  /** 1-based. */
  readonly test: number;
  readonly passed: boolean;
  readonly expected: InlineExpectation;
  readonly verdict: Verdict;
  /** What differs; empty when the test passed. */
  readonly difference: string;
}

/** What inline tests run in. */
export interface InlineEnvironment {
  readonly nlp?: NlpMatcher;
  readonly root?: string;
  /** Answers the tests that give no `answer`. Default: a script, in which the model answers so that the hook does what is expected. */
  readonly evaluator?: Evaluator;
}

/** What a model answers in tests that do not say. With `Allow()` that the hook should fire: such a test is of the filter before it. */
function stubFor(expected: InlineExpectation): JsonObject {
  const objects = expected.kind !== "allow" || expected.asked !== true;
  return {
    block: objects,
    fire: objects,
    action: objects ? (expected.kind === "warn" ? "warning" : "block") : "ok",
    reasoning: "inline test stub",
    reason: "inline test stub",
  };
}

/** Runs the tests that hooks hold, without a network. Nothing is counted: `maxFires` does not apply. */
export async function runInlineTests(
  hooks: readonly Hook[],
  environment: InlineEnvironment = {},
): Promise<readonly InlineResult[]> {
  const results: InlineResult[] = [];
  for (const hook of hooks) {
    for (const [index, [input, expected]] of hook.tests.entries()) {
      const verdict = await runOne(hook, input, expected, environment);
      const difference = differenceOf(expected, verdict);
      results.push({
        hook: hook.policy.id,
        test: index + 1,
        passed: difference === "",
        expected,
        verdict,
        difference,
      });
    }
  }
  return results;
}

async function runOne(
  hook: Hook,
  input: InlineInput,
  expected: InlineExpectation,
  { evaluator, ...environment }: InlineEnvironment,
): Promise<Verdict> {
  const { policy } = hook;
  const scripted = scriptedEvaluator([{ answer: input.answer ?? stubFor(expected) }]);
  const { handlers } = bindHooks([hook], {
    ...environment,
    evaluator: input.answer === undefined && evaluator !== undefined ? evaluator : scripted,
  });
  if (policy.handler.kind === "static") throw new TypeError("a hook has a function");
  const handler = handlers[policy.id];
  if (handler === undefined) throw new TypeError("a hook has a handler");
  try {
    return await handler(
      {
        id: "test",
        policy: policy.id,
        tier: policy.tier ?? "project",
        gates: gatesAction(policy.events),
        handler: policy.handler,
        event: inlineEvent(policy.events[0] ?? "", input),
      },
      { signal: new AbortController().signal },
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "failure", code: "handler-failed", message, source: "test" };
  }
}

/**
 * The event that an input describes.
 *
 * @param defaultTool - of tool events whose input names none.
 */
export function inlineEvent(event: string, input: InlineInput, defaultTool: string = "Bash"): Event {
  const isTool = /ToolUse|tool_call|PermissionRequest/.test(event) || input.tool !== undefined;
  const { command, file, content, old, model } = input;
  const given: Readonly<Record<string, JsonValue | undefined>> = {
    event,
    tool_name: isTool ? (input.tool ?? defaultTool) : undefined,
    tool_input: isTool
      ? withoutHoles({
          command,
          file_path: file,
          ...(old === undefined ? { content } : { new_string: content, old_string: old }),
          model,
          ...input.toolInput,
        })
      : undefined,
    prompt: input.prompt,
    agent_type: input.agentType,
    reason: input.reason ?? (event === "SessionEnd" ? "other" : undefined),
    permission_mode: input.permissionMode,
    transcript: (input.transcript ?? []).map((item) =>
      typeof item === "string" ? { role: "assistant", text: item } : item,
    ),
  };
  const sealed = sealJsonObject(withoutHoles(given));
  if (sealed.issue !== undefined) throw new TypeError(`the input is not JSON: ${sealed.issue.message}`);
  return sealed.value as JsonObject as Event;
}

/** What differs from the expectation; empty when nothing does. */
export function differenceOf(expected: InlineExpectation, verdict: Verdict): string {
  if (verdict.kind === "failure") {
    const cure =
      verdict.code === "bad-reply" ? "; cure: say what the model answers, as `answer` of the input" : "";
    return `the hook failed: ${verdict.message}${cure}`;
  }
  const kind = kindOf(verdict);
  if (kind !== expected.kind) return `expected ${expected.kind}, got ${kind}`;
  if (expected.kind === "rewrite") {
    const input = JSON.stringify(verdict.updatedInput);
    const { part } = expected;
    return part === null || input.includes(part)
      ? ""
      : `expected an input that contains \`${part}\`, got \`${input}\``;
  }
  if (expected.kind === "allow" || expected.pattern === null) return "";
  return textPattern(expected.pattern).search(verdict.reason) === true
    ? ""
    : `expected a message that matches \`${expected.pattern}\`, got \`${verdict.reason}\``;
}

/** What a verdict comes to, in the words of inline tests: a deny rewrites nothing. */
function kindOf({ kind, updatedInput }: Answer): "block" | "rewrite" | "allow" | "warn" | "ask" {
  if (kind === "deny") return "block";
  if (kind !== "ask" && updatedInput !== undefined) return "rewrite";
  return kind === "approve" ? "allow" : kind;
}

function withoutHoles(object: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}
