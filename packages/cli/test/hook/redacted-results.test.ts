// What a tool has printed, by every agent's hook: the model reads it without the secrets in it, where the agent can carry that.
import type { JsonObject } from "@gatehouse-hooks/json";
import { afterEach, expect, test } from "vitest";
import { DISGUISES } from "../../../core/test/frameworks/disguises.js";
import { type Folder, folder, runCli } from "../run-cli.js";
import { agentEvent } from "./agent-events.js";

let here: Folder | undefined;
const clear = (): void => {
  here?.remove();
  here = undefined;
};
afterEach(clear);

const PACK = "version: 1\nextends: [pack/redact-output]\n";
const WITHHOLD =
  "version: 1\npolicies: [{ id: quiet, events: [after_tool_call, tool_response_transform], deny: not for models }]\n";

/** The agents that can carry it. */
const AGENTS = ["claude-code", "codex", "gemini-cli", "copilot", "opencode", "docker-agent"];

/** The payload of a call that has printed a text, in the agent's own words and shapes. */
function printed(agent: string, text: string, project: string): JsonObject {
  const payload = agentEvent(agent, { kind: "ran", command: "cat app.conf" }, project);
  if (payload === undefined) throw new Error(`${agent} does not tell what a tool has printed`);
  switch (agent) {
    case "copilot":
      return { ...payload, toolResult: { resultType: "success", textResultForLlm: text } };
    case "opencode":
      return { ...payload, output: { title: "cat", output: text, metadata: { output: text, exit: 0 } } };
    case "gemini-cli":
      return { ...payload, tool_response: { llmContent: text, returnDisplay: text } };
    case "codex":
      return { ...payload, tool_response: text };
    case "docker-agent":
      return { ...payload, hook_event_name: "tool_response_transform", tool_response: text };
    default:
      return {
        ...payload,
        tool_response: { stdout: text, stderr: text, interrupted: false, isImage: false },
      };
  }
}

/** What the model reads in place of the result. */
const READS: Readonly<Record<string, (answer: JsonObject) => unknown>> = {
  "claude-code": (answer) => (answer["hookSpecificOutput"] as JsonObject)["updatedToolOutput"],
  codex: (answer) => answer["reason"],
  "gemini-cli": (answer) => answer["reason"],
  copilot: (answer) => (answer["modifiedResult"] as JsonObject)["textResultForLlm"],
  opencode: (answer) => answer["result"] ?? answer["throw"],
  "docker-agent": (answer) => (answer["hook_specific_output"] as JsonObject)["updated_tool_response"],
};

async function read(agent: string, policies: string, text: string): Promise<unknown> {
  here ??= folder({ "p.yaml": policies, "~/.gatehouse/x": "" });
  const { path: cwd, home } = here;
  const stdin = JSON.stringify(printed(agent, text, cwd));
  const { stdout } = await runCli(["hook", agent, "--policies", "p.yaml"], { cwd, home, stdin });
  return stdout === "" ? "unchanged" : READS[agent]?.(JSON.parse(stdout) as JsonObject);
}

test.each(AGENTS)("%s: no secret is in what the model reads, in any disguise", async (agent) => {
  // Each on a line of its own: one process of the hook for all.
  const lines = DISGUISES.map(({ name, text }) => `${name}:\n${text}\n`).join("\n");
  const said = JSON.stringify(await read(agent, PACK, lines));
  for (const { name, secret } of DISGUISES) {
    expect(said, name).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect(said, name).toContain(name);
  }
  expect(said.split("[REDACTED]").length - 1).toBeGreaterThanOrEqual(DISGUISES.length);
});

test.each(AGENTS)(
  "%s: what has no secret stays as it is, and what is withheld is not read",
  async (agent) => {
    expect(await read(agent, PACK, "a plain line")).toBe("unchanged");
    clear();
    const said = JSON.stringify(await read(agent, WITHHOLD, "a plain line"));
    expect(said).toContain("[quiet] not for models");
    expect(said).not.toContain("plain");
  },
);

test("a result keeps the shape that the agent compares", async () => {
  expect(await read("claude-code", PACK, "DB_PASSWORD=hunter2")).toEqual({
    stdout: "DB_PASSWORD=[REDACTED]",
    stderr: "DB_PASSWORD=[REDACTED]",
    interrupted: false,
    isImage: false,
  });
});
