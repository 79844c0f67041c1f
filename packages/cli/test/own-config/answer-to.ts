import type { JsonObject } from "@gatehouse-hooks/json";
import { probePayload } from "../../../agents/src/init/probe-payload.js";
import { readHookAnswer } from "../../../agents/src/init/read-hook-answer.js";
import { type Folder, runCli } from "../run-cli.js";
import type { GuardCall } from "./ways-off.table.js";

/** What an agent makes of a call under the policies that `init` writes: `deny`, `ask`, `allow` or `nothing`, or what went wrong. */
export async function answerTo(here: Folder, call: GuardCall, agent = "claude-code"): Promise<string> {
  const { stdout, stderr, code } = await runCli(["hook", agent, "--daemon", "off"], {
    cwd: here.path,
    home: here.home,
    stdin: JSON.stringify(payloadOf(here, call, agent)),
  });
  const answer = readHookAnswer(agent, { exit: code, stdout, stderr, ms: 0, timedOut: false });
  return answer.kind === "failed" ? `failed: ${answer.why}` : answer.kind;
}

/** The call as the agent sends it; a tool and its arguments are in the agent's own words. */
function payloadOf(here: Folder, call: GuardCall, agent: string): JsonObject {
  if (typeof call === "string") return probePayload(agent, call, here.path);
  const payload = probePayload(agent, "", here.path);
  const input = JSON.parse(JSON.stringify(call.input)) as JsonObject;
  if (agent === "opencode")
    return { ...payload, input: { tool: call.tool, sessionID: "s", callID: "c" }, output: { args: input } };
  if (agent === "copilot") return { ...payload, toolName: call.tool, toolArgs: input };
  return { ...payload, tool_name: call.tool, tool_input: input };
}
