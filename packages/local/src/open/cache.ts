import type { CacheStats, StoredScope } from "@gatehouse-hooks/cache";
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { findConfig } from "../places/find-config.js";
import { globalTtlMs, openCache } from "./open-cache.js";
import { table } from "@gatehouse-hooks/console/print";
import { type Context, hookVerdicts, printResult } from "../settings.js";

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
  readonly scopes: Readonly<Record<StoredScope, Pick<CacheStats[StoredScope], "entries" | "bytes">>>;
}

const MEMORY_NOTE =
  "the store is the memory of one process: this process began with an empty one; --cache names a shared one";

const EMPTY_NOTE = "no verdict has been kept there yet";

/**
 * `gatehouse cache [clear] [--scope session|global]`: what a store of verdicts holds. It is the one of hooks, unless another is named:
 * a store in memory is empty at the start of each process, and the command says so.
 *
 * @param isNamed a store was named
 */
export async function cache(
  given: Context,
  action: string | undefined,
  wanted: string | undefined,
  isNamed: boolean,
): Promise<ExitCode> {
  const { clears, scope } = readWords(action, wanted);
  const { io } = given;
  const context = isNamed || !isAbsolute(io.home) ? given : withStore(given, hookVerdicts(io.home));
  const found = await findConfig(context.settings, context.io.home);
  const problems: string[] = [];
  const { cache: place } = context.settings;
  const isNew = isAbsolute(place) && !existsSync(place);
  // To look at a store does not make one.
  const open = await openCache(isNew ? withStore(context, "memory") : context, found, ({ message }) =>
    problems.push(message),
  );
  if (clears) await open.cache.clear(scope);
  const scopes = await open.cache.stats();
  await open.cache.close();
  const notes = [...(isNew ? [EMPTY_NOTE] : open.shared ? [] : [MEMORY_NOTE]), ...problems];
  const store = isNew ? `the file ${place}` : open.store;
  await printResult(
    context,
    {
      store,
      shared: isNew || open.shared,
      notes,
      globalTtlMs: globalTtlMs(found),
      cleared: clears ? (scope ?? "all") : null,
      scopes: { session: held(scopes.session), global: held(scopes.global) },
    } satisfies CacheJson,
    [
      `store       ${store}`,
      `global TTL  ${globalTtlMs(found) / 1000} s`,
      ...table(
        [
          ["SCOPE", "ENTRIES", "BYTES"].map((text) => ({ text, styles: ["dim"] })),
          ...(["session", "global"] as const).map((one) => {
            const { entries, bytes } = scopes[one];
            return [one, entries, bytes].map((cell) => ({ text: String(cell) }));
          }),
        ],
        context.colors,
      ),
      ...notes.map((note) => context.colors.dim(note)),
    ],
  );
  return problems.length === 0 ? exitCode.fine : exitCode.refused;
}

/** The rest of the numbers are those of one process, and this one has asked nothing. */
function held({
  entries,
  bytes,
}: CacheStats[StoredScope]): Pick<CacheStats[StoredScope], "entries" | "bytes"> {
  return { entries, bytes };
}

function withStore(context: Context, store: string): Context {
  return { ...context, settings: { ...context.settings, cache: store } };
}

/** @throws UsageError */
function readWords(
  action: string | undefined,
  scope: string | undefined,
): { readonly clears: boolean; readonly scope: StoredScope | undefined } {
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
  return { clears: action === "clear", scope };
}
