import { type Terminal, UsageError } from "@gatehouse-hooks/console";
import { aboveTerminal, type AskingProcess, askingProcess, madeByAgent } from "./made-by-agent.js";
import { processesFrom } from "./process-tree.js";

export type { AskingProcess } from "./made-by-agent.js";

/**
 * Makes sure that who types is a person: no agent has made the terminal, or shares it.
 *
 * @param asking the agents whose calls wait
 * @throws UsageError
 */
export function requirePerson({ process }: Terminal, asking: readonly AskingProcess[] = []): void {
  const why = process === undefined ? undefined : madeByAgent(processesFrom(process), asking);
  if (why === undefined) return;
  throw new UsageError(
    `what is typed here does not count as a person's: ${why}`,
    "use a terminal of your own: one that was open before the agent, or that you have logged in to",
  );
}

/** Why nobody on the terminal that a hook shares with its agent counts as a person; undefined: nothing says so. */
export function whyNoPerson({ process }: Terminal): string | undefined {
  if (process === undefined) return undefined;
  const from = processesFrom(process);
  const above = aboveTerminal(from);
  return from.length > 0 && above.length === 0 ? undefined : madeByAgent(above);
}

/** The process of the agent that has started what a hook is called by. */
export function agentAbove(caller: number): AskingProcess | undefined {
  return askingProcess(processesFrom(caller));
}
