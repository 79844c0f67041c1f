import { AGENT_NAMES } from "../agent-name.js";
import type { OrdinaryRun } from "./outcome.js";

/** Outcomes that are about the hook, not calls of the agent. */
export const CHECKS = ["a key is kept", "no daemon ran"] as const;

/** A table of versions by agents, and what was said of each call that was not made. */
export function printRuns(runs: readonly OrdinaryRun[]): string {
  const agents = AGENT_NAMES.filter((name) => runs.some(({ agent }) => agent === name));
  const versions = [...new Set(runs.map(({ version }) => version))];
  const rows = [
    ["hook", ...agents],
    ...versions.map((version) => [
      `Node ${version}`,
      ...agents.map((agent) => mark(runs.find((one) => one.agent === agent && one.version === version))),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const lines = rows.map((row) =>
    row
      .map((word, column) => word.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const failed = runs.flatMap(({ agent, version, outcomes }) =>
    outcomes
      .filter(({ ok }) => !ok)
      .map(({ name, note }) => `${agent}, Node ${version}: not \`${name}\`: ${note.replace(/\s+/g, " ")}`),
  );
  return `${[...lines, ...(failed.length > 0 ? ["", ...failed] : [])].join("\n")}\n`;
}

/** Whether every call was made, and the hook held what it has to hold. */
export function isWhole({ outcomes }: OrdinaryRun): boolean {
  return outcomes.length > CHECKS.length && outcomes.every(({ ok }) => ok);
}

function mark(run: OrdinaryRun | undefined): string {
  if (run === undefined) return "";
  const isCheck = (name: string): boolean => CHECKS.some((check) => check === name);
  const calls = run.outcomes.filter(({ name }) => !isCheck(name));
  const broken = run.outcomes.filter(({ name, ok }) => isCheck(name) && !ok);
  const made = `${calls.filter(({ ok }) => ok).length} of ${calls.length}`;
  return broken.length === 0 ? made : `${made}, but not: ${broken.map(({ name }) => name).join(", ")}`;
}
