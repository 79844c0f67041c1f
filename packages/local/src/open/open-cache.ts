import {
  createVerdictCache,
  type StoreNotice,
  type VerdictCache,
  type VerdictStore,
} from "@gatehouse-hooks/cache";
import { MAYROS_DEFAULTS } from "@gatehouse-hooks/hosts";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { FoundConfig } from "../places/find-config.js";
import type { Context } from "../settings.js";
import { UsageError } from "@gatehouse-hooks/console";

/** The verdict cache of a command. */
interface OpenCache {
  readonly cache: VerdictCache;
  /** What it keeps verdicts in, for people: never with a password. */
  readonly store: string;
  /** Other processes see the same verdicts. */
  readonly shared: boolean;
}

/** @throws UsageError */
function refuseFolder(place: string): void {
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  throw new UsageError(
    `--cache is the folder \`${place}\``,
    `name a file, for example \`${join(place, "verdicts")}\``,
  );
}

/** A configuration that was only found counts as the project's, and the cache is shared: it may only shorten. */
export function globalTtlMs({ user, project }: Pick<FoundConfig, "user" | "project">): number {
  const own = user.globalCacheTtlMs ?? MAYROS_DEFAULTS.globalCacheTtlMs;
  return Math.min(own, project.globalCacheTtlMs ?? own);
}

/**
 * Opens the store that `--cache` or `GATEHOUSE_CACHE` names: `memory` (the default, gone with the process), a
 * `redis://` or `rediss://` address, or the path of a file. `GATEHOUSE_CACHE_SECRET` seals its entries. The code of a
 * store is loaded when it is used.
 */
export async function openCache(
  { io, settings }: Context,
  found: FoundConfig,
  onNotice?: (notice: StoreNotice) => void,
): Promise<OpenCache> {
  const where = settings.cache;
  const secret = io.env["GATEHOUSE_CACHE_SECRET"] || undefined;
  const options = {
    globalTtlMs: globalTtlMs(found),
    ...(onNotice === undefined ? {} : { onNotice }),
  };
  if (where === "memory") return { cache: createVerdictCache(options), store: "memory", shared: false };
  let store: VerdictStore;
  let name: string;
  if (/^rediss?:\/\//.test(where)) {
    const { redisStore } = await import("@gatehouse-hooks/cache/redis");
    store = redisStore({ url: where, secret });
    name = `redis at ${new URL(where).host}`;
  } else {
    refuseFolder(where);
    const { fileStore } = await import("@gatehouse-hooks/cache/file");
    store = fileStore(where, { secret });
    name = `the file ${where}`;
  }
  return { cache: createVerdictCache({ ...options, store }), store: name, shared: true };
}
