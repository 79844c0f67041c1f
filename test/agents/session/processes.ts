import { readFileSync, readdirSync } from "node:fs";

/** A process of this machine that belongs to a session. */
export interface SessionProcess {
  readonly pid: number;
  /** The process that has started it, while that lives. */
  readonly parent: number;
  readonly argv: readonly string[];
  readonly env: readonly string[];
}

/** The processes whose `HOME` is the session's: everything that its agent has started, daemons included. */
export function sessionProcesses(home: string): readonly SessionProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const env = strings(`/proc/${name}/environ`);
      if (!env.includes(`HOME=${home}`)) return [];
      const argv = strings(`/proc/${name}/cmdline`);
      return [{ pid: Number(name), parent: parentOf(name), env, argv }];
    });
}

/** Sends a signal to each process, also when it has just ended. */
export function signalAll(processes: readonly SessionProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/** Strings that each end with a NUL; none when the process has ended. */
function strings(file: string): readonly string[] {
  try {
    return readFileSync(file, "latin1").split("\0");
  } catch {
    return [];
  }
}

/** The fourth field; the second one, the program's name, may itself contain spaces and parentheses. */
function parentOf(name: string): number {
  const [stat = ""] = strings(`/proc/${name}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}
