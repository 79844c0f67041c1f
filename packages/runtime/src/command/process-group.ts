import { descendantsOf, isSame, type ProcessMark } from "./descendants.js";

/** A command's process with all that it started. */
export interface ProcessGroup {
  /** Asks all of them to end, and after the grace makes them. Asking twice changes nothing. */
  end(): void;
  /** Makes all of them end at once. */
  kill(): void;
  /** Ends what the command left behind when it ended by itself. */
  sweep(): void;
  /** The command has ended and been swept: nobody needs to look after the group any more. */
  release(): void;
}

/** The groups that live now: they end with this process. */
const living = new Set<ProcessGroup>();

/**
 * Looks after the process group that a detached child leads. Signals go to the group, and to descendants that have left
 * it (Linux); a daemon that has already left both cannot be found.
 *
 * @param graceMs milliseconds between SIGTERM and SIGKILL
 */
export function processGroup(pid: number, graceMs: number): ProcessGroup {
  let escalation: NodeJS.Timeout | undefined;
  let strays: readonly ProcessMark[] = [];

  const signalAll = (signal: "SIGTERM" | "SIGKILL"): boolean => {
    strays = [...strays.filter(isSame), ...descendantsOf(pid)];
    let reached = signalTo(-pid, signal);
    for (const stray of strays) {
      // Those in the group have the signal already; once more does no harm.
      if (isSame(stray) && signalTo(stray.pid, signal)) reached = true;
    }
    return reached;
  };
  const forget = (): void => {
    clearTimeout(escalation);
    living.delete(group);
    if (living.size === 0) process.removeListener("exit", killAll);
  };

  const group: ProcessGroup = {
    end() {
      if (escalation !== undefined) return;
      signalAll("SIGTERM");
      escalation = setTimeout(() => {
        signalAll("SIGKILL");
        forget();
      }, graceMs);
      // If this process ends earlier, the group ends with it.
      escalation.unref();
    },
    kill() {
      signalAll("SIGKILL");
      forget();
    },
    sweep() {
      // Almost always there is nobody: one system call.
      if (isThere(pid)) group.end();
      else if (escalation === undefined || !strays.some(isSame)) forget();
    },
    release: forget,
  };
  if (living.size === 0) process.once("exit", killAll);
  living.add(group);
  return group;
}

function killAll(): void {
  for (const group of living) group.kill();
}

function isThere(pid: number): boolean {
  return signalTo(-pid, 0);
}

/** False when there is no such process. */
function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // EPERM: somebody is there, but not ours to end (a program that runs as another user).
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
