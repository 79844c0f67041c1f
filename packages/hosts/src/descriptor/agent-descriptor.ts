import type { JsonObject } from "@gatehouse-hooks/json";
import type { AgentWiring } from "./agent-wiring.js";

/** A field of a settings file that turns hooks off. */
export interface HookSwitch {
  readonly keys: readonly string[];
  /** Off where the field is this. */
  readonly value?: boolean;
  /** Off where the field is a list that has this name. */
  readonly names?: string;
}

/** A field of a JSON file in the agent's folder; no keys: the whole file. */
export interface SettingsField {
  readonly file: string;
  readonly keys: readonly string[];
}

/** Where an agent keeps which folders it trusts: it ignores the hooks of a project that it does not trust. */
export interface FolderTrust {
  /** Trust is not asked for unless the field is this. */
  readonly isOff?: SettingsField & { readonly unless: boolean };
  /** A list of folders, or an object whose names are folders, but for those whose value is `except`. */
  readonly folders: SettingsField & { readonly except?: string };
}

/** What is said of an agent once, as plain data: `init`, `doctor` and the replay of sessions read it. */
export interface AgentDescriptor {
  /** The name of its folder, and of its host. */
  readonly name: string;
  readonly title: string;
  /** Where it keeps its settings, and how they name hooks; absent: its hooks are not installed by us. */
  readonly wiring?: AgentWiring;
  /** What in its settings turns hooks off. */
  readonly switches?: readonly HookSwitch[];
  /** Files beside the one that `init` writes, below the project or absolute, that can turn hooks off. */
  readonly moreFiles?: readonly string[];
  /** The top-level fields of the file of hooks: with another one the agent drops the whole file. */
  readonly onlyFields?: readonly string[];
  /** It does not read a file of hooks without `wiring.top`. */
  readonly topRequired?: true;
  /** A hook that ends with any code but 0 blocks; absent: only 2, with a reason. */
  readonly everyFailureBlocks?: true;
  readonly folderTrust?: FolderTrust;
  /** Variables that it gives to the commands that it runs: a terminal that has one is the agent's. */
  readonly marks?: readonly string[];
  /** Where it keeps its sessions, below the user's home. */
  readonly sessions?: readonly string[];
  /** What it sends before it runs a shell command: a recorded payload, with `PROBE_COMMAND` and `PROBE_CWD`. */
  readonly probe?: JsonObject;
}
