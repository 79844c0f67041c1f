import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

/** A process, as the system tells it. */
export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  /** When it started: in ticks of the kernel, or as `ps` writes it. Tells it from a later one that got its number. */
  readonly start: string;
  /** Null where that is not told. */
  readonly user: number | null;
  /** The program and its arguments. */
  readonly words: readonly string[];
  /** It leads a session that has a terminal. */
  readonly leads: boolean;
  /** The names of its variables, as it was started; empty where that is not told. */
  readonly variables: readonly string[];
  /** The control group, which says which unit of the system a process came of; empty where the system has no such groups. */
  readonly group: string;
}

/** Deeper than any tree that a person has. */
const MOST = 64;

/** A process and all that it came of, itself first. What cannot be read is the end. */
export function processesFrom(pid: number): readonly SeenProcess[] {
  const look = process.platform === "linux" ? fromProc : fromPs();
  const found: SeenProcess[] = [];
  for (let next = pid; next > 0 && found.length < MOST;) {
    const seen = look(next);
    if (seen === undefined) break;
    found.push(seen);
    next = seen.parent;
  }
  return found;
}

/** The processes of the moment whose words are looked for; none where the system has no `/proc`. */
export function processesWith(isWanted: (words: readonly string[]) => boolean): readonly SeenProcess[] {
  let names: readonly string[] = [];
  try {
    if (process.platform === "linux") names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names
    .filter((name) => /^\d+$/.test(name) && isWanted(wordsOf(name)))
    .flatMap((name) => fromProc(Number(name)) ?? []);
}

function wordsOf(pid: number | string): readonly string[] {
  return textOf(`/proc/${pid}/cmdline`).split("\0").slice(0, -1);
}

function fromProc(pid: number): SeenProcess | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  // The name is in parentheses, and may hold some.
  const [, parent, , session, terminal, ...more] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const start = more[14];
  if (parent === undefined || start === undefined) return undefined;
  const user = /^Uid:\s*\d+\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1];
  return {
    pid,
    parent: Number(parent),
    start,
    user: user === undefined ? null : Number(user),
    words: wordsOf(pid),
    leads: session === String(pid) && terminal !== "0",
    variables: textOf(`/proc/${pid}/environ`)
      .split("\0")
      .map((one) => one.split("=", 1)[0] ?? ""),
    group: textOf(`/proc/${pid}/cgroup`),
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Where there is no `/proc`, one `ps` tells all processes of the moment. */
function fromPs(): (pid: number) => SeenProcess | undefined {
  const rows = new Map<number, SeenProcess>();
  try {
    const { execFileSync } = process.getBuiltinModule("node:child_process");
    const fields = "pid=,ppid=,uid=,stat=,tty=,lstart=,args=";
    const told = execFileSync("/bin/ps", ["-A", "-ww", "-o", fields], { encoding: "utf8", timeout: 5_000 });
    for (const line of told.split("\n")) {
      const [, pid, parent, user, state = "", terminal = "", start = "", args = ""] =
        /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s*(.*)$/.exec(line) ?? [];
      if (pid === undefined) continue;
      const leads = state.includes("s") && /\d/.test(terminal);
      const words = args.split(" ");
      const seen = { parent: Number(parent), start, user: Number(user), words, leads };
      rows.set(Number(pid), { pid: Number(pid), ...seen, variables: [], group: "" });
    }
  } catch {
    // Without `ps` nothing is known of any process, which is said where it is asked about.
  }
  return (pid) => rows.get(pid);
}
