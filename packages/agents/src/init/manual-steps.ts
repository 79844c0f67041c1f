import { wholeCommandLine } from "./hook-command-line.js";
import type { Launcher } from "./launcher.js";
import { timeoutOf, type Wiring } from "@gatehouse-hooks/local/agents";

/** The lines to put into an agent's file by hand, where the agent has no file for all projects. */
export function manualSteps(wiring: Wiring, launcher: Launcher): readonly string[] {
  const lines = wiring.events.flatMap((event) => {
    const command = wholeCommandLine(wiring.agent, { ...launcher, blocks: event.blocks === true });
    const hook = `{ type: command, timeout: ${timeoutOf(wiring)}, command: ${JSON.stringify(command)} }`;
    const entry =
      event.tool === true
        ? `- { matcher: ".*", ${event.blocks === true ? "preempt_yolo: true, " : ""}hooks: [${hook}] }`
        : `- ${hook}`;
    return [`      ${event.name}:`, `        ${entry}`];
  });
  return ["agents:", "  root: # each agent of the file", "    hooks:", ...lines];
}
