import type { CacheScope } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";

/** Mayros' configuration of LLM hooks (document 000, "Configuration"). */
export interface MayrosConfig {
  readonly enabled: boolean;
  readonly projectHooksDir: string;
  readonly userHooksDir: string;
  /** `provider/model` for hooks that name none. */
  readonly defaultModel: string;
  /** Milliseconds, 1000 to 120000. */
  readonly defaultTimeoutMs: number;
  readonly defaultCache: CacheScope;
  /** 1 to 10. */
  readonly maxConcurrentEvals: number;
  /** Milliseconds, at least 10000. */
  readonly globalCacheTtlMs: number;
}

/** The documented defaults. */
export const MAYROS_DEFAULTS: MayrosConfig = {
  enabled: true,
  projectHooksDir: ".mayros/hooks",
  userHooksDir: "~/.mayros/hooks",
  defaultModel: "anthropic/claude-sonnet-4-20250514",
  defaultTimeoutMs: 15_000,
  defaultCache: "session",
  maxConcurrentEvals: 3,
  globalCacheTtlMs: 300_000,
};

/** What of a configuration says how hooks are read: the values of fields that a hook leaves out. */
export type MayrosOptions = Partial<Pick<MayrosConfig, "defaultTimeoutMs" | "defaultCache">>;

/** A configuration, always usable, and every problem found on the way. */
export interface LoadedConfig {
  readonly config: MayrosConfig;
  /** What of it the text says itself; the rest are defaults. */
  readonly given: Partial<MayrosConfig>;
  readonly issues: readonly Issue[];
}
