import type { AgentName } from "./agent-name.js";
import { runBoxedAgent } from "./box/run-boxed-agent.js";
import type { Planted } from "./hook/stand-in/planted.js";
import type { Cell } from "./parts/cell.js";
import { SELF_TESTS, type SelfTestRow } from "./self-test.table.js";

/**
 * Whether the harness reports each mistake that a hook can make.
 *
 * @param folder where the agents are installed
 * @param say told of each mistake
 */
export async function selfTest(
  folder: string,
  names: readonly AgentName[],
  say: (line: string) => void,
): Promise<boolean> {
  let missed = 0;
  for (const agent of names) {
    const rows = SELF_TESTS.filter(({ agents }) => agents.includes(agent));
    for (const planted of new Set(rows.map((row) => row.planted))) {
      const own = rows.filter((row) => row.planted === planted);
      const cells = await driveMistake(folder, agent, planted, own);
      for (const row of own) {
        const verdict = cells.find((cell) => isOf(cell, row))?.verdict ?? "no cell";
        const isReported = verdict === (row.verdict ?? "open");
        if (!isReported) missed += 1;
        const what = `${agent}, hook that is \`${planted}\`: ${row.part}: ${row.name} (${row.native})`;
        say(`${what}: ${isReported ? "reported" : `missed, it says ${verdict}`}`);
      }
    }
  }
  return missed === 0;
}

/** Only the parts that the rows are of are driven. */
async function driveMistake(
  folder: string,
  agent: AgentName,
  planted: Planted,
  rows: readonly SelfTestRow[],
): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  const hook = { kind: "stand-in", planted } as const;
  const natives = [...new Set(rows.map(({ native }) => native))];
  const names = rows.map(({ part, name }) =>
    part === "decision" || part === "fault" ? `${part}: ${name}` : part,
  );
  const only = `^(?:${[...new Set(names)].join("|")})`;
  await runBoxedAgent({ agent, folder, hook, readable: [], natives, only }, (cell) => cells.push(cell));
  return cells;
}

function isOf(cell: Cell, { part, name, native }: SelfTestRow): boolean {
  return cell.part === part && cell.name === name && cell.native === native;
}
