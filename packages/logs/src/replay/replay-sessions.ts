import { hookedCalls, type SessionCall } from "@gatehouse-hooks/hosts/sessions";
import type { LogPlace, Replay, ReplayInput } from "@gatehouse-hooks/replay";
import type { SessionGroup } from "./find-logs.js";
import { groupSessions } from "./group-sessions.js";
import type { ShardWatch } from "./shard-watch.js";

/** Calls between two looks at whether to stop. */
const BETWEEN = 256;

/**
 * Replays the sessions of a group, one after the other. Each call is replayed once: what a fork has copied is left out.
 *
 * @returns false: it was stopped
 */
export async function replaySessions(
  replay: Omit<Replay, "part">,
  group: SessionGroup,
  { pause }: ShardWatch,
): Promise<boolean> {
  for (const { file, items } of groupSessions(group)) {
    const { path, size } = file;
    replay.open(path, 0);
    let calls = 0;
    for await (const item of items) {
      const at = (line: number): LogPlace => ({ path, line, offset: null });
      if (item.kind === "issue") {
        replay.refuse(at(item.issue.line ?? 0), item.issue);
        continue;
      }
      if (item.kind === "copy") replay.copy();
      else for (const call of hookedCalls(item.call)) replay.add(inputOf(call, at(item.place.line)));
      calls++;
      if (calls % BETWEEN === 0 && (await pause(0, BETWEEN))) return false;
    }
    if (await pause(size, calls % BETWEEN)) return false;
  }
  return true;
}

function inputOf(call: SessionCall, place: LogPlace): ReplayInput {
  const { event, at, session, agent, outcome, by, person = null } = call;
  return { place, event, at, session, agent, happened: { outcome, by, person }, live: null };
}
