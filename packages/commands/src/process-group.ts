import { descendantsOf, isSame, markedProcesses, type ProcessMark } from "./descendants.js";
import { watchdog } from "./watchdog.js";

/** A command's process with all that it started. */
export interface ProcessGroup {
  /** Asks all of them to end, daemons included, and after the grace makes them. Asking twice changes nothing. */
  end(): void;
  /** Makes all of them end at once. */
  kill(): void;
  /** Ends what the command left behind when it ended by itself. A daemon that it started may live: it left on purpose. */
  sweep(): void;
  /** The command has ended and been swept: the group needs no more attention. */
  release(): void;
}

/** The groups that live now: they end with this process. */
const living = new Set<ProcessGroup>();

/**
 * Manages the process group that a detached child leads. Signals go to the group, and to descendants that have left
 * it (Linux); where the command has to be ended, to daemons, too, which are found by their mark. When this process is killed so
 * that it cannot do any of this, the watchdog does.
 *
 * @param graceMs milliseconds between SIGTERM and SIGKILL
 * @param mark a string that the variables of the command and of its descendants hold
 */
export function processGroup(pid: number, graceMs: number, mark: string): ProcessGroup {
  let isEnded = false;
  let isSwept = false;
  let escalation: NodeJS.Timeout | undefined;
  let strays: readonly ProcessMark[] = [];

  const signalAll = (signal: "SIGTERM" | "SIGKILL"): boolean => {
    strays = [...strays.filter(isSame), ...descendantsOf(pid), ...(isEnded ? markedProcesses(mark) : [])];
    let reached = signalTo(-pid, signal);
    for (const stray of strays) {
      // Those in the group have the signal already; once more does no harm.
      if (isSame(stray) && signalTo(stray.pid, signal)) reached = true;
    }
    return reached;
  };
  const forget = (): void => {
    clearTimeout(escalation);
    if (living.delete(group)) watchdog.forget(pid, mark);
    if (living.size === 0) process.removeListener("exit", killAll);
  };

  const endAll = (): void => {
    if (escalation !== undefined) return;
    signalAll("SIGTERM");
    escalation = setTimeout(() => {
      signalAll("SIGKILL");
      forget();
    }, graceMs);
    // If this process ends earlier, the group ends with it.
    escalation.unref();
  };

  const group: ProcessGroup = {
    end() {
      isEnded = true;
      endAll();
    },
    kill() {
      isEnded ||= !isSwept;
      signalAll("SIGKILL");
      forget();
    },
    sweep() {
      isSwept = true;
      if (isEnded) strays = [...strays, ...markedProcesses(mark)];
      // Almost always the group is empty: one system call.
      if (isThere(pid)) endAll();
      else if (escalation === undefined || !strays.some(isSame)) forget();
    },
    release: forget,
  };
  if (living.size === 0) process.once("exit", killAll);
  living.add(group);
  watchdog.watch(pid, mark);
  return group;
}

function killAll(): void {
  for (const group of living) group.kill();
}

function isThere(pid: number): boolean {
  return signalTo(-pid, 0);
}

/** False when no such process exists. */
function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // EPERM: a process is there, but not ours to end (a program that runs as another user).
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
