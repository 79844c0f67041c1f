import type { CacheStats } from "@gatehouse-hooks/cache";
import { exitCode, type ExitCode } from "../exit-code.js";
import { findConfig } from "../load/find-config.js";
import { openCache } from "../open/open-cache.js";
import { table } from "../print/table.js";
import { type Context, print } from "../settings.js";
import { UsageError } from "../usage-error.js";

/** What `--json` prints. */
export interface CacheJson {
  /** Where verdicts are kept, without a password. */
  readonly store: string;
  /** Other processes use it, too. */
  readonly shared: boolean;
  readonly notes: readonly string[];
  readonly globalTtlMs: number;
  /** What `clear` has emptied; null where nothing was to be. */
  readonly cleared: "session" | "global" | "all" | null;
  readonly scopes: CacheStats;
}

const MEMORY_NOTE =
  "the store is the memory of one process: this process began with an empty one; --cache names a shared one";

/**
 * `gatehouse cache [clear] [--scope session|global]`: what the configured store holds, and what this process did with
 * it. A store in memory is empty at the start of each process, and the command says so.
 */
export async function cache(
  context: Context,
  action: string | undefined,
  scope: string | undefined,
): Promise<ExitCode> {
  if (action !== undefined && action !== "clear") {
    throw new UsageError(
      `unknown action \`${action}\``,
      "write `gatehouse cache` or `gatehouse cache clear`",
    );
  }
  if (scope !== undefined && scope !== "session" && scope !== "global") {
    throw new UsageError(`--scope is \`${scope}\``, "write `session` or `global`");
  }
  if (scope !== undefined && action !== "clear") {
    throw new UsageError("--scope goes with `clear`", "write `gatehouse cache clear --scope session`");
  }
  const found = await findConfig(context.settings);
  const problems: string[] = [];
  const open = await openCache(context, found, ({ message }) => problems.push(message));
  if (action === "clear") await open.cache.clear(scope);
  const scopes = await open.cache.stats();
  await open.cache.close();
  const notes = [...(open.shared ? [] : [MEMORY_NOTE]), ...problems];
  await print(
    context,
    {
      store: open.store,
      shared: open.shared,
      notes,
      globalTtlMs: found.config.globalCacheTtlMs,
      cleared: action === "clear" ? (scope ?? "all") : null,
      scopes,
    } satisfies CacheJson,
    [
      `store       ${open.store}`,
      `global TTL  ${found.config.globalCacheTtlMs / 1000} s`,
      ...table([
        ["SCOPE", "ENTRIES", "BYTES", "HITS", "MISSES", "STORED"].map((text) => ({
          text,
          paint: context.colors.dim,
        })),
        ...(["session", "global"] as const).map((one) => {
          const { entries, bytes, hits, misses, stores } = scopes[one];
          return [one, entries, bytes, hits, misses, stores].map((cell) => ({ text: String(cell) }));
        }),
      ]),
      ...notes.map((note) => context.colors.dim(note)),
    ],
  );
  return problems.length === 0 ? exitCode.fine : exitCode.refused;
}
