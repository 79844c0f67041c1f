import { wholeCommandLine } from "./hook-command-line.js";
import type { Launcher } from "./launcher.js";
import { timeoutOf, type Wiring } from "@gatehouse-hooks/local/agents";

/** Without the key such a hook is not asked where the person lets everything pass; earlier versions do not know it. */
const PREEMPTS = [
  "preempt_yolo: this hook is asked with --yolo, too.",
  "A docker-agent of before 2026-09 does not know the key: leave it out there, and do not use --yolo.",
];

/** The lines to put into an agent's file by hand, where the agent has no file for all projects. */
export function manualSteps(wiring: Wiring, launcher: Launcher): readonly string[] {
  const lines = wiring.events.flatMap((event) => {
    const command = wholeCommandLine(wiring.agent, { ...launcher, blocks: event.blocks === true });
    const hook = `{ type: command, timeout: ${timeoutOf(wiring)}, command: ${JSON.stringify(command)} }`;
    const entry =
      event.tool === true
        ? `- { matcher: ".*", ${event.blocks === true ? "preempt_yolo: true, " : ""}hooks: [${hook}] }`
        : `- ${hook}`;
    const why = event.tool === true && event.blocks === true ? PREEMPTS : [];
    return [`      ${event.name}:`, ...why.map((line) => `        # ${line}`), `        ${entry}`];
  });
  return ["agents:", "  root: # each agent of the file", "    hooks:", ...lines];
}
