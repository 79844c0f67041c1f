import type { JsonObject } from "@gatehouse-hooks/json";
import type { Io } from "../../../console/src/io.js";
import { answerCall } from "../../../agents/src/daemon/answer-call.js";
import type { HookPrinted } from "../../../agents/src/daemon/ask-daemon.js";
import { openProject } from "../../../agents/src/daemon/open-project.js";
import { createProjects } from "../../../agents/src/daemon/projects.js";
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
  return kindOf(agent, { exitCode: code, stdout, stderr });
}

/** Answers as the daemon does, which has the policies open for all calls. */
export interface DaemonDoor {
  /** What `answerTo` says of the same call. */
  readonly answerTo: (call: GuardCall, agent?: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export function openDaemonDoor(here: Folder): DaemonDoor {
  const broken: string[] = [];
  const projects = createProjects(
    async (of) => {
      const project = await openProject(ioAt(here), of);
      broken.push(...project.broken);
      return project;
    },
    (message) => broken.push(message),
  );
  const used = new Set<string>();
  return {
    async answerTo(call, agent = "claude-code") {
      const payload = new TextEncoder().encode(JSON.stringify(payloadOf(here, call, agent)));
      const asked = { agent, payload, caller: 0, folder: here.path, folderIs: "cwd" } as const;
      const printed = await answerCall(projects, here.home, asked, used);
      return broken.length > 0 ? `failed: ${broken.join()}` : kindOf(agent, printed);
    },
    close: () => projects.close(),
  };
}

function ioAt({ path, home }: Folder): Io {
  const silent: Io["stdout"] = { columns: undefined, write: () => Promise.resolve() };
  return {
    ...{ stdin: nothing(), stdout: silent, stderr: silent, env: {}, cwd: path, home },
    interactive: false,
    terminal: () => undefined,
    onInterrupt: () => () => undefined,
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* [];
}

function kindOf(agent: string, { exitCode, stdout, stderr }: HookPrinted): string {
  const answer = readHookAnswer(agent, { exit: exitCode, stdout, stderr, ms: 0, timedOut: false });
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
