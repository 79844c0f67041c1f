import { isRecord, isStrings, own, parseJson } from "@gatehouse-hooks/json";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileMemoryStore, statesIn, versionText, versionsIn } from "./file-memory-store.js";

/** Whose a state is: of a session or an agent in it with their names, of the project in a folder, or of the user. */
export type MemoryOwner =
  | { readonly scope: "session"; readonly host: string; readonly session: string }
  | { readonly scope: "agent"; readonly host: string; readonly session: string; readonly agent: string }
  | { readonly scope: "project"; readonly folder: string }
  | { readonly scope: "user" };

/** A state that is kept. */
export interface KeptMemory {
  /** Null: it is damaged, or was written before its owner was written with it. */
  readonly owner: MemoryOwner | null;
  readonly text: string;
  /** When it was written last: milliseconds since 1970. */
  readonly at: number;
  readonly forget: () => Promise<void>;
}

/** All states of a folder, the one that was written last first. */
export async function keptMemories(folder: string): Promise<readonly KeptMemory[]> {
  const all: KeptMemory[] = [];
  for (const name of await statesIn(folder)) {
    const own = join(folder, name);
    const version = (await versionsIn(own)).at(-1);
    if (version === undefined) continue;
    const text = (await versionText(join(own, String(version)))) ?? "";
    if (NOT_SHOWN.some((begin) => text.startsWith(begin))) continue;
    const at = (await stat(own).catch(() => null))?.mtimeMs ?? 0;
    all.push({ owner: ownerIn(text), text, at, forget: () => forget(folder, own, text) });
  }
  return all.toSorted((a, b) => b.at - a.at);
}

/** A subagent's, whose memory is that of the session that has started it; that an agent tells starts; a session that was forgotten. */
const NOT_SHOWN: readonly string[] = ['{"shares":', '{"starts":', '{"forgotten":'];

/** A session that is gone has a past that is not known; one that was forgotten begins anew, and that has to be kept. */
async function forget(folder: string, own: string, text: string): Promise<void> {
  const key = keyIn(text);
  await rm(own, { recursive: true, force: true });
  if (key === undefined || ownerOf(key)?.scope !== "session") return;
  const empty = { v: 1, n: 0, at: 0, key: Math.floor(Math.random() * 2 ** 31), cells: {}, pending: [] };
  await fileMemoryStore(folder).write(key, 0, JSON.stringify({ forgotten: true, ...empty, of: key }));
}

function ownerIn(text: string): MemoryOwner | null {
  const key = keyIn(text);
  return key === undefined ? null : ownerOf(key);
}

/** The key that a state was written under. */
function keyIn(text: string): string | undefined {
  const { value } = parseJson(text, { maxNodes: 1_000_000 });
  const of = isRecord(value) ? own(value, "of") : undefined;
  return typeof of === "string" ? of : undefined;
}

/** The owner that a key names, as the runtime makes keys. */
export function ownerOf(key: string): MemoryOwner | null {
  if (key === "user") return { scope: "user" };
  const [, scope = "", rest = ""] = /^([a-z]+):(.*)$/s.exec(key) ?? [];
  if (scope === "project") return { scope, folder: rest };
  if (scope === "session") {
    const session = pairOf(rest);
    return session === null ? null : { scope, host: session[0], session: session[1] };
  }
  if (scope !== "agent") return null;
  const [name, agent] = pairOf(rest) ?? [];
  const session = pairOf(name ?? "");
  return session === null || agent === undefined
    ? null
    : { scope, host: session[0], session: session[1], agent };
}

function pairOf(text: string): readonly [string, string] | null {
  const { value } = parseJson(text);
  if (value === undefined || !isStrings(value)) return null;
  const [first, second] = value;
  return first === undefined || second === undefined ? null : [first, second];
}
