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
  const group = new LivingGroup(pid, graceMs, mark);
  if (living.size === 0) process.once("exit", killAll);
  living.add(group);
  watchdog.watch(pid, mark);
  return group;
}

class LivingGroup implements ProcessGroup {
  readonly #pid: number;
  readonly #graceMs: number;
  readonly #mark: string;
  #isEnded = false;
  #isSwept = false;
  #escalation: NodeJS.Timeout | undefined;
  #strays: readonly ProcessMark[] = [];

  constructor(pid: number, graceMs: number, mark: string) {
    this.#pid = pid;
    this.#graceMs = graceMs;
    this.#mark = mark;
  }

  end(): void {
    this.#isEnded = true;
    this.#endAll();
  }

  kill(): void {
    this.#isEnded ||= !this.#isSwept;
    this.#signalAll("SIGKILL");
    this.release();
  }

  sweep(): void {
    this.#isSwept = true;
    if (this.#isEnded) this.#strays = [...this.#strays, ...markedProcesses(this.#mark)];
    // Almost always the group is empty: one system call.
    if (isThere(this.#pid)) this.#endAll();
    else if (this.#escalation === undefined || !this.#strays.some(isSame)) this.release();
  }

  release(): void {
    clearTimeout(this.#escalation);
    if (living.delete(this)) watchdog.forget(this.#pid, this.#mark);
    if (living.size === 0) process.removeListener("exit", killAll);
  }

  #endAll(): void {
    if (this.#escalation !== undefined) return;
    this.#signalAll("SIGTERM");
    this.#escalation = setTimeout(() => {
      this.#signalAll("SIGKILL");
      this.release();
    }, this.#graceMs);
    // If this process ends earlier, the group ends with it.
    this.#escalation.unref();
  }

  #signalAll(signal: "SIGTERM" | "SIGKILL"): void {
    const marked = this.#isEnded ? markedProcesses(this.#mark) : [];
    this.#strays = [...this.#strays.filter(isSame), ...descendantsOf(this.#pid), ...marked];
    signalTo(-this.#pid, signal);
    // Those in the group have the signal already; once more does no harm.
    for (const stray of this.#strays) if (isSame(stray)) signalTo(stray.pid, signal);
  }
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
