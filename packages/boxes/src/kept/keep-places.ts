import { join } from "node:path";
import process from "node:process";
import { openFolderStash } from "../box/folder-stash.js";
import type { BoxPreparation } from "../box/prepare-box.js";
import { type HeldPlaces, holdPlaces, isThere } from "../box/placeholders.js";

/** The placeholders of workspaces that boxes are started in again and again. */
export interface KeptPlaces {
  /** Holds those of a box, and keeps them until none has asked for so long. */
  readonly hold: NonNullable<BoxPreparation["hold"]>;
  /** Whether none are kept. */
  readonly isEmpty: () => boolean;
  /** Lets go what no box has asked for, all of it at the end. */
  readonly letGo: (isEnd?: boolean) => Promise<void>;
}

/** Where they are meanwhile, below the home: a box does not see it. */
const STASH = ".gatehouse/run/places";
/** How long, in ms: making and removing them takes longer than a box. */
const KEPT_MS = 1_500;

interface Kept {
  readonly paths: ReadonlySet<string>;
  readonly held: HeldPlaces;
  used: number;
}

/** Keeps placeholders between one box and the next. */
export function keepPlaces(home: string): KeptPlaces {
  const stash = openFolderStash(join(home, STASH));
  const kept = new Map<string, Promise<Kept>>();
  const keep = async (paths: readonly string[], workspace: string): Promise<Kept> => {
    const before = await kept.get(workspace);
    const isWhole = before?.held.mine.every((one) => isThere(one)) === true;
    if (before !== undefined && isWhole && paths.every((one) => before.paths.has(one))) return before;
    const next = holdPlaces(paths, { floor: workspace, home, holder: process.pid, stash }).then((held) => ({
      ...{ paths: new Set(paths), held },
      used: performance.now(),
    }));
    kept.set(workspace, next);
    const made = await next.catch((error: unknown) => {
      kept.delete(workspace);
      throw error;
    });
    await before?.held.release();
    return made;
  };
  return {
    async hold(paths, workspace, holder) {
      for (;;) {
        const one = await keep(paths, workspace);
        one.used = performance.now();
        // Let go meanwhile: they are made anew.
        const shared = one.held.share(holder);
        if (shared !== undefined) return shared;
      }
    },
    isEmpty: () => kept.size === 0,
    async letGo(isEnd = false) {
      for (const [workspace, one] of kept) {
        // What could not be held is said to whoever asked for it.
        const known = await one.catch(() => undefined);
        if (known === undefined || (!isEnd && performance.now() - known.used < KEPT_MS)) continue;
        kept.delete(workspace);
        await known.held.release();
      }
      if (isEnd) stash?.close();
    },
  };
}
