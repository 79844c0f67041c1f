import type { AgentName } from "../agent-name.js";
import type { Cell } from "./cell.js";

/** A call that runs because the agent ignores every hook there, whatever the hook does. */
export interface Ignored {
  readonly agents: readonly AgentName[];
  readonly part: string;
  readonly name: string;
  readonly reason: string;
}

/** Each with its reason; nothing else that is open is forgiven. */
export const IGNORED: readonly Ignored[] = [
  {
    agents: ["claude-code", "codex", "gemini-cli", "qwen-code"],
    part: "fault",
    name: "kill -9 of the whole command line",
    reason:
      "the agent takes the death of the hook's shell for no answer, and nothing is left that could give one",
  },
  {
    agents: ["claude-code", "codex", "gemini-cli", "copilot", "qwen-code"],
    part: "fault",
    name: "the whole command line is frozen",
    reason:
      "the agent runs the tool when its own time limit is over, and nothing is left that could answer before",
  },
];

/** A cell, forgiven where the table has it. */
export function forgive(cell: Cell): Cell {
  if (cell.verdict !== "open") return cell;
  const row = IGNORED.find(
    ({ agents, part, name }) => agents.includes(cell.agent) && part === cell.part && name === cell.name,
  );
  return row === undefined ? cell : { ...cell, verdict: "known", note: row.reason };
}
