import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { type KeptMemory, keptMemories, memoryFolder, type MemoryOwner } from "@gatehouse-hooks/local/memory";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import { memoryLines, sessionLines } from "./memory-lines.js";
import { type ShownMemory, shownMemory } from "./shown-memory.js";

/** What `gatehouse memory --json` prints. */
export interface MemoriesJson {
  readonly memory: readonly ShownMemory[];
}

/** The most sessions that are listed without a name. */
const MOST_LISTED = 20;

/**
 * `gatehouse memory`: the sessions of which something is remembered, the last one first. `gatehouse memory SESSION`: its cells, those of
 * its agents, of this project and of the user, each with the event that it has its value from.
 *
 * @throws UsageError where nothing is kept of the session
 */
export async function showMemory(context: Context, session: string | undefined): Promise<ExitCode> {
  const { io, settings } = context;
  const now = Date.now();
  const { set } = await loadPolicies(io, settings);
  const kept = ownedMemories(await keptMemories(memoryFolder(io.home)));
  const shown = (all: readonly OwnedMemory[]): readonly ShownMemory[] =>
    all.map((one) => shownMemory(set, one, now));
  if (session === undefined) {
    const memory = shown(kept.filter(({ owner }) => owner.scope === "session").slice(0, MOST_LISTED));
    const lines = memory.length === 0 ? ["nothing is remembered of any session"] : sessionLines(memory, now);
    await printResult(context, { memory } satisfies MemoriesJson, lines);
    return exitCode.fine;
  }
  const own = memoriesOf(kept, session);
  if (own.length === 0)
    throw new UsageError(
      `nothing is remembered of a session \`${printable(session)}\``,
      "`gatehouse memory` lists the sessions",
    );
  const isWider = ({ owner }: OwnedMemory): boolean =>
    owner.scope === "user" || (owner.scope === "project" && owner.folder === settings.project);
  const wider = shown(kept.filter(isWider)).filter(({ cells }) => cells === null || cells.length > 0);
  const memory = [...shown(own), ...wider];
  await printResult(context, { memory } satisfies MemoriesJson, memoryLines(memory, now));
  return exitCode.fine;
}

/** A state whose owner is known. */
export type OwnedMemory = KeptMemory & { readonly owner: MemoryOwner };

/** The states whose owners are known. */
export function ownedMemories(all: readonly KeptMemory[]): readonly OwnedMemory[] {
  return all.flatMap((one) => (one.owner === null ? [] : [{ ...one, owner: one.owner }]));
}

/** What is kept of a session and of the agents in it, the session first. */
export function memoriesOf(all: readonly OwnedMemory[], session: string): readonly OwnedMemory[] {
  const isOf = ({ owner }: OwnedMemory): boolean => "session" in owner && owner.session === session;
  const own = all.filter(isOf);
  return [
    ...own.filter(({ owner }) => owner.scope === "session"),
    ...own.filter(({ owner }) => owner.scope !== "session"),
  ];
}
