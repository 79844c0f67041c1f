import type { LostPolicy } from "@gatehouse-hooks/engine";
import { EVENT_NAMES, HOSTS, type Loaded, type PolicyFile } from "@gatehouse-hooks/hosts";

/** A file whose policies are asked about an agent's own events, under the names that it gives them. */
export interface OwnWords {
  /** The name of the agent's host. */
  readonly host: string;
  /** The file, as shown. */
  readonly path: string;
  /** What its policies, and those of it that are lost, are asked about. */
  readonly events: LostPolicy["events"];
}

const HOSTS_WITH: ReadonlySet<string> = new Set(
  HOSTS.flatMap(({ name, files }) => (files?.ofOwnEvents === true ? [name] : [])),
);

/**
 * Whether a file is wanted.
 *
 * @param only as in `Settings.ownWords`
 */
export function readsOwnWords(format: string | undefined, only: string | undefined): boolean {
  if (only === undefined) return true;
  return only === "none" ? format === undefined || !HOSTS_WITH.has(format) : format === only;
}

/** What a file has in an agent's own words: one, or none. */
export function ownWordsOf(
  { format, path }: Pick<PolicyFile, "format" | "path">,
  { policies, lost }: Pick<Loaded, "policies" | "lost">,
): readonly OwnWords[] {
  if (format === undefined || !HOSTS_WITH.has(format)) return [];
  if (policies.length === 0 && lost.length === 0) return [];
  const names = lost.map(({ events }) => events);
  const isAny = names.includes("all gating");
  const events = new Set([...policies.map((policy) => policy.events), ...names].flat());
  return [{ host: format, path, events: isAny ? "all gating" : [...events] }];
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
