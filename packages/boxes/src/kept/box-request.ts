import { readFileSync, readlinkSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";

/** What a shell asks the daemon before it starts a call in a box. */
export interface BoxRequest {
  /** The process of the shell. */
  readonly pid: number;
  /** Where it is, absolute. */
  readonly cwd: string;
  readonly session: string | undefined;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether it sees the mounts that the daemon sees, and is the user that the daemon is. */
  readonly isBeside: boolean;
}

/** What names a folder of a session. */
export const SESSION_NAME: RegExp = /^[\w-]{1,64}$/;
/** The descriptor by which the script waits for its answer. */
const ANSWER_DESCRIPTOR = 6;

/**
 * Reads what a shell wants to start from its process, as the kernel tells it: `SHELL [-OPTION…] SCRIPT box --told [--session NAME] --
 * COMMAND…`, its folder and its environment.
 *
 * @throws Error for anything else
 */
export function readBoxRequest(pid: number): BoxRequest {
  const words = fieldsOf(pid, "cmdline");
  const first = words.findIndex((word, at) => at > 0 && !word.startsWith("-"));
  const [box, told, ...more] = words.slice(first + 1);
  const [session, command] = more[0] === "--session" ? [more[1], more.slice(2)] : [undefined, more];
  const folder = `/proc/${pid}/cwd`;
  const cwd = readlinkSync(folder);
  const isWhole = [
    [first > 0, box === "box", told === "--told", command[0] === "--", command.length > 1],
    [session === undefined || SESSION_NAME.test(session), isAbsolute(cwd), isSameFile(cwd, folder)],
  ]
    .flat()
    .every(Boolean);
  if (!isWhole) throw new Error("not what the script of a box asks");
  const env = fieldsOf(pid, "environ").map((line) => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)] as const;
  });
  return {
    pid,
    cwd,
    session,
    command: command.slice(1),
    env: Object.fromEntries(env),
    isBeside: isBeside(pid),
  };
}

/** A service or a container of its own may see less of the machine than the daemon. */
function isBeside(pid: number): boolean {
  const isShared = ["mnt", "user"].every(
    (name) => readlinkSync(`/proc/${pid}/ns/${name}`) === readlinkSync(`/proc/self/ns/${name}`),
  );
  return isShared && isSameFile(`/proc/${pid}/root`, "/proc/self/root");
}

/** Whether a process waits at a file for its answer: a number that another one has by now, or elsewhere, is not the shell. */
export function isWaitingAt(pid: number, file: string): boolean {
  return isSameFile(`/proc/${pid}/fd/${ANSWER_DESCRIPTOR}`, file);
}

/** @throws TypeError where it is not text */
function fieldsOf(pid: number, name: "cmdline" | "environ"): readonly string[] {
  const bytes = readFileSync(`/proc/${pid}/${name}`);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).split("\0").slice(0, -1);
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}
