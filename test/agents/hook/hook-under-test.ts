import type { AgentName } from "../agent-name.js";
import type { Profile } from "../profiles/profile.js";
import type { SessionPlace } from "../session/session-place.js";

/** The files that a hook's command line starts; the harness takes them away to see what then happens. */
export interface HookFiles {
  readonly node: string;
  readonly bin: string;
}

/** `edited` denies what `first` allows of the calls marked so; `broken` cannot be read. */
export type PolicyState = "first" | "edited" | "broken";

/** The hook that the agents are driven with. */
export interface HookUnderTest {
  /** For the table. */
  readonly name: string;
  /** Whether its `init` makes an agent trust the hook. */
  readonly trusts: boolean;
  /** Puts its files into a session's place. */
  furnish(place: SessionPlace): HookFiles;
  writePolicies(place: SessionPlace, state: PolicyState): void;
  /** The line that the agent's settings hold. */
  line(agent: AgentName, files: HookFiles, timeoutSeconds: number): string;
  /** What a user types to be protected in the home of the session. */
  init(agent: AgentName, files: HookFiles): readonly [string, ...string[]];
  /** Registers the line in its own way. Absent: as the agent's profile does. */
  wire?: Profile["wire"];
}
