import { readFileSync, readdirSync } from "node:fs";

/** A process of this machine that belongs to a session. */
export interface SessionProcess {
  readonly pid: number;
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
      return [{ pid: Number(name), env, argv: strings(`/proc/${name}/cmdline`) }];
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
