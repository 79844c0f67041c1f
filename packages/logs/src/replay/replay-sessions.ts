import {
  hookedCalls,
  SESSION_FORMATS,
  type SessionCall,
  sessionCallKey,
} from "@gatehouse-hooks/hosts/sessions";
import type { LogPlace, Replay, ReplayInput } from "@gatehouse-hooks/replay";
import type { AgentFile, SessionGroup } from "./find-logs.js";
import { readSessionFile } from "./read-session-file.js";
import type { SessionItem } from "./find-session-files.js";
import { MAX_KNOWN_CALLS } from "./session-limits.js";

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
      if (item.kind === "prompt") {
        replay.saw(item.prompt.event, item.prompt.at);
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

/** A session of a group. */
interface GroupSession {
  readonly file: AgentFile;
  /** What it holds, in its order. A copy is a call that was read before: a fork has it, too. */
  readonly items: AsyncGenerator<SessionItem | { readonly kind: "copy" }, void, undefined>;
}

/** The sessions of a group in their order, to be read one after the other: each call once. */
export function* groupSessions({ files }: SessionGroup): Generator<GroupSession, void, undefined> {
  const known = knownCalls();
  for (const file of files) yield { file, items: itemsOf(file, known) };
}

async function* itemsOf(
  { file, agent, form }: AgentFile,
  known: ReturnType<typeof knownCalls>,
): GroupSession["items"] {
  const format = SESSION_FORMATS.find((one) => one.agent === agent && one.form === form);
  if (format === undefined) throw new TypeError(`no reader of sessions of ${agent}`);
  for await (const item of readSessionFile({ path: file, format }))
    yield item.kind === "call" && !known.isNew(sessionCallKey(item.call)) ? { kind: "copy" } : item;
}

/** Remembers the latest calls, so that a copy of one is known. */
interface KnownCalls {
  /** Whether a call with this key has not been seen; from now on it has. */
  readonly isNew: (key: string) => boolean;
}

/** Knows none yet. A copy comes soon after its original, since files are read in the order in which they began. */
function knownCalls(most: number = MAX_KNOWN_CALLS): KnownCalls {
  const keys = new Set<string>();
  return {
    isNew(key) {
      if (keys.has(key)) return false;
      keys.add(key);
      if (keys.size > most) for (const oldest of keys) if (keys.delete(oldest)) break;
      return true;
    },
  };
}

/** What goes on around a shard. */
export interface ShardWatch {
  /** So many bytes and lines more were read. True: stop. */
  readonly pause: (bytes: number, lines: number) => boolean | Promise<boolean>;
}
