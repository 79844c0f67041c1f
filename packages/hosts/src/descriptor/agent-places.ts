/** A variable of the environment, and what documents say of it. */
export interface AgentVariable {
  readonly name: string;
  readonly means: string;
}

/** A folder whose files are hooks, each of one; the agent's settings may name another one. */
export interface HookFolder {
  /** Below the agent's folder. */
  readonly below: string;
  /** How the names of its files end. */
  readonly ending: string;
  /** The keys of the settings that name another one. */
  readonly keys: { readonly project: string; readonly user: string };
}

/** Where an agent's own policies are. */
export interface AgentPolicyPlaces {
  /** Its folder, in a project and in the user's home. */
  readonly folder: string;
  /** Files of policies in it: each that is there counts. */
  readonly files?: readonly string[];
  readonly hooks?: HookFolder;
  /** Its settings, from a project's folder: the first one that is there counts. The first name in the home folder is the user's own. */
  readonly settings?: readonly [string, ...string[]];
}

/** What each process of a hook has to know of an agent, whichever agent has started it; it is small, since each of them loads it. */
export interface AgentPlaces {
  /** The name of its folder, and of the format of its files. */
  readonly name: string;
  readonly title: string;
  /** It tells no hook what is typed into a running program. */
  readonly hidesTyped?: true;
  /** Moves the folder of its settings. */
  readonly folderVariable?: AgentVariable;
  /** Names the folder that a session was started in. */
  readonly projectVariable?: AgentVariable;
  readonly policies?: AgentPolicyPlaces;
}
