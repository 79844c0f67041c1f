import { type Event, kindsOf, type PolicySet, readEvent, sessionOf } from "@gatehouse-hooks/engine";
import { ownOption } from "@gatehouse-hooks/json";
import { contrastOf } from "./classify-event.js";
import { decideEvent, type Replayed } from "./decide-event.js";
import { type Came, TimesTally } from "./times-tally.js";
import { FlipTally } from "./flip-tally.js";
import { GroupTable } from "./group-table.js";
import { LogTally, SpanTally } from "./log-tally.js";
import { OutcomeTally, LiveTally } from "./live-tally.js";
import type { ReplayedAnswer, Replay, ReplayOptions } from "./replay.js";
import type { ReplayInput } from "./replay-input.js";
import type { ContrastGroup, ReplayExample, StopGroup } from "./replay-part.js";
import { groupKinds } from "./row-kinds.js";
import { SetTally } from "./set-tally.js";
import { shownCall, toolOf } from "./shown-call.js";
import { ShownNames, shownText } from "./shown-text.js";

/** Examples of a group, where the caller does not say. */
const DEFAULT_EXAMPLES = 5;
const MOST_EXAMPLES = 100;
/** The longest reason of an example, in UTF-16 code units. */
const LONGEST_REASON = 200;

/**
 * Begins a replay: events of a log go in, numbers and first examples come out. Pure: no handler runs, no clock is read.
 *
 * @throws TypeError for a number of examples that is not one
 * @example
 * ```ts
 * const replay = createReplay({ policies });
 * replay.open("events.jsonl", 0);
 * replay.add({ place: { path: "events.jsonl", line: replay.line(), offset: 0 }, event, at: null, session: null, agent: null, happened: null, live: null });
 * replay.part().now.effects;
 * ```
 */
export function createReplay(options: ReplayOptions): Replay {
  const { policies } = options;
  const against = ownOption(options, "against");
  const records = ownOption(options, "recorded") ?? {};
  const each = ownOption(options, "each");
  const examples = ownOption(options, "examples") ?? DEFAULT_EXAMPLES;
  if (!Number.isInteger(examples) || examples < 0 || examples > MOST_EXAMPLES)
    throw new TypeError(`expected \`examples\` to be a number from 0 to ${MOST_EXAMPLES}`);

  const kinds = groupKinds(examples);
  const names = new ShownNames();
  const span = new SpanTally();
  const log = new LogTally(examples);
  const now = new SetTally(policies);
  const after = against === undefined ? null : new SetTally(against);
  const flips = new FlipTally(kinds.flips, examples);
  const times = new TimesTally(names);
  const outcomes = new OutcomeTally();
  const contrasts = new GroupTable<ContrastGroup>(kinds.contrasts, examples);
  const stops = new GroupTable<StopGroup>(kinds.stops, examples);
  const live = new LiveTally(kinds.live, examples);
  const eventKinds = kindsOf(policies);

  const exampleOf = (
    input: ReplayInput,
    event: Event,
    said: Replayed,
    other: Replayed | null,
  ): ReplayExample => {
    const kind = eventKinds.of(event.event);
    const tool = toolOf(event, kind);
    const session = input.session ?? sessionName(policies, event);
    return {
      place: input.place,
      at: input.at,
      session: session === null ? null : names.of(session),
      agent: input.agent === null ? null : names.of(input.agent),
      event: names.of(event.event),
      tool: tool === null ? null : names.of(tool),
      call: shownCall(event, kind),
      outcome: input.happened?.outcome ?? null,
      person: input.happened?.person ?? null,
      reason: reasonOf(said),
      ...(other !== null && { reasonAgainst: reasonOf(other) }),
    };
  };

  const contrast = (input: ReplayInput, event: Event, said: Replayed, example: () => ReplayExample): void => {
    if (input.happened === null || said.kind === "unknown") return;
    const { effect, policy } = said.decision;
    const kind = contrastOf(input.happened, effect);
    if (kind === null) return;
    const tool = toolOf(event, eventKinds.of(event.event));
    const row = { kind, policy, tool: tool === null ? null : names.of(tool) };
    contrasts.add({ ...row, events: 0, examples: [] }, example);
  };

  const stop = (said: Replayed, example: () => ReplayExample): void => {
    if (said.kind === "unknown") return;
    const { effect, policy } = said.decision;
    if (effect !== "deny" && effect !== "ask") return;
    stops.add({ effect, policy, events: 0, examples: [] }, example);
  };

  return {
    open: (path, from) => span.open(path, from),
    line: () => span.line(),
    add(input) {
      const read = readEvent(input.event);
      if (read.kind === "refused") {
        log.refuse(input.place, read.issue);
        return;
      }
      const { event } = read;
      const kind = eventKinds.of(event.event);
      log.event(kind.gates && toolOf(event, kind) !== null);
      const said = decideEvent(policies, event, records);
      const came: Came = now.add(said);
      times.add(input, input.session ?? sessionName(policies, event), came);
      let other: Replayed | null = null;
      if (against !== undefined && after !== null) {
        other = decideEvent(against, event, records);
        after.add(other);
      }
      const example = (): ReplayExample => exampleOf(input, event, said, other);
      stop(said, example);
      if (other !== null) flips.add(said, other, example);
      if (input.happened !== null) {
        outcomes.add(input.happened);
        contrast(input, event, said, example);
      }
      const before = input.live ?? records.decision?.(event) ?? null;
      each?.({
        ...example(),
        ...answerOf(said),
        against: other === null ? null : answerOf(other),
        live: before,
      });
      if (before !== null) {
        if (input.live !== null) live.count(input.live);
        live.compare(before, said, example);
      }
    },
    decided: (decision) => live.count(decision),
    copy: () => log.copy(),
    refuse: (place, issue) => log.refuse(place, issue),
    unrecognised: (place, issue) => log.unrecognised(place, issue),
    part: () => ({
      v: 1,
      span: span.span(),
      ...log.counts(),
      now: now.counts(),
      against: after === null ? null : after.counts(),
      flips: after === null ? null : flips.counts(),
      ...times.counts(),
      outcomes: outcomes.counts(),
      contrasts: contrasts.rows(),
      stops: stops.rows(),
      live: live.counts(),
    }),
  };
}

function sessionName(set: PolicySet, event: Event): string | null {
  const session = sessionOf(event, kindsOf(set));
  return session.kind === "named" ? session.name : null;
}

function answerOf(replayed: Replayed): ReplayedAnswer {
  if (replayed.kind === "unknown") return { effect: "unknown", policy: null };
  const { effect, policy } = replayed.decision;
  return { effect, policy };
}

function reasonOf(replayed: Replayed): string {
  return replayed.kind === "unknown" ? "" : shownText(replayed.decision.reason, LONGEST_REASON);
}
