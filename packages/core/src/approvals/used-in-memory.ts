import type { UsedApprovals } from "./call-approval.js";

/** More approvals at once are not used: what is not remembered could be used twice. */
const MOST = 10_000;

/** Remembers used approvals in this process, until they expire. */
export function usedInMemory(now: () => number = Date.now): UsedApprovals {
  const used = new Map<string, number>();
  return {
    use: (id, expires) => {
      if (used.has(id)) return false;
      if (used.size >= MOST) {
        const time = now();
        for (const [old, until] of used) if (until <= time) used.delete(old);
        if (used.size >= MOST) return false;
      }
      used.set(id, expires);
      return true;
    },
  };
}
