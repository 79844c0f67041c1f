import type { HookFiles } from "../hook/hook-under-test.js";
import { playCalls } from "./calls.js";
import type { Cell } from "./cell.js";
import { FAULTS } from "./faults.table.js";
import { type Part, equipHook } from "./part.js";
import { sessionProcesses, signalAll } from "../session/processes.js";

const DISTURB_EVERY_MS = 10;

/** Each way in which the hook can break, while it has to deny a call. */
export const faults: Part = async (bench) => {
  const cells: Cell[] = [];
  for (const { name, decision, spoil, disturb } of FAULTS.filter(({ name }) => bench.wants("fault", name))) {
    for (const native of bench.natives) {
      let timer: NodeJS.Timeout | undefined;
      let files: HookFiles | undefined;
      const played = await playCalls(bench, {
        part: "fault",
        native,
        calls: [
          {
            name,
            decision,
            number: 1,
            expected: "stays",
            // Not earlier: a hook that cannot decide about the prompt would block that, and the call would never be made.
            before(place) {
              // A daemon that was started before would answer in place of what is broken now.
              const { home } = place;
              signalAll(
                sessionProcesses(home).filter(({ argv }) => argv.includes("daemon")),
                "SIGKILL",
              );
              if (files) spoil?.(files);
              if (disturb) timer = setInterval(() => disturb(place), DISTURB_EVERY_MS);
            },
          },
        ],
        async equip(place, env) {
          files = await equipHook(bench, place, env);
        },
      });
      clearInterval(timer);
      cells.push(...played);
    }
  }
  return cells;
};
