import type { Profile } from "../profiles/profile.js";
import type { SessionPlace } from "../session/session-place.js";

/** The files that a hook's command line starts; the harness spoils them to see what then happens. */
export interface HookFiles {
  readonly node: string;
  readonly bin: string;
}

/** `edited` denies what `first` allows of the calls marked so; `broken` cannot be read. */
export type PolicyState = "first" | "edited" | "broken";

/** What a command is to see. */
export type Environment = Readonly<Record<string, string>>;

/** The hook that the agents are driven with. */
export interface HookUnderTest {
  /** For the table. */
  readonly name: string;
  /** Whether an agent trusts it once it is registered, without being told to. */
  readonly trusts: boolean;
  /** How long agents are told to wait for it. */
  readonly timeoutSeconds: number;
  /** Puts its files into a session's place. */
  furnish(place: SessionPlace): HookFiles;
  writePolicies(place: SessionPlace, state: PolicyState): void;
  /**
   * Registers it in the settings of the session's home.
   *
   * @returns what went wrong, or the empty string
   */
  register(profile: Profile, place: SessionPlace, files: HookFiles, env: Environment): Promise<string>;
}
