import { closeSync, fstatSync, readdirSync, readFileSync } from "node:fs";

const STREAMS = [0, 1, 2];
/** Of the flags in `/proc/self/fdinfo`, in octal. */
const CLOSE_ON_EXEC = 0o2_000_000;

/**
 * Closes what this process was started with beside its streams: whoever has a folder open reaches all that is in it, also where it has another one
 * in its place. What Node has opened is closed in what it starts.
 *
 * @returns why nothing may be started; undefined: nothing is in the way
 */
export function closeInherited(): string | undefined {
  for (const fd of descriptors()) {
    if (STREAMS.includes(fd) || isOfNode(fd)) continue;
    try {
      closeSync(fd);
    } catch {
      // That of the list itself.
    }
  }
  return STREAMS.some((fd) => isFolder(fd)) ? "a folder is one of its streams" : undefined;
}

function descriptors(): readonly number[] {
  try {
    return readdirSync("/proc/self/fd").map(Number);
  } catch {
    return [];
  }
}

function isOfNode(fd: number): boolean {
  try {
    const [, flags = "0"] = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0;
  } catch {
    return true;
  }
}

function isFolder(fd: number): boolean {
  try {
    return fstatSync(fd).isDirectory();
  } catch {
    return false;
  }
}
