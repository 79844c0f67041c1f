import type { AgentName } from "../agent-name.js";
import type { ScriptedCall } from "../model/script.js";
import type { SessionPlace } from "../session/session-place.js";

/** What the agent's own permissions say about a shell command. */
export type Native = "allow" | "ask" | "deny";

/** What a session is to be like. */
export interface Setting {
  readonly place: SessionPlace;
  /** The base address of the model. */
  readonly url: string;
  readonly native: Native;
  readonly prompt: string;
  /** False: the agent decides by itself which hooks it trusts. */
  readonly trustHooks: boolean;
}

/** How an agent is started. */
export interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The arguments with which it goes on with the session that was last. */
  readonly goOn?: (prompt: string) => readonly string[];
}

/** A hook before each tool call, as the harness registers it. */
export interface HookEntry {
  /** A command line for the agent's shell. */
  readonly line: string;
  readonly timeoutSeconds: number;
}

/** Everything the harness knows about an agent. */
export interface Profile {
  readonly name: AgentName;
  /** A call of the agent's shell tool. */
  shell(command: string): ScriptedCall;
  /** Writes the agent's settings, without hooks, and says how it is started. */
  settle(setting: Setting): Launch;
  /** Adds the hook to the user's settings. */
  wire(place: SessionPlace, hook: HookEntry): void;
}
