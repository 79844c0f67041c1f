import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { AgentName } from "../agent-name.js";
import { runBoxedFile } from "../box/run-boxed-file.js";
import { installCommand } from "../install/install-command.js";
import { installedNode } from "../install/installed-node.js";
import type { OrdinaryRun, Outcome } from "./outcome.js";
import type { OrdinaryOptions } from "./session.js";

const root = path.resolve(import.meta.dirname, "../../..");

export interface OrdinarySettings {
  /** Where the agents are installed. */
  readonly folder: string;
  readonly agents: readonly AgentName[];
  /** Where the versions of Node are installed. */
  readonly nodes: string;
  /** Major versions of Node. */
  readonly versions: readonly string[];
}

/**
 * Plays ordinary calls in each agent, with the packed and installed command and the policies that `gatehouse init` writes,
 * once for each version of Node that the hook runs with.
 *
 * @param say told of each step
 */
export async function playOrdinary(
  { folder, agents, nodes, versions }: OrdinarySettings,
  say: (line: string) => void,
): Promise<readonly OrdinaryRun[]> {
  mkdirSync(path.join(root, "tmp"), { recursive: true });
  const work = mkdtempSync(path.join(root, "tmp", "ordinary-"));
  const runs: OrdinaryRun[] = [];
  try {
    say("building, packing and installing the command");
    const { gatehouse } = installCommand(work);
    for (const version of versions) {
      const node = installedNode(nodes, version);
      for (const agent of agents) {
        const options: OrdinaryOptions = { agent, folder, gatehouse, node };
        const outcomes: Outcome[] = [];
        await runBoxedFile(
          { file: "ordinary/session.ts", options, readable: [folder, nodes] },
          (line) => void outcomes.push(line as Outcome),
        );
        runs.push({ agent, version, outcomes });
        const failed = outcomes.filter(({ ok }) => !ok).map(({ name }) => name);
        say(`${agent}, Node ${version}: ${failed.length === 0 ? "ok" : `not ${failed.join(", ")}`}`);
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return runs;
}
