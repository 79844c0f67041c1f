import type { RowMerging } from "./kept-table.js";
import type {
  AgentCounts,
  ContrastGroup,
  StopGroup,
  DayCounts,
  LiveGroup,
  EffectCounts,
  ExampleGroup,
  FlipGroup,
  QuestionRow,
  SessionCounts,
} from "./replay-part.js";

// What identifies a row, how many of them are kept, and how two of one key become one.

/** A key of several parts: no two lists of parts have the same, since each says how long it is. */
function keyOf(...parts: readonly (string | null)[]): string {
  let key = "";
  for (const part of parts) key += part === null ? "-" : `${part.length}:${part}`;
  return key;
}

/** The sum of two counts of effects. */
export function addEffects(a: EffectCounts, b: EffectCounts): EffectCounts {
  return {
    deny: a.deny + b.deny,
    ask: a.ask + b.ask,
    allow: a.allow + b.allow,
    abstain: a.abstain + b.abstain,
    unknown: a.unknown + b.unknown,
  };
}

export const DAY_ROWS: RowMerging<DayCounts> = {
  most: 4_096,
  key: ({ day }) => day,
  merge: (a, b) => ({ day: a.day, ...addEffects(a, b) }),
};

export const AGENT_ROWS: RowMerging<AgentCounts> = {
  most: 256,
  key: ({ agent }) => agent,
  merge: (a, b) => ({ agent: a.agent, ...addEffects(a, b) }),
};

export const SESSION_ROWS: RowMerging<SessionCounts> = {
  most: 10_000,
  key: ({ session, agent }) => keyOf(session, agent),
  merge: (a, b) => ({
    session: a.session,
    agent: a.agent,
    first: pick(Math.min, a.first, b.first),
    last: pick(Math.max, a.last, b.last),
    ...addEffects(a, b),
  }),
};

export const QUESTION_ROWS: RowMerging<QuestionRow> = {
  most: 4_096,
  key: ({ key, policy }) => keyOf(key, policy),
  merge: (a, b) => ({ key: a.key, policy: a.policy, events: a.events + b.events }),
};

/** The rows with examples, of which a part keeps so many for each. */
export interface GroupKinds {
  readonly contrasts: RowMerging<ContrastGroup>;
  readonly stops: RowMerging<StopGroup>;
  readonly flips: RowMerging<FlipGroup>;
  readonly live: RowMerging<LiveGroup>;
}

const MOST_GROUPS = 4_096;

/** @param examples how many are kept of each group */
export function groupKinds(examples: number): GroupKinds {
  const both = (a: ExampleGroup, b: ExampleGroup): ExampleGroup => ({
    events: a.events + b.events,
    examples: [...a.examples, ...b.examples].slice(0, examples),
  });
  return {
    contrasts: {
      most: MOST_GROUPS,
      key: ({ kind, policy, tool }) => keyOf(kind, policy, tool),
      merge: (a, b) => ({ kind: a.kind, policy: a.policy, tool: a.tool, ...both(a, b) }),
    },
    stops: {
      most: MOST_GROUPS,
      key: ({ effect, policy }) => keyOf(effect, policy),
      merge: (a, b) => ({ effect: a.effect, policy: a.policy, ...both(a, b) }),
    },
    flips: {
      most: MOST_GROUPS,
      key: ({ from, to, change }) => keyOf(change, from.effect, from.policy, to.effect, to.policy),
      merge: (a, b) => ({ from: a.from, to: a.to, change: a.change, ...both(a, b) }),
    },
    live: {
      most: MOST_GROUPS,
      key: ({ live, now }) => keyOf(live.effect, live.policy, now.effect, now.policy),
      merge: (a, b) => ({ live: a.live, now: a.now, ...both(a, b) }),
    },
  };
}

function pick(which: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : which(a, b);
}
