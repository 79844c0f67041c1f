import {
  hookedCalls,
  SESSION_FORMATS,
  type SessionCall,
  sessionCallKey,
} from "@gatehouse-hooks/hosts/sessions";
import type { LogPlace, Replay, ReplayInput } from "@gatehouse-hooks/replay";
import type { SessionGroup } from "./find-logs.js";
import { knownCalls } from "./known-calls.js";
import type { ShardWatch } from "./shard-watch.js";
import { readSessionFile } from "./session-files.js";

/** Calls between two looks at whether to stop. */
const BETWEEN = 256;

/**
 * Replays the sessions of a group, one after the other. Each call is replayed once: what a fork has copied is left out.
 *
 * @returns false: it was stopped
 */
export async function replaySessions(
  replay: Omit<Replay, "part">,
  { files }: SessionGroup,
  { pause }: ShardWatch,
): Promise<boolean> {
  const known = knownCalls();
  for (const { file, path, agent, form, began, size } of files) {
    const format = SESSION_FORMATS.find((one) => one.agent === agent && one.form === form);
    if (format === undefined) throw new TypeError(`no reader of sessions of ${agent}`);
    replay.open(path, 0);
    let calls = 0;
    for await (const item of readSessionFile({ path: file, format, began })) {
      const at = (line: number): LogPlace => ({ path, line, offset: null });
      if (item.kind === "issue") {
        replay.refuse(at(item.issue.line ?? 0), item.issue);
        continue;
      }
      if (known.isNew(sessionCallKey(item.call)))
        for (const call of hookedCalls(item.call)) replay.add(inputOf(call, at(item.place.line)));
      else replay.copy();
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
