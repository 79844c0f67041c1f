import type { LogPlace, FileSpan, ReadSpan } from "./log-place.js";
import { mergeRows, type RowMerging } from "./kept-table.js";
import type {
  ExampleGroup,
  FlipCounts,
  KeptRows,
  OutcomeCounts,
  PolicyCounts,
  ReplayPart,
  SetCounts,
  LiveCounts,
  Unread,
} from "./replay-part.js";
import {
  addEffects,
  AGENT_ROWS,
  DAY_ROWS,
  type GroupKinds,
  groupKinds,
  QUESTION_ROWS,
  SESSION_ROWS,
} from "./row-kinds.js";

/**
 * The part of a whole log, from the parts of its pieces. Associative: pieces may be merged in any grouping, in the log's order.
 *
 * @param parts in the log's order, made with the same policies and the same number of examples; at least one
 * @param examples how many are kept of each group, as the parts have it
 * @throws TypeError for no parts, and for parts of different policies
 */
export function mergeParts(parts: readonly ReplayPart[], examples = 5): ReplayPart {
  const [first, ...rest] = parts;
  if (first === undefined) throw new TypeError("expected at least one part");
  const kinds = groupKinds(examples);
  return rest.reduce((merged, part) => mergeTwo(merged, part, { kinds, examples }), first);
}

interface Merging {
  readonly kinds: GroupKinds;
  readonly examples: number;
}

function mergeTwo(a: ReplayPart, unplaced: ReplayPart, { kinds, examples }: Merging): ReplayPart {
  const b = placedAfter(a.span, unplaced);
  if ((a.against === null) !== (b.against === null) || (a.flips === null) !== (b.flips === null))
    throw new TypeError("expected parts of the same replay");
  return {
    v: 1,
    span: mergeSpans(a.span, b.span),
    events: a.events + b.events,
    calls: a.calls + b.calls,
    copies: a.copies + b.copies,
    unreadable: mergeUnread(a.unreadable, b.unreadable, examples),
    unrecognised: mergeUnread(a.unrecognised, b.unrecognised, examples),
    now: mergeSets(a.now, b.now),
    against: a.against === null || b.against === null ? null : mergeSets(a.against, b.against),
    flips: a.flips === null || b.flips === null ? null : mergeFlips(a.flips, b.flips, kinds),
    days: mergeRows(a.days, b.days, DAY_ROWS),
    agents: mergeRows(a.agents, b.agents, AGENT_ROWS),
    sessions: mergeRows(a.sessions, b.sessions, SESSION_ROWS),
    outcomes: mergeOutcomes(a.outcomes, b.outcomes),
    contrasts: mergeRows(a.contrasts, b.contrasts, kinds.contrasts),
    stops: mergeRows(a.stops, b.stops, kinds.stops),
    live: mergeLive(a.live, b.live, kinds.live),
  };
}

/** The second goes on where the first has stopped, in the middle of a file. */
function joins(a: ReadSpan | null, b: ReadSpan | null): number | null {
  if (a === null || b === null || b.first.from === 0 || a.last.path !== b.first.path) return null;
  return a.last.lines;
}

function mergeSpans(a: ReadSpan | null, b: ReadSpan | null): ReadSpan | null {
  if (a === null || b === null) return a ?? b;
  if (joins(a, b) === null) return { first: a.first, last: b.last };
  const middle: FileSpan = { ...a.last, lines: a.last.lines + b.first.lines };
  return {
    first: a.first.path === a.last.path ? middle : a.first,
    last: b.first.path === b.last.path ? middle : b.last,
  };
}

/** The part with the lines of its first file counted from where the part before it began to read that file. */
function placedAfter(before: ReadSpan | null, part: ReplayPart): ReplayPart {
  const lines = joins(before, part.span);
  const path = part.span?.first.path;
  if (lines === null || lines === 0 || path === undefined) return part;
  const place = (at: LogPlace): LogPlace => (at.path === path ? { ...at, line: at.line + lines } : at);
  const unread = ({ count, places }: Unread): Unread => ({
    count,
    places: places.map((one) => ({ ...one, place: place(one.place) })),
  });
  const groups = <Row extends ExampleGroup>({ complete, rows }: KeptRows<Row>): KeptRows<Row> => ({
    complete,
    rows: rows.map((row) => ({
      ...row,
      examples: row.examples.map((one) => ({ ...one, place: place(one.place) })),
    })),
  });
  const { flips, live } = part;
  return {
    ...part,
    unreadable: unread(part.unreadable),
    unrecognised: unread(part.unrecognised),
    flips: flips === null ? null : { ...flips, groups: groups(flips.groups) },
    contrasts: groups(part.contrasts),
    stops: groups(part.stops),
    live: { ...live, groups: groups(live.groups) },
  };
}

function mergeUnread(a: Unread, b: Unread, most: number): Unread {
  return { count: a.count + b.count, places: [...a.places, ...b.places].slice(0, most) };
}

function mergeSets(a: SetCounts, b: SetCounts): SetCounts {
  if (a.policies.length !== b.policies.length) throw new TypeError("expected parts of the same policies");
  return {
    effects: addEffects(a.effects, b.effects),
    malformed: a.malformed + b.malformed,
    policies: a.policies.map((one, index) => mergePolicy(one, b.policies[index])),
    questions: mergeRows(a.questions, b.questions, QUESTION_ROWS),
  };
}

function mergePolicy(a: PolicyCounts, b: PolicyCounts | undefined): PolicyCounts {
  if (b === undefined || a.tier !== b.tier || a.policy !== b.policy)
    throw new TypeError("expected parts of the same policies");
  return {
    tier: a.tier,
    policy: a.policy,
    decided: a.decided + b.decided,
    hits: a.hits + b.hits,
    denies: a.denies + b.denies,
    asks: a.asks + b.asks,
    warnings: a.warnings + b.warnings,
    allows: a.allows + b.allows,
    rewrites: a.rewrites + b.rewrites,
    failures: a.failures + b.failures,
    questions: {
      needed: a.questions.needed + b.questions.needed,
      recorded: a.questions.recorded + b.questions.recorded,
    },
    unknown: a.unknown + b.unknown,
  };
}

function mergeFlips(a: FlipCounts, b: FlipCounts, { flips }: GroupKinds): FlipCounts {
  return {
    same: a.same + b.same,
    flipped: a.flipped + b.flipped,
    looser: a.looser + b.looser,
    stricter: a.stricter + b.stricter,
    unknown: a.unknown + b.unknown,
    groups: mergeRows(a.groups, b.groups, flips),
  };
}

function mergeOutcomes(a: OutcomeCounts, b: OutcomeCounts): OutcomeCounts {
  return {
    ran: a.ran + b.ran,
    failed: a.failed + b.failed,
    denied: a.denied + b.denied,
    rewritten: a.rewritten + b.rewritten,
    unknown: a.unknown + b.unknown,
    deniedBy: {
      hook: a.deniedBy.hook + b.deniedBy.hook,
      native: a.deniedBy.native + b.deniedBy.native,
      unsaid: a.deniedBy.unsaid + b.deniedBy.unsaid,
    },
    person: {
      allowed: a.person.allowed + b.person.allowed,
      refused: a.person.refused + b.person.refused,
    },
  };
}

function mergeLive(
  a: LiveCounts,
  b: LiveCounts,
  kind: RowMerging<LiveCounts["groups"]["rows"][number]>,
): LiveCounts {
  const [long, short] =
    a.latency.length >= b.latency.length ? [a.latency, b.latency] : [b.latency, a.latency];
  return {
    effects: {
      deny: a.effects.deny + b.effects.deny,
      ask: a.effects.ask + b.effects.ask,
      allow: a.effects.allow + b.effects.allow,
      abstain: a.effects.abstain + b.effects.abstain,
    },
    same: a.same + b.same,
    different: a.different + b.different,
    unknown: a.unknown + b.unknown,
    groups: mergeRows(a.groups, b.groups, kind),
    latency: long.map((count, bucket) => count + (short[bucket] ?? 0)),
  };
}
