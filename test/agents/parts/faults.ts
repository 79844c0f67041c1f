import { playCalls } from "./calls.js";
import type { Cell } from "./cell.js";
import { FAULTS } from "./faults.table.js";
import { type Part, equipHook } from "./part.js";

const DISTURB_EVERY_MS = 10;

/** Each way in which the hook can break, while it has to deny a call. */
export const faults: Part = async (bench) => {
  const cells: Cell[] = [];
  for (const { name, decision, spoil, disturb } of FAULTS.filter(({ name }) => bench.wants("fault", name))) {
    for (const native of bench.natives) {
      let timer: NodeJS.Timeout | undefined;
      const played = await playCalls(bench, {
        part: "fault",
        native,
        calls: [{ name, decision, number: 1, expected: "stays" }],
        async equip(place, env) {
          const files = await equipHook(bench, place, env);
          spoil?.(files);
          if (disturb) timer = setInterval(() => disturb(place), DISTURB_EVERY_MS);
        },
      });
      clearInterval(timer);
      cells.push(...played);
    }
  }
  return cells;
};
