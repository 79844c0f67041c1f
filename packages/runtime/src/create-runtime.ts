import {
  begin,
  type Begun,
  type Decision,
  type Finished,
  kindsOf,
  type PolicySet,
  refusal,
  type Refused,
  type Remembered,
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
import { ownOption, ownProperties } from "@gatehouse-hooks/json";
import { createQueue } from "./queue.js";
import { completing, hearing, NO_PROXIES } from "./read-input.js";
import { createReload, requirePolicySet } from "./reload.js";
import type { DecideOptions, Runtime } from "./runtime.js";
import { createSessions, type Sessions } from "./sessions.js";
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
  const running = new Running(ownProperties(given));
  return {
    decide: (value, call = NO_OPTIONS) => running.decide(value, call),
    decideAtOnce: (value, remembered) => running.decideAtOnce(value, remembered),
    reload: running.reload,
    get policies() {
      return running.policies;
    },
    stats: () => running.stats(),
    close: () => running.close(),
  };
}

class Running {
  /** The policies of the next decision. One in flight keeps the set it began with. */
  policies: PolicySet;
  readonly reload: Runtime["reload"];
  readonly #options: ReturnType<typeof resolveOptions>;
  readonly #beginOptions: NonNullable<Parameters<typeof begin>[2]>;
  readonly #twins: Twins;
  readonly #say: ReturnType<typeof sayOnce>;
  readonly #sessions: Sessions | undefined;
  readonly #asker: ReturnType<typeof createAsker>;
  readonly #queues: Parameters<typeof createAsker>[0]["queues"];
  readonly #counters = newCounters();
  readonly #watch = createAbortWatch();
  /** The decisions in flight. */
  readonly #deciding = new Map<Stopper, Promise<unknown>>();
  #closed = false;

  constructor(options: RuntimeOptions) {
    const { cache, derive, hosts, handlers = {} } = options;
    this.#options = resolveOptions(options);
    const { maxConcurrentEvals, maxWaiting, clock, unknownEvents } = this.#options;
    const say = sayOnce(options.onNotice);
    this.#say = say;
    const queues = {
      judge: createQueue(maxConcurrentEvals, maxWaiting),
      command: createQueue(maxConcurrentEvals, maxWaiting),
    };
    this.#queues = queues;
    this.#beginOptions = { ...NO_PROXIES, complete: completing(hosts ?? []), unknownEvents };
    this.#twins = hosts === undefined ? NO_TWINS : twinsOf(hosts);
    const sessions = cache === undefined ? undefined : createSessions(cache, say);
    this.#sessions = sessions;
    const cachedJudge =
      cache === undefined || sessions === undefined
        ? undefined
        : createCachedJudge(cache, sessions, options.defaultModel, say);
    const isHeard = hearing(hosts ?? []);
    const counters = this.#counters;
    this.#asker = createAsker({ handlers, queues, cachedJudge, clock, counters, say, isHeard });
    const deriving = (set: PolicySet): PolicySet => (derive === undefined ? set : withDerive(set, derive));
    this.policies = deriving(requirePolicySet(options.policies));
    this.reload = createReload((set) => (this.policies = deriving(set)));
  }

  /** What is known at once costs one promise. */
  decide(value: unknown, call: DecideOptions): Promise<Decision> {
    if (call !== NO_OPTIONS) return this.#decideSo(value, call);
    const set = this.policies;
    const begun = this.#begin(value, set, undefined);
    try {
      const known = this.#atOnce(begun, set, undefined);
      if (known !== undefined) return Promise.resolve(this.#counted(known));
    } catch {
      return Promise.resolve(this.#counted(refusal(this.#fault())));
    }
    return this.#decideLater(begun, set, undefined, undefined);
  }

  async #decideSo(value: unknown, call: DecideOptions): Promise<Decision> {
    const set = this.policies;
    const remembered = ownOption(call, "remembered");
    const begun = this.#begin(value, set, remembered);
    const known = this.#atOnce(begun, set, remembered);
    if (known !== undefined) return this.#counted(known);
    // An `AbortController` has its signal from its class; no other inherited property is read.
    const signal = call instanceof AbortController || Object.hasOwn(call, "signal") ? call.signal : undefined;
    return await this.#decideLater(begun, set, remembered, signal);
  }

  async #decideLater(
    begun: Begun,
    set: PolicySet,
    remembered: Remembered | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Decision> {
    const stopper = createStopper();
    const abort = (): void =>
      stopper.stop(new Cancelled("aborted", "the decision was aborted before this policy answered"));
    const unwatch = signal === undefined ? undefined : this.#watch(signal, abort);
    const decision = this.#finishAll(begun, set, stopper, remembered);
    this.#deciding.set(stopper, decision);
    const decided = await decision;
    this.#deciding.delete(stopper);
    unwatch?.();
    return this.#counted(decided);
  }

  decideAtOnce(value: unknown, remembered?: Remembered): Decision | undefined {
    const set = this.policies;
    const known = this.#atOnce(this.#begin(value, set, remembered), set, remembered);
    return known === undefined ? undefined : this.#counted(known);
  }

  stats(): ReturnType<Runtime["stats"]> {
    const { effects, calls, ...numbers } = this.#counters;
    const { judge, command } = this.#queues;
    return {
      ...numbers,
      effects: { ...effects },
      calls: { ...calls },
      deciding: this.#deciding.size,
      running: judge.running + command.running,
      waiting: judge.waiting + command.waiting,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stopper of this.#deciding.keys()) {
      stopper.stop(new Cancelled("closed", "the runtime was closed before this policy answered"));
    }
    await Promise.all(this.#deciding.values());
  }

  #begin(value: unknown, set: PolicySet, remembered: Remembered | undefined): Begun {
    try {
      return this.#closed
        ? refused("closed", "the runtime is closed")
        : begin(
            set,
            value,
            remembered === undefined ? this.#beginOptions : { ...this.#beginOptions, remembered },
          );
    } catch {
      return refused("internal-error", this.#fault());
    }
  }

  /** What is decided without a question, of the event and of its twins; undefined where it takes time. */
  #atOnce(begun: Begun, set: PolicySet, remembered: Remembered | undefined): Decision | undefined {
    if (begun.kind === "refused") return begun.decision;
    if (begun.kind === "pending" || this.#boundaryOf(begun) !== undefined) return undefined;
    const asked = this.#twins.asked(set);
    let all = begun.decision;
    if (asked === null) return all;
    for (const twin of this.#twins.make(rewritten(begun.event, all, set))) {
      const one = this.#begin(twin, asked, remembered);
      if (one.kind === "pending" || (one.kind === "decided" && this.#boundaryOf(one) !== undefined))
        return undefined;
      all = bothDecisions(all, one.decision);
    }
    return all;
  }

  /** The rest of a decision: of the event itself, then of its twins. All of them are decided, for what is not asked sees nothing. */
  async #finishAll(
    begun: Begun,
    set: PolicySet,
    decision: Stop,
    remembered: Remembered | undefined,
  ): Promise<Decision> {
    let all = await this.#finish(begun, decision);
    const asked = begun.kind === "refused" ? null : this.#twins.asked(set);
    if (begun.kind === "refused" || asked === null) return all;
    for (const twin of this.#twins.make(rewritten(begun.event, all, set)))
      all = bothDecisions(all, await this.#finish(this.#begin(twin, asked, remembered), decision));
    return all;
  }

  async #finish(begun: Begun, decision: Stop): Promise<Decision> {
    if (begun.kind === "refused") return begun.decision;
    try {
      return this.#boundaryOf(begun) === undefined
        ? await this.#drive(begun, decision)
        : await this.#driveSessionEvent(begun, decision);
    } catch {
      return refusal(this.#fault());
    }
  }

  /** Document 000, "Supported events": both session events clear the session's verdicts. */
  async #driveSessionEvent(begun: Finished | Unfinished, decision: Stop): Promise<Decision> {
    const session = sessionOf(begun.event, kindsOf(begun.set));
    const boundary = this.#boundaryOf(begun);
    if (boundary === "start") await this.#sessions?.clear(session);
    try {
      return await this.#drive(begun, decision);
    } finally {
      if (boundary === "end") await this.#sessions?.clear(session);
    }
  }

  #drive(begun: Finished | Unfinished, decision: Stop): Promise<Decision> {
    const session = sessionOf(begun.event, kindsOf(begun.set));
    const { maxConcurrentEvals: limit, lookahead } = this.#options;
    return drive(begun, (need, urgency) => this.#asker(need, urgency, session, decision), {
      limit,
      lookahead,
    });
  }

  /** Whether a session's verdicts are forgotten with an event, which takes time. */
  #boundaryOf({ set, event }: Finished | Unfinished): "start" | "end" | undefined {
    return this.#sessions === undefined ? undefined : kindsOf(set).of(event.event).session;
  }

  #fault(): string {
    this.#say({ code: "internal-error", message: "a decision could not be made and was denied" });
    return "internal error: the decision could not be made";
  }

  #counted(decision: Decision): Decision {
    this.#counters.decisions++;
    this.#counters.effects[decision.effect]++;
    return decision;
  }
}

const NO_TWINS: Twins = Object.freeze({ asked: () => null, make: () => [] });

const NO_OPTIONS: DecideOptions = Object.freeze(ownProperties({}));

function refused(code: string, message: string): Refused {
  return { kind: "refused", decision: refusal(message), notice: { code, message } };
}
