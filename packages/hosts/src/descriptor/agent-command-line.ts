import type { HostOptions } from "../host-files.js";

/** An option of the command line that is an agent's own. */
export interface AgentOption {
  /** Without dashes. */
  readonly flag: string;
  /** What usage calls its value. */
  readonly value: string;
  readonly means: string;
  /** Its values, where it has not just any. */
  readonly values?: readonly string[];
  /** Each value is a command that runs as a hook; it may be given again. */
  readonly isHook?: true;
  /** What to do instead of giving a blank value. */
  readonly cure: string;
}

/** Commands of hooks by flag, without its dashes. */
export type HookFlags = Readonly<Record<string, readonly string[]>>;

/** The options of the command line that are an agent's own: how its files are read, and hooks beside them. */
export interface AgentCommandLine {
  /** The format of the agent's files. */
  readonly format: string;
  readonly options: readonly AgentOption[];
  /** How its files are read, by the values of the other options. */
  readonly optionsOf: (values: Readonly<Record<string, string>>) => HostOptions;
  /** A file of its format with the hooks of options, as text; `null` without hooks. */
  readonly fileOf: (hooks: HookFlags) => string | null;
}
