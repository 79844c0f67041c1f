import {
  admitEvent,
  type Decision,
  type Event,
  type EventNotice,
  type PolicySet,
  readEvent,
  sessionOf,
  kindsOf,
  step,
  type Verdicts,
  withDerive,
} from "@gatehouse-hooks/engine";
import { createAbortWatch } from "./abort-watch.js";
import { createAsker } from "./asker.js";
import { createCachedJudge } from "./cached-judge.js";
import { newCounters } from "./counters.js";
import { drive } from "./drive.js";
import { Cancelled } from "./failure.js";
import { sayOnce } from "./notice.js";
import { resolveOptions, type RuntimeOptions } from "./options.js";
import { ownProperties } from "@gatehouse-hooks/json";
import { createQueue } from "./queue.js";
import { completing, NO_PROXIES } from "./read-input.js";
import { createReload, requirePolicySet } from "./reload.js";
import { refusal } from "./refusal.js";
import type { DecideOptions, Runtime } from "./runtime.js";
import { createSessions } from "./sessions.js";
import { createStopper, type Stop, type Stopper } from "./stop.js";

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
  const { maxConcurrentEvals, maxWaiting, clock, unknownEvents } = resolveOptions(options);
  const watch = createAbortWatch();
  const say = sayOnce(options.onNotice);
  const counters = newCounters();
  const queues = {
    judge: createQueue(maxConcurrentEvals, maxWaiting),
    command: createQueue(maxConcurrentEvals, maxWaiting),
  };
  const complete = completing(options.hosts ?? []);
  const { cache } = options;
  const sessions = cache === undefined ? undefined : createSessions(cache, say);
  const cachedJudge =
    cache === undefined || sessions === undefined
      ? undefined
      : createCachedJudge(cache, sessions, options.defaultModel, say);
  const handlers = options.handlers ?? {};
  const asker = createAsker({ handlers, queues, cachedJudge, clock, counters, say });
  /** The decisions in flight. */
  const deciding = new Map<Stopper, Promise<unknown>>();
  /** The policies of the next decision. One in flight keeps the set it began with. */
  const { derive } = options;
  const deriving = (set: PolicySet): PolicySet => (derive === undefined ? set : withDerive(set, derive));
  let policies = deriving(requirePolicySet(options.policies));
  const reload = createReload((set) => (policies = deriving(set)));
  let closed = false;

  function driveEvent(set: PolicySet, event: Event, decision: Stop): Promise<Decision> {
    const session = sessionOf(event, kindsOf(set));
    return drive(set, event, (need, urgency) => asker(need, urgency, session, decision), maxConcurrentEvals);
  }

  /** Document 000, "Supported events": both session events clear the session's verdicts. */
  async function decideSessionEvent(set: PolicySet, event: Event, decision: Stop): Promise<Decision> {
    const session = sessionOf(event, kindsOf(set));
    const boundary = kindsOf(set).of(event.event).session;
    if (boundary === "start") await sessions?.clear(session);
    try {
      return await driveEvent(set, event, decision);
    } finally {
      if (boundary === "end") await sessions?.clear(session);
    }
  }

  /** What stands at the door: the event to decide, or the decision that refuses it. */
  function admit(value: unknown): Admitted | Decision {
    if (closed) return refusal("the runtime is closed");
    const read = complete(readEvent(value, NO_PROXIES));
    if (read.kind === "refused") return refusal(`invalid event: ${read.issue.message}`);
    const set = policies;
    const admission = admitEvent(set, read.event, { unknownEvents });
    if (admission.kind === "refused") return refusal(admission.notice.message, admission.notice);
    const { event, notices } = admission;
    const isOfSession = kindsOf(set).of(event.event).session !== undefined;
    return { kind: "admitted", set, event, notices, isOfSession };
  }

  function fault(): Decision {
    say({ code: "internal-error", message: "a decision could not be made and was denied" });
    return refusal("internal error: the decision could not be made");
  }

  async function decide(value: unknown, decision: Stop): Promise<Decision> {
    try {
      const at = admit(value);
      if (!("kind" in at)) return at;
      const { set, event, notices, isOfSession } = at;
      return noticed(await (isOfSession ? decideSessionEvent : driveEvent)(set, event, decision), notices);
    } catch {
      return fault();
    }
  }

  function decideAtOnce(value: unknown): Decision | undefined {
    try {
      const at = admit(value);
      if (!("kind" in at)) return at;
      // A session's verdicts are forgotten, which takes time.
      if (at.isOfSession && sessions !== undefined) return undefined;
      const next = step(at.set, at.event, NO_VERDICTS);
      return next.kind === "decided" ? noticed(next.decision, at.notices) : undefined;
    } catch {
      return fault();
    }
  }

  function counted(made: Decision): Decision {
    counters.decisions++;
    counters.effects[made.effect]++;
    return made;
  }

  return {
    async decide(value: unknown, how: DecideOptions = {}): Promise<Decision> {
      // An `AbortController` has its signal from its class; no other inherited property is read.
      const signal = how instanceof AbortController || Object.hasOwn(how, "signal") ? how.signal : undefined;
      const stopper = createStopper();
      const unwatch =
        signal === undefined
          ? undefined
          : watch(signal, () =>
              stopper.stop(new Cancelled("aborted", "the decision was aborted before this policy answered")),
            );
      const decision = decide(value, stopper);
      deciding.set(stopper, decision);
      const made = await decision;
      deciding.delete(stopper);
      unwatch?.();
      return counted(made);
    },
    decideAtOnce(value) {
      const made = decideAtOnce(value);
      return made === undefined ? undefined : counted(made);
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

/** An event at the door, and the policies that decide it. */
interface Admitted {
  readonly kind: "admitted";
  readonly set: PolicySet;
  readonly event: Event;
  readonly notices: readonly EventNotice[];
  readonly isOfSession: boolean;
}

function noticed(made: Decision, notices: readonly EventNotice[]): Decision {
  return notices.length === 0 ? made : ownProperties({ ...made, notices });
}
