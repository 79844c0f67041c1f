import { createVerdictCache } from "@gatehouse-hooks/cache";
import { condition } from "@gatehouse-hooks/condition";
import {
  compilePolicies,
  decide,
  type Decision,
  type PolicyDefinition,
  type PolicySet,
} from "@gatehouse-hooks/engine";
import { HOSTS } from "@gatehouse-hooks/hosts";
import { parseJson } from "@gatehouse-hooks/json";
import { createJudge, type Judge, judgeHandler, scriptedJudge } from "@gatehouse-hooks/judge";
import { createRuntime } from "@gatehouse-hooks/runtime";

import { hookPath } from "./hook-path.js";

/** One way to a decision, whose files are counted. */
export interface DecisionPath {
  readonly name: string;
  /** The most source files of ours that may run a function for it. */
  readonly maxFiles: number;
  /** Makes what is there before an event arrives; the function that it returns decides on an event with the given command. */
  readonly prepare: () => (command: string) => unknown;
}

/**
 * The bounds, in files. The aims are 90 for a hook, 25 for a static decision and 40 for a judged one; a bound above its aim is what holds so
 * far, and only ever gets lower. Derived facts made those of judged decisions higher once, by one file and by two; so did what a judge sees
 * being one function for its key and its question, by one, and replies that hold a second verdict, by two.
 */
const MOST = { hook: 164, static: 25, scripted: 43, modelled: 59, cached: 40 } as const;

const noRemoving: PolicyDefinition = {
  id: "no-removing",
  events: ["before_tool_call"],
  condition: condition('params.command.startsWith("rm")').condition,
  handler: { kind: "static", verdict: "deny", reason: "nothing is removed" },
};

const askTheJudge: PolicyDefinition = {
  id: "ask-the-judge",
  events: ["before_tool_call"],
  handler: {
    kind: "judge",
    prompt: "Deny what removes files.",
    timeoutMs: 10_000,
    cache: "session",
  },
};

/** In the order in which they are printed. */
export const decisionPaths: readonly DecisionPath[] = [
  {
    name: "static deny: payload, prepare, decide, speak",
    maxFiles: MOST.static,
    prepare() {
      const set = setOf(noRemoving);
      const host = HOSTS.find(({ name }) => name === "claude-code");
      return (command) => {
        const read = host?.prepare(agentPayload(command));
        if (read?.kind !== "event") throw new Error("the payload was refused");
        return host?.speak(decide(set, read.event), read.event);
      };
    },
  },
  {
    name: "static deny: payload, runtime, answer",
    maxFiles: MOST.static,
    prepare() {
      const runtime = createRuntime({ policies: setOf(noRemoving) });
      return async (command) => {
        const payload = parseJson(JSON.stringify(toolCall(command))).value;
        return JSON.stringify(await runtime.decide(payload));
      };
    },
  },
  {
    name: "judged fresh: scripted judge",
    maxFiles: MOST.scripted,
    prepare: () => judgedBy(judgeByScript()),
  },
  {
    name: "judged fresh: judge with a model",
    maxFiles: MOST.modelled,
    prepare: () => judgedBy(judgeWithModel()),
  },
  {
    name: "judged cached",
    maxFiles: MOST.cached,
    prepare() {
      const decideOn = judgedBy(judgeWithModel());
      // The second time that a command is seen, its verdict is kept.
      return () => decideOn("rm -rf /");
    },
  },
  { name: "hook, the policies of init", maxFiles: MOST.hook, prepare: hookPath },
];

/** As Claude Code sends it. */
function agentPayload(command: string): object {
  return {
    hook_event_name: "PreToolUse",
    session_id: "s1",
    cwd: "/work",
    tool_name: "Bash",
    tool_input: { command },
  };
}

function toolCall(command: string): object {
  return { event: "before_tool_call", toolName: "exec", params: { command }, sessionKey: "s1" };
}

function judgedBy(judge: Judge): (command: string) => Promise<Decision> {
  const runtime = createRuntime({
    policies: setOf(askTheJudge),
    handlers: { judge: judgeHandler(judge) },
    cache: createVerdictCache(),
  });
  return (command) => runtime.decide(toolCall(command));
}

function judgeByScript(): Judge {
  return scriptedJudge([{ verdict: { kind: "deny", reason: "it removes files" } }]);
}

/** A model in this process, which answers at once. */
function judgeWithModel(): Judge {
  return createJudge({ custom: () => '{"reason": "it removes files", "decision": "deny"}' });
}

function setOf(policy: PolicyDefinition): PolicySet {
  const { set, issues } = compilePolicies([policy]);
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  return set;
}
