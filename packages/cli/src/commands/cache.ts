import { createVerdictCache } from "@gatehouse/cache";
import { exitCode, type ExitCode } from "../exit-code.js";
import { findConfig } from "../load/find-config.js";
import { table } from "../print/table.js";
import { type Context, print } from "../settings.js";
import { UsageError } from "../usage-error.js";

/**
 * `gatehouse cache [clear]`: the statistics of the configured store. The only store so far is memory, which lives as
 * long as a process: a new process begins with an empty one, and says so.
 */
export async function cache(context: Context, action: string | undefined): Promise<ExitCode> {
  if (action !== undefined && action !== "clear") {
    throw new UsageError(
      `unknown action \`${action}\``,
      "write `gatehouse cache` or `gatehouse cache clear`",
    );
  }
  const { config } = await findConfig(context.settings);
  const verdicts = createVerdictCache({ globalTtlMs: config.globalCacheTtlMs });
  if (action === "clear") await verdicts.clear();
  const scopes = await verdicts.stats();
  await verdicts.close();
  const note = "the store is the memory of one process: this process began with an empty one";
  await print(
    context,
    {
      store: "memory",
      shared: false,
      note,
      globalTtlMs: config.globalCacheTtlMs,
      cleared: action === "clear",
      scopes,
    },
    [
      `store       memory`,
      `global TTL  ${config.globalCacheTtlMs / 1000} s`,
      ...table([
        ["SCOPE", "ENTRIES", "HITS", "MISSES", "STORED"].map((text) => ({ text, paint: context.colors.dim })),
        ...(["session", "global"] as const).map((scope) => [
          { text: scope },
          ...[scopes[scope].entries, scopes[scope].hits, scopes[scope].misses, scopes[scope].stores].map(
            (count) => ({
              text: String(count),
            }),
          ),
        ]),
      ]),
      context.colors.dim(note),
    ],
  );
  return exitCode.fine;
}
