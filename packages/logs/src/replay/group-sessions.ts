import { SESSION_FORMATS, sessionCallKey } from "@gatehouse-hooks/hosts/sessions";
import type { AgentFile, SessionGroup } from "./find-logs.js";
import { knownCalls } from "./known-calls.js";
import { readSessionFile } from "./read-session-file.js";
import type { SessionItem } from "./session-item.js";

/** A session of a group. */
export interface GroupSession {
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
