import { setTimeout as sleep } from "node:timers/promises";
import { type SessionProcess, sessionProcesses, signalAll } from "../session/processes.js";
import type { SessionPlace } from "../session/session-place.js";
import { type CellCall, playCalls } from "./calls.js";
import { type Cell, judgeCell } from "./cell.js";
import { type Part, equipHook } from "./part.js";

/** How long a daemon may take to be there after the call that started it. */
const START_MS = 3_000;

const STRIKES = [
  { name: "killed", signal: "SIGKILL" },
  { name: "frozen", signal: "SIGSTOP" },
] as const;

/** The daemon is killed and frozen in the middle of a session: each call is decided as before. */
export const daemon: Part = async (bench) => {
  if (!bench.wants("daemon")) return [];
  const struck = new Map<string, number>();
  const pair = (name: string, number: number, before?: CellCall["before"]): readonly CellCall[] => [
    { name: `${name}, denied`, decision: "deny", number, expected: "stays", ...(before && { before }) },
    { name: `${name}, allowed`, decision: "allow", number, expected: "runs" },
  ];
  const cells = await playCalls(bench, {
    part: "daemon",
    native: "allow",
    calls: [
      ...pair("as it was started", 1),
      ...STRIKES.flatMap(({ name, signal }, index) =>
        pair(name, index + 2, async (place) => {
          const found = await daemons(place);
          struck.set(name, found.length);
          signalAll(found, signal);
        }),
      ),
    ],
    equip: async (place, env) => void (await equipHook(bench, place, env)),
  });
  // Without a daemon the calls above would show nothing.
  const there = STRIKES.map(({ name }): Cell => {
    const ran = (struck.get(name) ?? 0) > 0;
    const verdict = judgeCell("runs", { reached: struck.has(name), hung: false, ran });
    const note = ran ? "" : "no process with the argument `daemon` was there";
    const cell = { part: "daemon", native: "allow", expected: "runs", ran, verdict, note } as const;
    return { agent: bench.agent.name, name: `one that can be ${name}`, ...cell };
  });
  return [...cells, ...there];
};

async function daemons({ home }: SessionPlace): Promise<readonly SessionProcess[]> {
  const end = Date.now() + START_MS;
  for (;;) {
    const found = sessionProcesses(home).filter(({ argv }) => argv.includes("daemon"));
    if (found.length > 0 || Date.now() > end) return found;
    await sleep(50);
  }
}
