import { AGENT_NAMES, type AgentName } from "../agent-name.js";
import type { Cell, CellVerdict } from "../parts/cell.js";

/** A row of the table: a cell's name with one verdict for each agent. */
export interface Row {
  readonly part: string;
  readonly name: string;
  readonly native: string;
  readonly marks: readonly string[];
}

/** The agents that have cells, in the order of the table. */
export function agentsOf(cells: readonly Cell[]): readonly AgentName[] {
  return AGENT_NAMES.filter((name) => cells.some(({ agent }) => agent === name));
}

/** One row for each part, name and permission. */
export function rowsOf(cells: readonly Cell[]): readonly Row[] {
  const agents = agentsOf(cells);
  const keys = new Map<string, Cell>();
  for (const cell of cells) {
    const key = JSON.stringify([cell.part, cell.name, cell.native]);
    if (!keys.has(key)) keys.set(key, cell);
  }
  return [...keys.values()].map(({ part, name, native }) => ({
    part,
    name,
    native,
    marks: agents.map((agent) =>
      mark(
        cells.find(
          (cell) =>
            cell.agent === agent && cell.part === part && cell.name === name && cell.native === native,
        ),
      ),
    ),
  }));
}

const TROUBLE: Readonly<Record<Exclude<CellVerdict, "ok" | "known">, string>> = {
  open: "**RUNS**",
  shut: "**blocked**",
  hangs: "**hangs**",
  untested: "**untested**",
};

function mark(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  if (cell.verdict === "known") return cell.ran ? "runs; hooks ignored" : "no; hangs";
  if (cell.verdict !== "ok") return TROUBLE[cell.verdict];
  if (cell.isSentence === true) return cell.ran ? "yes" : "no";
  return cell.ran ? "runs" : cell.note === "the rewritten call ran" ? "rewritten" : "no";
}
