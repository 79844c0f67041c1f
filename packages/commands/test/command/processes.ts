import { readdirSync, readFileSync } from "node:fs";

/** The processes that run now and have this text among their variables, without those that only wait to be reaped. */
export function processesWith(variable: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(variable)) return false;
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        return !/^[ZX]$/.test(stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3));
      } catch {
        return false;
      }
    });
}

/** Waits until no process has the variable; gives back those that do not go away. */
export async function remaining(variable: string, looks = 500): Promise<readonly number[]> {
  for (let look = 1; ; look++) {
    const left = processesWith(variable);
    if (left.length === 0 || look === looks) return left;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
