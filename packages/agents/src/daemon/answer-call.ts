import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import process from "node:process";
import { isOfNoTable, onThisMachine } from "../answer-hook.js";
import { answerHook } from "@gatehouse-hooks/core/hook";
import { noteUnlistedTool } from "../hook/unlisted-tools.js";
import { projectOf } from "@gatehouse-hooks/local/places";
import type { HookPrinted, HookCall } from "./ask-daemon.js";
import type { Projects } from "./projects.js";
import type { Tracing } from "../hook/open-tracing.js";

/** In ms; the caller has half of its own deadline left when this one is over. */
const DEADLINE_MS = 20_000;

/**
 * Answers one call of a hook, as `gatehouse hook` would.
 *
 * @param used approvals that the daemon has used up
 * @param tracing absent: nothing is traced
 * @throws Error for an agent that has no hooks
 */
export async function answerCall(
  projects: Projects,
  home: string,
  { agent, payload, caller, folder, folderIs, parent }: HookCall,
  used: Set<string>,
  tracing?: Tracing,
): Promise<HookPrinted> {
  const host = WIRED_HOSTS.find(({ name }) => name === agent);
  if (host === undefined) throw new Error(`no agent ${agent} has hooks`);
  const { stdout, stderr, exitCode } = await answerHook(host, payload, {
    decide: async (event) => {
      if (isOfNoTable(event)) await noteUnlistedTool(home, event);
      return await projects.decide(projectOf({ folder, folderIs }, event, home), event);
    },
    ...onThisMachine(
      { home, env: process.env },
      (event) => {
        const { project, also } = projectOf({ folder, folderIs }, event, home);
        return [project, ...also];
      },
      { caller, used },
    ),
    deadlineMs: DEADLINE_MS,
    tracer: tracing?.tracerUnder(parent),
    say: () => undefined,
  });
  tracing?.give();
  return { stdout, stderr, exitCode };
}
