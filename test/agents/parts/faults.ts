import { playCalls } from "./calls.js";
import type { Cell } from "./cell.js";
import { FAULTS } from "./faults.table.js";
import { type Part, equipHook } from "./part.js";

/** Short, because it is waited for; a hook has to answer before it is over. */
const TIMEOUT_SECONDS = 5;
const DISTURB_EVERY_MS = 10;

/** Each way in which the hook can break, while it has to deny a call. */
export const faults: Part = async (bench) => {
  const cells: Cell[] = [];
  for (const fault of FAULTS.filter(({ name }) => bench.wants("fault", name))) {
    for (const native of bench.natives) {
      let timer: NodeJS.Timeout | undefined;
      const calls = [
        {
          name: fault.name,
          decision: fault.decision,
          number: 1,
          expected: "stays" as const,
        },
      ];
      const played = await playCalls(bench, {
        part: "fault",
        native,
        calls,
        equip(place) {
          const files = equipHook(bench, place, TIMEOUT_SECONDS, fault.prefix?.(place) ?? "");
          fault.breakFiles?.(files);
          const { disturb } = fault;
          if (disturb) timer = setInterval(() => disturb(place), DISTURB_EVERY_MS);
        },
      });
      clearInterval(timer);
      cells.push(...played);
    }
  }
  return cells;
};
