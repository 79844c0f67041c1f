import type { AgentName } from "../agent-name.js";
import type { Cell, CellVerdict } from "./cell.js";

/** What an agent does because it ignores every hook there, whatever the hook could do. */
export interface Ignored {
  readonly agents: readonly AgentName[];
  readonly part: string;
  readonly name: string;
  readonly verdict: Extract<CellVerdict, "open" | "hangs">;
  readonly reason: string;
}

const WHOLE_LINE_KILLED = "kill -9 of the whole command line";
const WHOLE_LINE_FROZEN = "the whole command line is frozen";

/** Each with its reason; nothing else that is open is forgiven. */
export const IGNORED: readonly Ignored[] = [
  {
    agents: ["codex", "gemini-cli", "qwen-code"],
    part: "fault",
    name: WHOLE_LINE_KILLED,
    verdict: "open",
    reason:
      "the agent takes the death of the hook's shell for no answer, and nothing is left that could give one",
  },
  {
    agents: ["codex", "copilot", "qwen-code"],
    part: "fault",
    name: WHOLE_LINE_FROZEN,
    verdict: "open",
    reason:
      "the agent runs the tool when its time limit is over, and nothing is left that could answer first",
  },
  {
    agents: ["gemini-cli"],
    part: "fault",
    name: WHOLE_LINE_FROZEN,
    verdict: "hangs",
    reason: "the agent waits for the end of a process that cannot end; the tool does not run",
  },
];

/** A cell, forgiven where the table has it. */
export function forgive(cell: Cell): Cell {
  const row = IGNORED.find(
    ({ agents, part, name, verdict }) =>
      agents.includes(cell.agent) && part === cell.part && name === cell.name && verdict === cell.verdict,
  );
  return row === undefined ? cell : { ...cell, verdict: "known", note: row.reason };
}
