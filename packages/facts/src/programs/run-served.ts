import { type Alternatives, hole } from "@gatehouse-hooks/shell";
import type { PathFact } from "../facts.js";
import type { ProgramCall } from "./program-call.js";

/** What comes from a connection. */
export const FROM_NETWORK: Alternatives = [hole([{ kind: "network" }])];

/**
 * Something runs whose output goes to where the call connects.
 *
 * @param run makes the facts of what runs
 * @returns the files whose content it reads, and so may send
 */
export function readBy(context: ProgramCall, run: () => void): readonly PathFact[] {
  const { reads } = context.reading.lists;
  const before = reads.length;
  run();
  return reads.slice(before).filter((one) => !one.list);
}
