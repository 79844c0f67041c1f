import { readSmallFile, realpath } from "@gatehouse-hooks/runtime";
import { join, relative } from "node:path";
import type { Io } from "@gatehouse-hooks/console";
import type { Settings } from "../settings.js";
import { type DiskQuestions, linkedWorktree, MAX_LINK_BYTES } from "./linked-worktree.js";

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

/** Answers the questions, each with a look that can be repeated (`recordLooks`). Never throws. */
async function askDiskRecorded<T>(questions: DiskQuestions<T>): Promise<T> {
  let next = questions.next();
  while (next.done !== true) {
    const { kind, path } = next.value;
    const answer =
      kind === "text" ? await readSmallFile(path, MAX_LINK_BYTES) : await realpath(path).catch(() => null);
    next = questions.next(answer);
  }
  return next.value;
}
