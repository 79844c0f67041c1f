import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { askedCalls } from "../approvals/asked-calls.js";
import { settleAsk } from "../approvals/settle-ask.js";
import process from "node:process";
import { answerHook } from "@gatehouse-hooks/core/hook";
import { recentDecisions } from "../recent/recent-decisions.js";
import { noteUnlistedTool } from "../hook/unlisted-tools.js";
import { projectOf } from "@gatehouse-hooks/local/places";
import type { HookPrinted, HookCall } from "./hook-call.js";
import type { Projects } from "./projects.js";

/** In ms; the caller has half of its own deadline left when this one is over. */
const DEADLINE_MS = 20_000;

/**
 * Answers one call of a hook, as `gatehouse hook` would.
 *
 * @throws Error for an agent that has no hooks
 */
export async function answerCall(
  projects: Projects,
  home: string,
  { agent, payload, folder, folderIs }: HookCall,
): Promise<HookPrinted> {
  const host = WIRED_HOSTS.find(({ name }) => name === agent);
  if (host === undefined) throw new Error(`no agent ${agent} has hooks`);
  const { stdout, stderr, exitCode } = await answerHook(host, payload, {
    decide: async (event) => {
      await noteUnlistedTool(home, event);
      return await projects.decide(projectOf({ folder, folderIs }, event, home), event);
    },
    decided: (decision, event) => recentDecisions(home).keep(decision, event),
    checkRewrite: async (decision, event) => {
      const { checkRewrite } = await import("../own-rules/check-rewrite.js");
      const { project, also } = projectOf({ folder, folderIs }, event, home);
      return await checkRewrite(decision, event, { home, env: process.env, projects: [project, ...also] });
    },
    deadlineMs: DEADLINE_MS,
    settle: (decision, event) => settleAsk(askedCalls(home), decision, event),
    say: () => undefined,
  });
  return { stdout, stderr, exitCode };
}
