import type {
  EffectCounts,
  ExampleGroup,
  PolicyCounts,
  ReplayExample,
  SessionCounts,
} from "@gatehouse-hooks/replay";

/** What a reader wants to see; empty: everything. */
export interface ReportFilter {
  readonly effect: string;
  /** A part of a policy's name. */
  readonly policy: string;
  readonly agent: string;
  readonly text: string;
}

/** Filters nothing. */
export const EVERYTHING: ReportFilter = { effect: "", policy: "", agent: "", text: "" };

/** A group of events as filters see it. */
export interface FilteredGroup extends ExampleGroup {
  /** What decides before and after, or the one that decides. */
  readonly deciders: readonly { readonly effect: string; readonly policy: string | null }[];
  readonly tool?: string | null;
}

/** Whether a group is wanted. Of its events only the examples are known, so agent and text are looked for in these. */
export function wantsGroup(filter: ReportFilter, { deciders, examples, tool }: FilteredGroup): boolean {
  return (
    (filter.effect === "" || deciders.some(({ effect }) => effect === filter.effect)) &&
    (filter.policy === "" || deciders.some(({ policy }) => has(policy, filter.policy))) &&
    (filter.agent === "" || examples.some(({ agent }) => (agent ?? "") === filter.agent)) &&
    (filter.text === "" ||
      has(tool, filter.text) ||
      deciders.some(({ policy }) => has(policy, filter.text)) ||
      examples.some((example) => exampleHas(example, filter.text)))
  );
}

/** Whether a session is wanted. What a policy did in it is not known: the filter of policies does not count. */
export function wantsSession({ effect, agent, text }: ReportFilter, session: SessionCounts): boolean {
  return (
    (effect === "" || (isEffect(effect) && session[effect] > 0)) &&
    (agent === "" || (session.agent ?? "") === agent) &&
    (text === "" || has(session.session, text) || has(session.agent, text))
  );
}

/** Whether a policy is wanted. Which agent it was asked for is not known: the filter of agents does not count. */
export function wantsPolicy({ effect, policy, text }: ReportFilter, counts: PolicyCounts): boolean {
  return (
    (effect === "" || effectsOf(counts, effect) > 0) &&
    (policy === "" || has(counts.policy, policy)) &&
    (text === "" || has(counts.policy, text))
  );
}

/** How often a policy stood for an effect. */
function effectsOf(counts: PolicyCounts, effect: string): number {
  switch (effect) {
    case "deny":
      return counts.denies;
    case "ask":
      return counts.asks;
    case "allow":
      return counts.allows;
    case "unknown":
      return counts.unknown;
    default:
      // No policy decides to abstain: it is what is left when none does.
      return 0;
  }
}

function isEffect(text: string): text is keyof EffectCounts {
  return ["deny", "ask", "allow", "abstain", "unknown"].includes(text);
}

function exampleHas(example: ReplayExample, wanted: string): boolean {
  const { call, reason, reasonAgainst, session, tool, event, place } = example;
  return [call, reason, reasonAgainst, session, tool, event, place.path].some((text) => has(text, wanted));
}

/** @param wanted in lower case or not: case does not count */
function has(text: string | null | undefined, wanted: string): boolean {
  return text != null && text.toLowerCase().includes(wanted.toLowerCase());
}
