import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from "node:fs";
import { type DiskQuestion, type DiskQuestions, MAX_LINK_BYTES } from "./linked-worktree.js";

/** Neither follows a link in the last place, nor waits for the other end of a pipe, nor takes a terminal. */
const OPEN_FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Answers the questions here and now. Never throws. */
export function askDisk<T>(questions: DiskQuestions<T>): T {
  let next = questions.next();
  while (next.done !== true) next = questions.next(answerNow(next.value));
  return next.value;
}

function answerNow({ kind, path }: DiskQuestion): string | null {
  try {
    if (kind === "real") return realpathSync(path);
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
    return textOf(openSync(path, OPEN_FLAGS));
  } catch {
    return null;
  }
}

function textOf(fd: number): string | null {
  try {
    if (!fstatSync(fd).isFile()) return null;
    const bytes = Buffer.alloc(MAX_LINK_BYTES + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = readSync(fd, bytes, length, bytes.length - length, null);
    }
    return length > MAX_LINK_BYTES ? null : bytes.toString("utf8", 0, length);
  } finally {
    closeSync(fd);
  }
}
