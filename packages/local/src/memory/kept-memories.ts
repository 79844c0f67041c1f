import { isRecord, isStrings, own, parseJson } from "@gatehouse-hooks/json";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { statesIn, versionText, versionsIn } from "./file-memory-store.js";

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
    // A subagent's, whose memory is that of the session that has started it.
    if (text.startsWith('{"shares":')) continue;
    const at = (await stat(own).catch(() => null))?.mtimeMs ?? 0;
    all.push({ owner: ownerIn(text), text, at, forget: () => rm(own, { recursive: true, force: true }) });
  }
  return all.toSorted((a, b) => b.at - a.at);
}

function ownerIn(text: string): MemoryOwner | null {
  const { value } = parseJson(text, { maxNodes: 1_000_000 });
  const of = isRecord(value) ? own(value, "of") : undefined;
  return typeof of === "string" ? ownerOf(of) : null;
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
