import { readSmallFile, realpath } from "@gatehouse-hooks/runtime";
import { type DiskQuestions, MAX_LINK_BYTES } from "./linked-worktree.js";

/** Answers the questions, each with a look that can be repeated (`recordLooks`). Never throws. */
export async function askDiskRecorded<T>(questions: DiskQuestions<T>): Promise<T> {
  let next = questions.next();
  while (next.done !== true) {
    const { kind, path } = next.value;
    const answer =
      kind === "text" ? await readSmallFile(path, MAX_LINK_BYTES) : await realpath(path).catch(() => null);
    next = questions.next(answer);
  }
  return next.value;
}
