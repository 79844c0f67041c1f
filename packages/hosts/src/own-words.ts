import type { LostPolicy } from "@gatehouse-hooks/engine";
import { HOSTS } from "./hosts.js";
import type { PolicyFile } from "./load-all.js";
import type { Loaded } from "./load.js";
import { EVENT_NAMES } from "./names/agent-names.js";

/** A file whose policies are asked about an agent's own events, under the names that it gives them. */
export interface OwnWords {
  /** The name of the agent's host. */
  readonly host: string;
  /** The file, as shown. */
  readonly path: string;
  /** What its policies, and those of it that are lost, are asked about. */
  readonly events: LostPolicy["events"];
  /**
   * Somebody has named it for this door: what it can never be asked about here, and would have gated, is denied. One that was only found
   * speaks of its own agent's calls, and leaves those of others alone.
   */
  readonly isNamed: boolean;
}

const HOSTS_WITH: ReadonlySet<string> = new Set(
  HOSTS.flatMap(({ name, files }) => (files?.ofOwnEvents === true ? [name] : [])),
);

/**
 * Whether a file is one of a part of the policies.
 *
 * @param only the name of the host in whose own words they are; `none`: those in no agent's; absent: all of them
 */
export function readsOwnWords(format: string | undefined, only: string | undefined): boolean {
  if (only === undefined) return true;
  return only === "none" ? format === undefined || !HOSTS_WITH.has(format) : format === only;
}

/**
 * What a file has in an agent's own words: one, or none.
 *
 * @param file with the format that it was read in
 * @param isNamed as in `OwnWords`
 */
export function ownWordsOf(
  { format, path }: Pick<PolicyFile, "format" | "path">,
  { policies, lost }: Pick<Loaded, "policies" | "lost">,
  isNamed: boolean,
): readonly OwnWords[] {
  if (format === undefined || !HOSTS_WITH.has(format)) return [];
  if (policies.length === 0 && lost.length === 0) return [];
  const names = lost.map(({ events }) => events);
  const isAny = names.includes("all gating");
  const events = new Set([...policies.map((policy) => policy.events), ...names].flat());
  return [{ host: format, path, isNamed, events: isAny ? "all gating" : [...events] }];
}

/**
 * What is lost for an event is lost for the same event under its other names: what a file could have denied of `pre_tool_use` is not
 * allowed as `before_tool_call`, nor the reverse.
 */
export function withTwins(lost: LostPolicy): LostPolicy {
  if (lost.events === "all gating") return lost;
  const canonical = new Set(lost.events.flatMap(wholeEvents));
  const twins = EVENT_NAMES.all.flatMap((one) =>
    one.canonical.some((name) => canonical.has(name)) ? [one.name] : [],
  );
  return { ...lost, events: [...new Set([...lost.events, ...canonical, ...twins])] };
}

/** The canonical events that a name means all of: none for a name of some of their calls, such as those of a shell. */
function wholeEvents(name: string): readonly string[] {
  const word = EVENT_NAMES.of(name);
  if (word === undefined) return [name];
  return word.part === undefined ? word.canonical : [];
}
