import { expect, test } from "vitest";

import { jsonLines } from "../../../test/json-lines.js";
import { AGENT_EXAMPLES } from "../src/model/agent-examples.table.js";
import { analyzeTrial } from "../src/work/task.js";
import { agentExampleTrial } from "../src/model/examples.table.js";
import { TRIED_AGENTS } from "../src/model/prepare-trial.js";
import { runTrial } from "../src/model/run-trial.js";
import { NO_AGENT } from "../src/model/trial.js";

test("each agent has an example", () => {
  const agents = TRIED_AGENTS.map(({ name }) => name).filter((name) => name !== NO_AGENT);
  expect(AGENT_EXAMPLES.map(({ agent }) => agent).toSorted()).toEqual(agents.toSorted());
});

const EFFECTS: Readonly<Record<string, readonly [effect: string, policy: string | null]>> = {
  "claude-code": ["ask", "workflows"],
  codex: ["deny", "environment-files"],
  "gemini-cli": ["deny", "no-script-from-the-network"],
  copilot: ["deny", "no-verify"],
  opencode: ["deny", "inside"],
  "qwen-code": ["deny", "no-private-keys"],
  vscode: ["deny", "no-force"],
  cursor: ["deny", "environment-files"],
  "docker-agent": ["abstain", null],
  mayros: ["ask", "publish"],
  mimir: ["ask", "remove-with-care"],
};

test.each(AGENT_EXAMPLES.map((example) => [example.agent, example] as const))(
  "the example of %s is a known event, and its policy decides it",
  (agent, example) => {
    const trial = agentExampleTrial(example);
    const { answer, findings } = runTrial(trial);
    if (answer.kind !== "decided") throw new Error(answer.why.message);
    expect(findings).toEqual([]);
    expect(answer.remarks).toEqual([]);
    expect([answer.effect, answer.policy]).toEqual(EFFECTS[agent]);
    expect(answer.policies.map(({ state }) => state)).toEqual(["applied"]);
    expect(answer.spoken?.stdout).toBeTypeOf("string");
    expect(analyzeTrial(trial.policies)).toEqual([]);
  },
);

test("the judge of docker-agent's example is asked", () => {
  const example = AGENT_EXAMPLES.find(({ agent }) => agent === "docker-agent");
  if (example === undefined) throw new Error("there is no such example");
  const supposed = { "project/containers": "deny" as const };
  const { answer } = runTrial({ ...agentExampleTrial(example), supposed });
  expect(answer).toMatchObject({ kind: "decided", effect: "deny", policy: "containers" });
});

/** Of a payload: the names of its fields with their types, and of the tool's input likewise. */
function shapeOf(payload: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, typeof value]));
}

test.each(["claude-code", "codex", "gemini-cli", "copilot", "opencode", "qwen-code"])(
  "the payload of %s has the fields that the agent was seen to send",
  (agent) => {
    const example = AGENT_EXAMPLES.find((one) => one.agent === agent);
    const payload = (example?.payload ?? {}) as Readonly<Record<string, unknown>>;
    const recorded = jsonLines<{ readonly payload: Readonly<Record<string, unknown>> }>(
      `../../hosts/test/agents/vectors/${agent}.jsonl`,
      import.meta.url,
    );
    const same = recorded
      .map((row) => row.payload)
      .filter((row) =>
        ["hook_event_name", "tool_name", "toolName", "hook"].every((key) => row[key] === payload[key]),
      );
    const shapes = same.map(shapeOf);
    expect(shapes).toContainEqual(shapeOf(payload));
    const inputs = same.map((row) => shapeOf(inputOf(row)));
    expect(inputs).toContainEqual(shapeOf(inputOf(payload)));
  },
);

function inputOf(payload: Readonly<Record<string, unknown>>): object {
  const output = payload["output"] as { readonly args?: object } | undefined;
  return payload["tool_input"] ?? payload["toolArgs"] ?? output?.args ?? {};
}
