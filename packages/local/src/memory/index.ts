import { cellsOf, type Decision, type Event, type PolicySet, type Remembered } from "@gatehouse-hooks/engine";
import { HOSTS } from "@gatehouse-hooks/hosts";
import { decideWithMemory, type Notice, readRemembered } from "@gatehouse-hooks/runtime";
import { noteLine } from "@gatehouse-hooks/console/print";
import { join } from "node:path";
import { requireHome } from "../private-folder.js";
import type { Context } from "../settings.js";
import { fileMemoryStore } from "./file-memory-store.js";

export { fileMemoryStore } from "./file-memory-store.js";
export { type KeptMemory, keptMemories, type MemoryOwner, ownerOf } from "./kept-memories.js";

/** Where the memory of sessions is: in the folder that `init` makes, which own-config guards. */
export function memoryFolder(home: string): string {
  return join(requireHome(home), ".gatehouse", "state", "memory");
}

/** What this user's sessions remember when an event comes: nothing is changed by looking. Undefined where the policies remember nothing. */
export async function rememberedHere(
  { home }: Pick<Context["io"], "home">,
  set: PolicySet,
  event: Event,
): Promise<Remembered | undefined> {
  if (cellsOf(set).length === 0) return undefined;
  return await readRemembered(set, event, { store: fileMemoryStore(memoryFolder(home)), hosts: HOSTS });
}

/**
 * Decides with the memory of this user's sessions; notices are written for the person who runs the command.
 *
 * @param decide decides the event with what is remembered
 */
export async function decideRemembering(
  { io, noticeColors }: Pick<Context, "io" | "noticeColors">,
  set: PolicySet,
  event: Event,
  decide: (remembered: Remembered) => Promise<Decision>,
): Promise<Decision> {
  const store = fileMemoryStore(memoryFolder(io.home));
  const onNotice = ({ message }: Notice): void => {
    io.stderr.write(`${noteLine(noticeColors, message)}\n`).catch(() => undefined);
  };
  return await decideWithMemory(set, event, { store, hosts: HOSTS, onNotice }, decide);
}
