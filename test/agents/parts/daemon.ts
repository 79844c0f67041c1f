import { setTimeout as sleep } from "node:timers/promises";
import { type SessionProcess, sessionProcesses, signalAll } from "../session/processes.js";
import type { SessionPlace } from "../session/session-place.js";
import { playCalls } from "./calls.js";
import { type Part, equipHook } from "./part.js";

const TIMEOUT_SECONDS = 10;
/** How long a daemon may take to be there after the call that started it. */
const START_MS = 3_000;

/** The daemon is killed and frozen in the middle of a session: each call is decided as before. */
export const daemon: Part = (bench) => {
  if (!bench.wants("daemon")) return Promise.resolve([]);
  let signalled = 0;
  const strike = (signal: NodeJS.Signals) => async (place: SessionPlace) => {
    const found = await daemons(place);
    signalled = found.length;
    signalAll(found, signal);
  };
  const note = (): string => (signalled === 0 ? "no daemon was running" : "");
  return playCalls(bench, {
    part: "daemon",
    native: "allow",
    calls: [
      { name: "before, denied", decision: "deny", number: 1, expected: "stays" },
      { name: "before, allowed", decision: "allow", number: 1, expected: "runs" },
      {
        name: "killed, denied",
        decision: "deny",
        number: 2,
        expected: "stays",
        before: strike("SIGKILL"),
        note,
      },
      { name: "killed, allowed", decision: "allow", number: 2, expected: "runs" },
      {
        name: "frozen, denied",
        decision: "deny",
        number: 3,
        expected: "stays",
        before: strike("SIGSTOP"),
        note,
      },
      { name: "frozen, allowed", decision: "allow", number: 3, expected: "runs" },
    ],
    equip: (place) => void equipHook(bench, place, TIMEOUT_SECONDS),
  });
};

async function daemons({ home }: SessionPlace): Promise<readonly SessionProcess[]> {
  const end = Date.now() + START_MS;
  for (;;) {
    const found = sessionProcesses(home).filter(({ argv }) => argv.includes("daemon"));
    if (found.length > 0 || Date.now() > end) return found;
    await sleep(50);
  }
}
