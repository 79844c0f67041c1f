import { loadPolicySet, type PolicySet } from "@gatehouse-hooks/engine";
import { VOCABULARY } from "@gatehouse-hooks/hosts";
import type { ReplayOptions } from "@gatehouse-hooks/replay";
import { derivedAt } from "@gatehouse-hooks/local/places";
import { type CameAt, openRecords, recordedEvidence } from "./open-records.js";
import type { WorkerData } from "./worker-messages.js";

/** What a thread replays with, of plain data: the same in every thread, and in the process itself. */
export async function replayOptions({
  policies,
  against,
  examples,
  place,
  records,
}: Omit<WorkerData, "stop">): Promise<ReplayOptions> {
  const came: CameAt = new WeakMap();
  const evidence = recordedEvidence(records.trail, came);
  const compiled = (text: string): PolicySet =>
    loadPolicySet(text, { ...derivedAt(place, evidence), vocabulary: VOCABULARY }).set;
  return {
    policies: compiled(policies),
    ...(against !== null && { against: compiled(against) }),
    recorded: await openRecords(records, came),
    examples,
  };
}
