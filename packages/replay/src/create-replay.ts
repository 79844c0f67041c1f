import { type Event, kindsOf, type PolicySet, readEvent, sessionOf } from "@gatehouse-hooks/engine";
import { ownOption } from "@gatehouse-hooks/json";
import { contrastOf } from "./classify-event.js";
import type { Replayed } from "./decide/decide-by-records.js";
import { ReplayMemory } from "./decide/replay-memory.js";
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
  const examples = ownOption(options, "examples") ?? DEFAULT_EXAMPLES;
  if (!Number.isInteger(examples) || examples < 0 || examples > MOST_EXAMPLES)
    throw new TypeError(`expected \`examples\` to be a number from 0 to ${MOST_EXAMPLES}`);
  const replaying = new Replaying(options, examples);
  const { span, log, live } = replaying;
  return {
    open: (path, from) => replaying.open(path, from),
    line: () => span.line(),
    add: (input) => replaying.add(input),
    saw: (event, at) => replaying.saw(event, at),
    decided: (decision) => live.count(decision),
    copy: () => log.copy(),
    refuse: (place, issue) => log.refuse(place, issue),
    unrecognised: (place, issue) => log.unrecognised(place, issue),
    part: () => replaying.part(),
  };
}

class Replaying {
  readonly span = new SpanTally();
  readonly log: LogTally;
  readonly live: LiveTally;
  readonly #policies: PolicySet;
  /** What the policies decide, and the other ones, with what each remembers. */
  readonly #present: ReplayMemory;
  readonly #against: ReplayMemory | null;
  readonly #records: NonNullable<ReplayOptions["recorded"]>;
  readonly #each: ReplayOptions["each"];
  readonly #eventKinds: ReturnType<typeof kindsOf>;
  readonly #names = new ShownNames();
  readonly #now: SetTally;
  readonly #after: SetTally | null;
  readonly #flips: FlipTally;
  readonly #times = new TimesTally(this.#names);
  readonly #outcomes = new OutcomeTally();
  readonly #contrasts: GroupTable<ContrastGroup>;
  readonly #stops: GroupTable<StopGroup>;

  constructor(options: ReplayOptions, examples: number) {
    const { policies } = options;
    const kinds = groupKinds(examples);
    this.#policies = policies;
    const against = ownOption(options, "against");
    this.#records = ownOption(options, "recorded") ?? {};
    this.#present = new ReplayMemory(policies, this.#records);
    this.#against = against === undefined ? null : new ReplayMemory(against, this.#records);
    this.#each = ownOption(options, "each");
    this.#eventKinds = kindsOf(policies);
    this.log = new LogTally(examples);
    this.live = new LiveTally(kinds.live, examples);
    this.#now = new SetTally(policies);
    this.#after = against === undefined ? null : new SetTally(against);
    this.#flips = new FlipTally(kinds.flips, examples);
    this.#contrasts = new GroupTable<ContrastGroup>(kinds.contrasts, examples);
    this.#stops = new GroupTable<StopGroup>(kinds.stops, examples);
  }

  open(path: string, from: number): void {
    this.span.open(path, from);
    if (from === 0) return;
    this.#present.cut();
    this.#against?.cut();
  }

  saw(event: unknown, at: number | null): void {
    this.#present.saw(event, at);
    this.#against?.saw(event, at);
  }

  add(given: ReplayInput): void {
    const read = readEvent(given.event);
    if (read.kind === "refused") {
      this.log.refuse(given.place, read.issue);
      return;
    }
    const { event } = read;
    const recorded = given.live === null ? (this.#records.decision?.(event, given.at) ?? null) : null;
    // The trail knows by which time a window of time was read.
    const input = recorded === null || recorded.at === null ? given : { ...given, at: recorded.at };
    const kind = this.#eventKinds.of(event.event);
    this.log.event(kind.gates && toolOf(event, kind) !== null);
    const said = this.#present.decide(event, input);
    const came: Came = this.#now.add(said);
    this.#times.add(input, input.session ?? sessionName(this.#policies, event), came);
    const other = this.#otherwise(event, input);
    const example = (): ReplayExample => this.#exampleOf(input, event, said, other);
    this.#stop(said, example);
    if (other !== null) this.#flips.add(said, other, example);
    if (input.happened !== null) {
      this.#outcomes.add(input.happened);
      this.#contrast(input, event, said, example);
    }
    const before = input.live ?? recorded?.live ?? null;
    this.#each?.({
      ...example(),
      ...answerOf(said),
      against: other === null ? null : answerOf(other),
      live: before,
    });
    if (before !== null) {
      if (input.live !== null) this.live.count(input.live);
      this.live.compare(before, said, example);
    }
  }

  part(): ReturnType<Replay["part"]> {
    return {
      v: 1,
      span: this.span.span(),
      ...this.log.counts(),
      now: this.#now.counts(),
      against: this.#after === null ? null : this.#after.counts(),
      flips: this.#after === null ? null : this.#flips.counts(),
      ...this.#times.counts(),
      outcomes: this.#outcomes.counts(),
      contrasts: this.#contrasts.rows(),
      stops: this.#stops.rows(),
      live: this.live.counts(),
    };
  }

  /** What the other policies say, where there are some. */
  #otherwise(event: Event, input: ReplayInput): Replayed | null {
    if (this.#against === null || this.#after === null) return null;
    const other = this.#against.decide(event, input);
    this.#after.add(other);
    return other;
  }

  #exampleOf(input: ReplayInput, event: Event, said: Replayed, other: Replayed | null): ReplayExample {
    const kind = this.#eventKinds.of(event.event);
    const names = this.#names;
    const tool = toolOf(event, kind);
    const session = input.session ?? sessionName(this.#policies, event);
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
  }

  #stop(said: Replayed, example: () => ReplayExample): void {
    if (said.kind === "unknown") return;
    const { effect, policy } = said.decision;
    if (effect !== "deny" && effect !== "ask") return;
    this.#stops.add({ effect, policy, events: 0, examples: [] }, example);
  }

  #contrast(input: ReplayInput, event: Event, said: Replayed, example: () => ReplayExample): void {
    if (input.happened === null || said.kind === "unknown") return;
    const { effect, policy } = said.decision;
    const kind = contrastOf(input.happened, effect);
    if (kind === null) return;
    const tool = toolOf(event, this.#eventKinds.of(event.event));
    const row = { kind, policy, tool: tool === null ? null : this.#names.of(tool) };
    this.#contrasts.add({ ...row, events: 0, examples: [] }, example);
  }
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
