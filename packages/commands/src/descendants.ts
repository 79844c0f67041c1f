import { readdirSync, readFileSync } from "node:fs";

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessMark {
  readonly pid: number;
  /** When it started, in ticks since boot. */
  readonly started: string;
}

/** At most so many processes are examined: a fork bomb dies with its group. */
const MAX_PROCESSES = 1_000;

/**
 * The children of a process, their children, and so on, including those that have left its group. Empty where the system does
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

/** Where a mark is: which runs a process belongs to, inner ones last. */
const MARK_VARIABLE = "GATEHOUSE_RUN";
/** Processes that are searched for a mark. */
const MAX_LOOKED_AT = 20_000;
const MAX_MARKS_LENGTH = 500;

/** The environment of a command with its mark, which all that it starts inherits. Hooks may start hooks: outer marks stay. */
export function markedEnvironment(
  env: Readonly<Record<string, string>>,
  mark: string,
): Readonly<Record<string, string>> {
  const outer = Object.hasOwn(env, MARK_VARIABLE) ? env[MARK_VARIABLE] : undefined;
  const inherited = outer === undefined || outer.length > MAX_MARKS_LENGTH ? "" : `${outer}:`;
  return { ...env, [MARK_VARIABLE]: `${inherited}${mark}` };
}

/**
 * The processes that have a mark among their variables: including a daemon that has left its group and its parent. A program that
 * changes its variables is not found. Empty where the system does not tell (only Linux does).
 */
export function markedProcesses(mark: string): readonly ProcessMark[] {
  if (process.platform !== "linux") return [];
  const found: ProcessMark[] = [];
  for (const name of processNames()) {
    try {
      if (!readFileSync(`/proc/${name}/environ`, "latin1").includes(mark)) continue;
      const started = startOf(Number(name));
      if (started !== undefined) found.push({ pid: Number(name), started });
    } catch {
      // It has ended meanwhile, or belongs to another user.
    }
  }
  return found;
}

function processNames(): readonly string[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
      .slice(0, MAX_LOOKED_AT);
  } catch {
    return [];
  }
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
