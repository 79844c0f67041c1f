import { createVerdictCache, type VerdictCache } from "@gatehouse/cache";
import { createRuntime, type Runtime } from "@gatehouse/runtime";
import { judgeFromEnvironment } from "./judge-from-environment.js";
import type { LoadedPolicies } from "./load/load-policies.js";
import { printable } from "./print/printable.js";
import type { Context } from "./settings.js";

/** A runtime over loaded policies, with what it holds. */
export interface OpenRuntime {
  readonly runtime: Runtime;
  readonly cache: VerdictCache;
  /** Notices given so far are written. */
  readonly flush: () => Promise<void>;
}

/** Opens the runtime of a command: the judge of the environment, a cache in memory, notices on stderr. */
export function openRuntime(context: Context, { set, config }: Pick<LoadedPolicies, "set" | "config">): OpenRuntime {
  const { io, settings, noticeColors } = context;
  const written: Promise<void>[] = [];
  const notice = (message: string): void => {
    written.push(io.stderr.write(`${noticeColors.yellow("note")} ${printable(message)}\n`).catch(ignore));
  };
  const cache = createVerdictCache({ globalTtlMs: config.globalCacheTtlMs });
  const runtime = createRuntime({
    policies: set,
    handlers: { judge: judgeFromEnvironment(io.env, settings.model ?? config.defaultModel, notice) },
    cache,
    maxConcurrentEvals: config.maxConcurrentEvals,
    onNotice: (one) => {
      notice(one.message);
    },
  });
  return {
    runtime,
    cache,
    flush: async () => {
      await Promise.all(written);
    },
  };
}

function ignore(): void {
  // Nobody reads the notices: the answer on stdout is what counts.
}
