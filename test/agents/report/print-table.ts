import type { AgentName } from "../agent-name.js";
import { type Cell, isRed } from "../parts/cell.js";
import { agentsOf, rowsOf } from "./rows.js";

/** The table for a terminal, and what is wrong in it. */
export function printTable(cells: readonly Cell[], versions: ReadonlyMap<AgentName, string>): string {
  const head = ["part", "call", "own permission", ...titles(cells, versions)];
  const rows = rowsOf(cells).map(({ part, name, native, marks }) => [part, name, native, ...marks]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const lines = [head, ...rows].map((row) =>
    row
      .map((word, column) => word.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const red = cells.filter(isRed);
  const wrong = red.map(({ agent, part, name, native, verdict, note }, index) => {
    // One cause often has many cells.
    const why = note === red[index - 1]?.note ? "" : note.replace(/\s+/g, " ");
    return `${agent} ${part}: ${name} (${native}): ${verdict}${why === "" ? "" : `; ${why}`}`;
  });
  return `${[...lines, "", ...wrong, `${cells.length} cells, ${red.length} wrong`].join("\n")}\n`;
}

/** The agents with their versions. */
export function titles(cells: readonly Cell[], versions: ReadonlyMap<AgentName, string>): readonly string[] {
  return agentsOf(cells).map((agent) => `${agent} ${versions.get(agent) ?? ""}`.trim());
}
