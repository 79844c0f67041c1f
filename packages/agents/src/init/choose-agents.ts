import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Io, UsageError } from "@gatehouse-hooks/console";
import { findAgents, type FoundAgent } from "@gatehouse-hooks/local/agents";
import { type InitScope, settingsPath } from "./plan-change.js";

/**
 * The agents that are named; without names, those that are there.
 *
 * @throws UsageError for an unknown name, and where none is there
 */
export function chooseAgents(
  io: Pick<Io, "env" | "home">,
  names: readonly string[],
  scope: InitScope,
): readonly FoundAgent[] {
  const all = findAgents(io);
  const known = all.map(({ wiring }) => wiring.agent).join(", ");
  if (names.length > 0) {
    return [...new Set(names)].map((name) => {
      const found = all.find(({ wiring }) => wiring.agent === name);
      if (found === undefined) throw new UsageError(`unknown agent \`${name}\``, `write one of ${known}`);
      return found;
    });
  }
  const there = all.filter(
    (agent) => agent.present || (scope.kind === "project" && existsSync(dirname(settingsPath(agent, scope)))),
  );
  if (there.length > 0) return there;
  throw new UsageError("no agent was found on PATH or in the home folder", `name one: ${known}`);
}
