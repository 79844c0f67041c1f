import {
  admitEvent,
  type Decision,
  type Event,
  type EventNotice,
  type PolicySet,
  readEvent,
  sessionOf,
  kindsOf,
  type Pending,
  step,
  type Verdicts,
  withDerive,
} from "@gatehouse-hooks/engine";
import { createAbortWatch } from "./abort-watch.js";
import { createAsker } from "./asker.js";
import { createCachedJudge } from "./cached-judge.js";
import { newCounters } from "./counters.js";
import { type Ask, drive } from "./drive.js";
import { Cancelled } from "./failure.js";
import { sayOnce } from "./notice.js";
import { resolveOptions, type RuntimeOptions } from "./options.js";
import { ownProperties } from "@gatehouse-hooks/json";
import { createQueue } from "./queue.js";
import { completing, hearing, NO_PROXIES } from "./read-input.js";
import { createReload, requirePolicySet } from "./reload.js";
import { refusal } from "./refusal.js";
import type { DecideOptions, Runtime } from "./runtime.js";
import { createSessions } from "./sessions.js";
import { createStopper, type Stop, type Stopper } from "./stop.js";
import { bothDecisions, rewritten, type Twins, twinsOf } from "./twins.js";

/**
 * Makes the asynchronous driver of the engine (SPEC, "Deciding"): it asks handlers for what the engine needs,
 * keeps the judge's verdicts, bounds time and numbers, and turns every fault into a failure.
 *
 * @throws TypeError for an unknown option or a wrong value
 * @example
 * const runtime = createRuntime({ policies: set, handlers: { judge: judgeHandler(judge) }, cache: createVerdictCache() });
 * const decision = await runtime.decide({ event: "before_tool_call", toolName: "exec", params: { command: "ls" } });
 */
export function createRuntime(given: RuntimeOptions): Runtime {
  const options = ownProperties(given);
  const { maxConcurrentEvals, lookahead, maxWaiting, clock, unknownEvents } = resolveOptions(options);
  const limits = { limit: maxConcurrentEvals, lookahead };
  const watch = createAbortWatch();
  const say = sayOnce(options.onNotice);
  const counters = newCounters();
  const queues = {
    judge: createQueue(maxConcurrentEvals, maxWaiting),
    command: createQueue(maxConcurrentEvals, maxWaiting),
  };
  const complete = completing(options.hosts ?? []);
  const twins = options.hosts === undefined ? NO_TWINS : twinsOf(options.hosts);
  const { cache } = options;
  const sessions = cache === undefined ? undefined : createSessions(cache, say);
  const cachedJudge =
    cache === undefined || sessions === undefined
      ? undefined
      : createCachedJudge(cache, sessions, options.defaultModel, say);
  const handlers = options.handlers ?? {};
  const isHeard = hearing(options.hosts ?? []);
  const asker = createAsker({ handlers, queues, cachedJudge, clock, counters, say, isHeard });
  /** The decisions in flight. */
  const deciding = new Map<Stopper, Promise<unknown>>();
  /** The policies of the next decision. One in flight keeps the set it began with. */
  const { derive } = options;
  const deriving = (set: PolicySet): PolicySet => (derive === undefined ? set : withDerive(set, derive));
  let policies = deriving(requirePolicySet(options.policies));
  const reload = createReload((set) => (policies = deriving(set)));
  let closed = false;

  function driveEvent({ set, event, first }: Begun, decision: Stop): Promise<Decision> {
    const session = sessionOf(event, kindsOf(set));
    const ask: Ask = (need, urgency) => asker(need, urgency, session, decision);
    return drive(set, event, first ?? step(set, event, NO_VERDICTS), ask, limits);
  }

  /** Document 000, "Supported events": both session events clear the session's verdicts. */
  async function decideSessionEvent(begun: Begun, decision: Stop): Promise<Decision> {
    const { set, event } = begun;
    const session = sessionOf(event, kindsOf(set));
    const boundary = kindsOf(set).of(event.event).session;
    if (boundary === "start") await sessions?.clear(session);
    try {
      return await driveEvent(begun, decision);
    } finally {
      if (boundary === "end") await sessions?.clear(session);
    }
  }

  /** The decision, where nothing has to be asked; otherwise what it begins with. */
  function begin(value: unknown, set: PolicySet): Begun | Made {
    try {
      if (closed) return made(refusal("the runtime is closed"));
      const read = complete(readEvent(value, NO_PROXIES));
      if (read.kind === "refused") return made(refusal(`invalid event: ${read.issue.message}`));
      const admission = admitEvent(set, read.event, { unknownEvents });
      if (admission.kind === "refused") return made(refusal(admission.notice.message, admission.notice));
      const { event, notices } = admission;
      // A session's verdicts are forgotten, which takes time.
      if (sessions !== undefined && kindsOf(set).of(event.event).session !== undefined)
        return { kind: "begun", set, event, notices, first: undefined };
      const first = step(set, event, NO_VERDICTS);
      if (first.kind === "decided") return made(noticed(first.decision, notices), event);
      return { kind: "begun", set, event, notices, first };
    } catch {
      return made(fault());
    }
  }

  function fault(): Decision {
    say({ code: "internal-error", message: "a decision could not be made and was denied" });
    return refusal("internal error: the decision could not be made");
  }

  async function finish(begun: Begun, decision: Stop): Promise<Decision> {
    try {
      const drives = begun.first === undefined ? decideSessionEvent : driveEvent;
      return noticed(await drives(begun, decision), begun.notices);
    } catch {
      return fault();
    }
  }

  /** The rest of a decision: of the event itself, then of its twins. All of them are decided, for what is not asked sees nothing. */
  async function finishAll(begun: Begun | Made, set: PolicySet, decision: Stop): Promise<Decision> {
    const first = begun.kind === "made" ? begun.decision : await finish(begun, decision);
    const asked = begun.event === undefined ? null : twins.asked(set);
    if (begun.event === undefined || asked === null) return first;
    let all = first;
    for (const twin of twins.make(rewritten(begun.event, first, set))) {
      const one = begin(twin, asked);
      all = bothDecisions(all, one.kind === "made" ? one.decision : await finish(one, decision));
    }
    return all;
  }

  /** What is decided without a question, of the event and of its twins; undefined where something has to be asked. */
  function atOnce(begun: Begun | Made, set: PolicySet): Decision | undefined {
    if (begun.kind === "begun") return undefined;
    const asked = begun.event === undefined ? null : twins.asked(set);
    if (begun.event === undefined || asked === null) return begun.decision;
    let all = begun.decision;
    for (const twin of twins.make(rewritten(begun.event, all, set))) {
      const one = begin(twin, asked);
      if (one.kind === "begun") return undefined;
      all = bothDecisions(all, one.decision);
    }
    return all;
  }

  function counted(decision: Decision): Decision {
    counters.decisions++;
    counters.effects[decision.effect]++;
    return decision;
  }

  return {
    async decide(value: unknown, how: DecideOptions = NO_OPTIONS): Promise<Decision> {
      const set = policies;
      const begun = begin(value, set);
      const known = atOnce(begun, set);
      if (known !== undefined) return counted(known);
      // An `AbortController` has its signal from its class; no other inherited property is read.
      const signal = how instanceof AbortController || Object.hasOwn(how, "signal") ? how.signal : undefined;
      const stopper = createStopper();
      const unwatch =
        signal === undefined
          ? undefined
          : watch(signal, () =>
              stopper.stop(new Cancelled("aborted", "the decision was aborted before this policy answered")),
            );
      const decision = finishAll(begun, set, stopper);
      deciding.set(stopper, decision);
      const decided = await decision;
      deciding.delete(stopper);
      unwatch?.();
      return counted(decided);
    },
    decideAtOnce(value) {
      const set = policies;
      const known = atOnce(begin(value, set), set);
      return known === undefined ? undefined : counted(known);
    },
    reload,
    get policies() {
      return policies;
    },
    stats() {
      const { effects, calls, ...numbers } = counters;
      return {
        ...numbers,
        effects: { ...effects },
        calls: { ...calls },
        deciding: deciding.size,
        running: queues.judge.running + queues.command.running,
        waiting: queues.judge.waiting + queues.command.waiting,
      };
    },
    async close() {
      closed = true;
      for (const stopper of deciding.keys()) {
        stopper.stop(new Cancelled("closed", "the runtime was closed before this policy answered"));
      }
      await Promise.all(deciding.values());
    },
  };
}

const NO_VERDICTS: Verdicts = new Map();

const NO_TWINS: Twins = Object.freeze({ asked: () => null, make: () => [] });

const NO_OPTIONS: DecideOptions = Object.freeze(ownProperties({}));

/** A decision for which nothing had to be asked. */
interface Made {
  readonly kind: "made";
  readonly decision: Decision;
  /** What was decided; absent where it is no event. */
  readonly event?: Event;
}

function made(decision: Decision, event?: Event): Made {
  return { kind: "made", decision, ...(event !== undefined && { event }) };
}

/** An event that was admitted, and the policies that decide it. */
interface Begun {
  readonly kind: "begun";
  readonly set: PolicySet;
  readonly event: Event;
  readonly notices: readonly EventNotice[];
  /** What is missing; undefined where a session has to be forgotten first. */
  readonly first: Pending | undefined;
}

function noticed(decision: Decision, notices: readonly EventNotice[]): Decision {
  return notices.length === 0 ? decision : ownProperties({ ...decision, notices });
}
