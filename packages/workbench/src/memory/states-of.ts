import {
  begin,
  type Decision,
  type Event,
  type PolicySet,
  readEvent,
  type Remembered,
  settle,
} from "@gatehouse-hooks/engine";
import { HOSTS } from "@gatehouse-hooks/hosts";
import { type MemoryOwner, ownerOf } from "@gatehouse-hooks/local/memory";
import { rememberedDecision } from "@gatehouse-hooks/replay";
import { decideWithMemory, processMemoryStore } from "@gatehouse-hooks/runtime";
import type { PastEvent } from "./session-events.js";

/**
 * The states of a session and of the agents in it, of its events: as live, with what these policies decide without asking anybody. What
 * more than this session has a part in is not among them.
 */
export async function statesOf(
  set: PolicySet,
  events: readonly PastEvent[],
): Promise<readonly { readonly key: string; readonly owner: MemoryOwner; readonly text: string }[]> {
  const store = processMemoryStore();
  const keys = new Set<string>();
  let last = 0;
  for (const { event: given, at, happened } of events) {
    last = Math.max(last, at ?? last);
    const read = readEvent(given);
    if (read.kind === "refused") continue;
    const { event } = read;
    const noted = {
      ...store,
      write: async (key: string, version: number, text: string) => {
        keys.add(key);
        return await store.write(key, version, text);
      },
    };
    await decideWithMemory(set, event, { store: noted, hosts: HOSTS, now: () => last }, (remembered) =>
      rememberedDecision(event, unansweredDecision(set, event, remembered), happened),
    );
  }
  const states = [];
  for (const key of keys) {
    const owner = ownerOf(key);
    const kept = await store.read(key);
    if (typeof kept === "string" || owner === null) continue;
    if (owner.scope === "session" || owner.scope === "agent") states.push({ key, owner, text: kept.text });
  }
  return states;
}

/** The decision where no question of a policy is answered. */
function unansweredDecision(set: PolicySet, event: Event, remembered: Remembered): Decision {
  const begun = begin(set, event, { remembered });
  return begun.kind === "pending"
    ? settle(begun, () => ({ kind: "failure", code: "unanswered", message: "nobody is asked" })).decision
    : begun.decision;
}
