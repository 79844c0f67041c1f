import {
  begin,
  type Begun,
  type Decision,
  type Finished,
  kindsOf,
  type PolicySet,
  refusal,
  type Refused,
  sessionOf,
  type Unfinished,
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
import { completing, hearing, NO_PROXIES } from "./read-input.js";
import { createReload, requirePolicySet } from "./reload.js";
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
  const beginOptions = { ...NO_PROXIES, complete: completing(options.hosts ?? []), unknownEvents };
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

  function driveEvent(begun: Finished | Unfinished, decision: Stop): Promise<Decision> {
    const session = sessionOf(begun.event, kindsOf(begun.set));
    return drive(begun, (need, urgency) => asker(need, urgency, session, decision), limits);
  }

  /** Whether a session's verdicts are forgotten with an event, which takes time. */
  function boundaryOf({ set, event }: Finished | Unfinished): "start" | "end" | undefined {
    return sessions === undefined ? undefined : kindsOf(set).of(event.event).session;
  }

  /** Document 000, "Supported events": both session events clear the session's verdicts. */
  async function decideSessionEvent(begun: Finished | Unfinished, decision: Stop): Promise<Decision> {
    const session = sessionOf(begun.event, kindsOf(begun.set));
    const boundary = boundaryOf(begun);
    if (boundary === "start") await sessions?.clear(session);
    try {
      return await driveEvent(begun, decision);
    } finally {
      if (boundary === "end") await sessions?.clear(session);
    }
  }

  function beginEvent(value: unknown, set: PolicySet): Begun {
    try {
      return closed ? refused("closed", "the runtime is closed") : begin(set, value, beginOptions);
    } catch {
      return refused("internal-error", fault());
    }
  }

  function fault(): string {
    say({ code: "internal-error", message: "a decision could not be made and was denied" });
    return "internal error: the decision could not be made";
  }

  async function finish(begun: Begun, decision: Stop): Promise<Decision> {
    if (begun.kind === "refused") return begun.decision;
    try {
      const drives = boundaryOf(begun) === undefined ? driveEvent : decideSessionEvent;
      return await drives(begun, decision);
    } catch {
      return refusal(fault());
    }
  }

  /** The rest of a decision: of the event itself, then of its twins. All of them are decided, for what is not asked sees nothing. */
  async function finishAll(begun: Begun, set: PolicySet, decision: Stop): Promise<Decision> {
    let all = await finish(begun, decision);
    const asked = begun.kind === "refused" ? null : twins.asked(set);
    if (begun.kind === "refused" || asked === null) return all;
    for (const twin of twins.make(rewritten(begun.event, all, set)))
      all = bothDecisions(all, await finish(beginEvent(twin, asked), decision));
    return all;
  }

  /** What is decided without a question, of the event and of its twins; undefined where it takes time. */
  function atOnce(begun: Begun, set: PolicySet): Decision | undefined {
    if (begun.kind === "refused") return begun.decision;
    if (begun.kind === "pending" || boundaryOf(begun) !== undefined) return undefined;
    const asked = twins.asked(set);
    let all = begun.decision;
    if (asked === null) return all;
    for (const twin of twins.make(rewritten(begun.event, all, set))) {
      const one = beginEvent(twin, asked);
      if (one.kind === "pending" || (one.kind === "decided" && boundaryOf(one) !== undefined))
        return undefined;
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
    async decide(value: unknown, call: DecideOptions = NO_OPTIONS): Promise<Decision> {
      const set = policies;
      const begun = beginEvent(value, set);
      const known = atOnce(begun, set);
      if (known !== undefined) return counted(known);
      // An `AbortController` has its signal from its class; no other inherited property is read.
      const signal =
        call instanceof AbortController || Object.hasOwn(call, "signal") ? call.signal : undefined;
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
      const known = atOnce(beginEvent(value, set), set);
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

const NO_TWINS: Twins = Object.freeze({ asked: () => null, make: () => [] });

const NO_OPTIONS: DecideOptions = Object.freeze(ownProperties({}));

function refused(code: string, message: string): Refused {
  return { kind: "refused", decision: refusal(message), notice: { code, message } };
}
