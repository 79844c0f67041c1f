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
