import { realpath } from "@gatehouse-hooks/runtime";
import { join, relative } from "node:path";
import type { Io } from "@gatehouse-hooks/console";
import type { Settings } from "../settings.js";
import { askDiskRecorded } from "./ask-disk-recorded.js";
import { linkedWorktree } from "./linked-worktree.js";

/**
 * The folders whose project policies hold: the project, the others that the session belongs to, and for each that is in a linked worktree the
 * same folder of the main checkout, where policies lie that are not committed. The project is the first; none is there twice.
 */
export async function projectFolders(
  { home }: Pick<Io, "home">,
  { project, also = [] }: Pick<Settings, "project" | "also">,
): Promise<readonly string[]> {
  const folders = new Map<string, string>();
  for (const folder of [project, ...also]) {
    const real = await realpath(folder).catch(() => folder);
    if (!folders.has(real)) folders.set(real, folder);
    const link = await askDiskRecorded(linkedWorktree(folder, home));
    if (link === null) continue;
    const main = join(link.main, relative(link.folder, folder));
    const realMain = await realpath(main).catch(() => main);
    if (!folders.has(realMain)) folders.set(realMain, main);
  }
  return [...folders.values()];
}
