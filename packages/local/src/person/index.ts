import { type Io, type Terminal, UsageError } from "@gatehouse-hooks/console";
import {
  aboveTerminal,
  type AskingProcess,
  askingProcess,
  madeByAgent,
  runningAgents,
} from "./made-by-agent.js";
import { processesFrom, type SeenProcess } from "./process-tree.js";

export type { AskingProcess } from "./made-by-agent.js";

const OWN_TERMINAL =
  "use a terminal of your own: one that was open before the agent, or that you have logged in to";

/**
 * Makes sure that who types is a person: no agent has made the terminal, or shares it.
 *
 * @param asking the agents whose calls wait
 * @throws UsageError
 */
export function requirePerson({ process }: Terminal, asking: readonly AskingProcess[] = []): void {
  const why = process === undefined ? undefined : madeBy(processesFrom(process), asking);
  if (why === undefined) return;
  throw new UsageError(`what is typed here does not count as a person's: ${why}`, OWN_TERMINAL);
}

/**
 * Makes sure that no agent runs a command that makes something looser. Where there is a terminal, who types has to be a person; a script or
 * a job of a build has none, and is refused where anything says that an agent has started it.
 *
 * @param asking the agents whose calls wait
 * @throws UsageError
 */
export function refuseAgent(
  { terminal, process }: Pick<Io, "terminal" | "process">,
  asking: readonly AskingProcess[] = [],
): void {
  const typedOn = terminal?.();
  if (typedOn !== undefined) {
    requirePerson(typedOn, asking);
    return;
  }
  const from = process === undefined ? [] : processesFrom(process);
  const why = from.length === 0 ? undefined : madeBy(from, asking);
  if (why !== undefined) throw new UsageError(`this is for a person to do: ${why}`, OWN_TERMINAL);
}

function madeBy(from: readonly SeenProcess[], asking: readonly AskingProcess[]): string | undefined {
  return madeByAgent(from, [...asking, ...runningAgents()]);
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
