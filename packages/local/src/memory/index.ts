import type { Decision, Event, PolicySet, Remembered } from "@gatehouse-hooks/engine";
import { HOSTS } from "@gatehouse-hooks/hosts";
import { decideWithMemory, type Notice } from "@gatehouse-hooks/runtime";
import { join } from "node:path";
import { requireHome } from "../private-folder.js";
import { fileMemoryStore } from "./file-memory-store.js";

export { fileMemoryStore } from "./file-memory-store.js";

/** Where the memory of sessions is: in the folder that `init` makes, which own-config guards. */
export function memoryFolder(home: string): string {
  return join(requireHome(home), ".gatehouse", "state", "memory");
}

/**
 * Decides with the memory of this user's sessions.
 *
 * @param decide decides the event with what is remembered
 */
export async function decideRemembering(
  { set, home }: { readonly set: PolicySet; readonly home: string },
  event: Event,
  onNotice: (notice: Notice) => void,
  decide: (remembered: Remembered) => Promise<Decision>,
): Promise<Decision> {
  const store = fileMemoryStore(memoryFolder(home));
  return await decideWithMemory(set, event, { store, hosts: HOSTS, onNotice }, decide);
}
