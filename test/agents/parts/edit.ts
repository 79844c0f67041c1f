import type { PolicyState } from "../hook/hook-under-test.js";
import type { SessionPlace } from "../session/session-place.js";
import { playCalls } from "./calls.js";
import { type Part, equipHook } from "./part.js";

/** Policies are edited in the middle of a session: the next call is decided by what they say then. */
export const edit: Part = (bench) => {
  if (!bench.wants("edit")) return Promise.resolve([]);
  const write = (state: PolicyState) => (place: SessionPlace) => bench.hook.writePolicies(place, state);
  const call = { decision: "edited" } as const;
  return playCalls(bench, {
    part: "edit",
    native: "allow",
    calls: [
      { ...call, name: "as first written", number: 1, expected: "runs" },
      { ...call, name: "edited to deny", number: 2, expected: "stays", before: write("edited") },
      { ...call, name: "cut in the middle", number: 3, expected: "stays", before: write("broken") },
      { ...call, name: "edited back", number: 4, expected: "runs", before: write("first") },
    ],
    equip: async (place, env) => void (await equipHook(bench, place, env)),
  });
};
