import { playCalls } from "./calls.js";
import { type Part, equipHook } from "./part.js";

/** What a user does in a new home, then a call that is denied and one that is allowed. */
export const init: Part = async (bench) => {
  if (!bench.wants("init")) return [];
  return playCalls(bench, {
    part: "init",
    native: "allow",
    calls: [
      { name: "denied", decision: "deny", number: 1, expected: "stays" },
      { name: "allowed", decision: "allow", number: 1, expected: "runs" },
    ],
    equip: async (place, env) => void (await equipHook(bench, place, env)),
  });
};
