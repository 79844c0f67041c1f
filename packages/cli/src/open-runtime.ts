import { createVerdictCache } from "@gatehouse/cache";
import type { Decision, PolicySet } from "@gatehouse/engine";
import { createRuntime } from "@gatehouse/runtime";
import { chooseModel } from "./choose-model.js";
import { judgeFromEnvironment } from "./judge-from-environment.js";
import type { FoundConfig } from "./load/find-config.js";
import { printable } from "./print/printable.js";
import type { Context } from "./settings.js";

/** The runtime of a command: the judge of the environment, a cache in memory, notices on stderr. */
export interface OpenRuntime {
  readonly decide: (event: unknown) => Promise<Decision>;
  /** Afterwards everything is written. */
  readonly close: () => Promise<void>;
}

export function openRuntime(
  { io, settings, noticeColors }: Context,
  set: PolicySet,
  found: FoundConfig,
): OpenRuntime {
  const written: Promise<void>[] = [];
  const notice = (one: { readonly code: string; readonly message: string }): void => {
    written.push(io.stderr.write(`${noticeColors.yellow("note")} ${printable(one.message)}\n`).catch(ignore));
  };
  const model = chooseModel(io.env, settings.model, found);
  const cache = createVerdictCache({ globalTtlMs: found.config.globalCacheTtlMs });
  const runtime = createRuntime({
    policies: set,
    handlers: { judge: judgeFromEnvironment(io.env, model, notice) },
    cache,
    maxConcurrentEvals: found.config.maxConcurrentEvals,
    defaultModel: model,
    onNotice: notice,
  });
  return {
    decide: (event) => runtime.decide(event),
    close: async () => {
      await runtime.close();
      await cache.close();
      await Promise.all(written);
    },
  };
}

function ignore(): void {
  // Nobody reads the notices: the answer on stdout is what counts.
}
