import process from "node:process";
import { holdPlaces } from "../box/placeholders.js";

/** The placeholders of workspaces that boxes are started in again and again. */
export interface KeptPlaces {
  /** Keeps those of a box until none has asked for so long. */
  readonly keep: (paths: readonly string[], workspace: string) => Promise<void>;
  /** Lets go what no box has asked for, all of it at the end. */
  readonly letGo: (isEnd?: boolean) => Promise<void>;
}

/** How long, in ms: making and removing them takes longer than a box. */
const KEPT_MS = 1_500;

interface Kept {
  readonly paths: Set<string>;
  readonly release: () => Promise<void>;
  used: number;
}

/** Keeps placeholders between one box and the next. */
export function keepPlaces(home: string): KeptPlaces {
  const kept = new Map<string, Promise<Kept>>();
  return {
    async keep(paths, workspace) {
      const before = await kept.get(workspace);
      if (before !== undefined && paths.every((one) => before.paths.has(one))) {
        before.used = performance.now();
        return;
      }
      const next = holdPlaces(paths, { floor: workspace, home, holder: process.pid }).then(({ release }) => ({
        ...{ paths: new Set(paths), release },
        used: performance.now(),
      }));
      kept.set(workspace, next);
      await next.catch(() => kept.delete(workspace));
      await before?.release();
    },
    async letGo(isEnd = false) {
      for (const [workspace, one] of kept) {
        const { used, release } = await one;
        if (!isEnd && performance.now() - used < KEPT_MS) continue;
        kept.delete(workspace);
        await release();
      }
    },
  };
}
