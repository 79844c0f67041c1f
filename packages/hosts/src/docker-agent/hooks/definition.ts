import type { Condition } from "@gatehouse-hooks/engine";
import type { AgentOfTeam } from "../route.js";

/** In the place of a hook whose question only the user, or what the user has granted, may answer. */
export const PREEMPTS = ".preempt_yolo";

/** A checked hook, the tools it is for and its place. */
export interface PlacedHook {
  readonly event: string;
  readonly hook: HookDefinition;
  /** `null`: every tool, or an event without tools. */
  readonly matcher: Condition | null;
  /** As in `pre_tool_use[0].hooks[1]`. */
  readonly place: string;
  /** 1-based. */
  readonly line: number;
  /** The agent that the hook belongs to, of several; absent: every agent. */
  readonly agent?: AgentOfTeam;
}

/** One hook as it is written in YAML (document 004, "Configuration"). */
export interface HookDefinition {
  readonly name?: string;
  readonly type: "command" | "builtin" | "model";
  /** Shell text, or the name of a builtin. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Seconds; absent or 0: 60. */
  readonly timeout?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly working_dir?: string;
  readonly on_error?: string;
  readonly model?: string;
  readonly prompt?: string;
  readonly schema?: string;
  readonly strict_output?: boolean;
}

/** Hooks for the tools whose name a pattern matches. */
export interface HookMatcher {
  /** RE2, the whole name; absent, empty or `*`: every tool. */
  readonly matcher?: string;
  readonly hooks: readonly HookDefinition[];
  readonly preempt_yolo?: boolean;
}

/** The `hooks:` block: per event, matchers or hooks. */
export type Hooks = Readonly<Record<string, readonly (HookMatcher | HookDefinition)[]>>;
