import type { AgentName } from "../../agent-name.js";
import type { HookFiles } from "../hook-under-test.js";
import type { Planted } from "./planted.js";

/**
 * The command line of the stand-in. Whatever goes wrong before it has answered becomes exit code 2 with words on
 * standard error, which each agent that takes command lines obeys as a deny.
 */
export function standInLine(
  agent: AgentName,
  { node, bin }: HookFiles,
  timeoutSeconds: number,
  planted: Planted | undefined,
): string {
  const mistake = planted === undefined ? "" : ` --planted ${planted}`;
  const program = `'${node}' '${bin}' hook ${agent} --timeout ${timeoutSeconds}${mistake}`;
  if (planted === "bare" || planted === "exit-1") return program;
  return `${program} || { echo 'the hook failed, so the call is denied' >&2; exit 2; }`;
}
