import { readdirSync, readFileSync } from "node:fs";

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessMark {
  readonly pid: number;
  /** When it started, in ticks since boot. */
  readonly started: string;
}

/** More processes than this are not looked at: a fork bomb dies with its group. */
const MAX_PROCESSES = 1_000;

/**
 * The children of a process, their children, and so on, also those that have left its group. Empty where the system does
 * not tell (only Linux does).
 */
export function descendantsOf(pid: number): readonly ProcessMark[] {
  if (process.platform !== "linux") return [];
  const found: ProcessMark[] = [];
  const seen = new Set<number>([pid]);
  const open = [pid];
  for (let next = open.pop(); next !== undefined && seen.size < MAX_PROCESSES; next = open.pop()) {
    for (const child of childrenOf(next)) {
      if (seen.has(child)) continue;
      seen.add(child);
      open.push(child);
      const started = startOf(child);
      if (started !== undefined) found.push({ pid: child, started });
    }
  }
  return found;
}

/** Does the process still run? */
export function isSame({ pid, started }: ProcessMark): boolean {
  return startOf(pid) === started;
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1")
        .split(" ")
        .filter((word) => word !== "")
        .map(Number),
    );
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

/** Undefined for a process that is gone or only waits to be reaped. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name before the last parenthesis may hold blanks and parentheses; the state is the first field after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
