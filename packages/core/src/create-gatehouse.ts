import { createVerdictCache } from "@gatehouse-hooks/cache";
import {
  begin,
  cellsOf,
  type CompiledPolicies,
  type CompileOptions,
  compilePolicies,
  type Decided,
  type Decision,
  explain,
  type Finished,
  kindsOf,
  type Pending,
  type PolicySet,
  readEvent,
  type Remembered,
  type Unfinished,
  type Verdicts,
  type Derive,
} from "@gatehouse-hooks/engine";
import { HOSTS, vocabularyOf } from "@gatehouse-hooks/hosts";
import { beyondOneStep, neverAsked } from "@gatehouse-hooks/hosts/wired";
import { type Issue, ownOption, ownProperties } from "@gatehouse-hooks/json";
import {
  createRuntime,
  decideWithMemory,
  type HandlerFunction,
  type Handlers,
  type MemoryStore,
  type NamedHandlers,
  type Notice,
  processMemoryStore,
  refuseUnknownOptions,
  type Runtime,
  sayOnce,
} from "@gatehouse-hooks/runtime/portable";
import { audited } from "#node";
import { askedInMemory } from "./frameworks/question-store.js";
import { approving } from "./approvals/approving.js";
import { GatehouseError, lineOf } from "./gatehouse-error.js";
import { countsFor, type DecideCall, type Gatehouse } from "./gatehouse.js";
import { judgeOf } from "./judge-of.js";
import { type GatehouseOptions, OPTIONS } from "./options.js";
import { type PartedSet, partDecider } from "./policies/decide-parts.js";
import { isTried, type ProgramTrial, programTrial, unheardTrial } from "./policies/program-trial.js";
import { readSources, type ReadSources } from "./policies/read-sources.js";
import { unanswered } from "./policies/unanswered-issues.js";
import { decidingWithin, refuseNoTracer } from "./traced-decision.js";
import { redactResult } from "@gatehouse-hooks/redact";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";

/**
 * Reads policies and decides by them.
 *
 * @throws TypeError for an unknown option or a wrong value; GatehouseError for errors in policies with `onIssues: "throw"`
 * @example
 * const gatehouse = await createGatehouse({ policies: "policies" });
 * const { effect, reason } = await gatehouse.decide({ event: "before_tool_call", toolName: "Bash", params: { command: "ls" } });
 */
export async function createGatehouse(given: GatehouseOptions): Promise<Gatehouse> {
  const options = checked(given);
  const compile = compiler(options);
  const open = new OpenGatehouse(options, compile, await compile(options.policies));
  const deciding = decidingWithin(options.tracer, open, sayOnce(options.onNotice));
  return {
    decide: (event, call) => deciding.decide(event, call),
    decideUnknown: (event, call) => deciding.decide(event, call),
    decideAtOnce: (event) => deciding.decideAtOnce(event),
    step: (event, verdicts) => open.step(event, verdicts),
    explain: (event, verdicts) => open.explain(event, verdicts),
    reload: (policies = options.policies) => open.reload(policies),
    get policies(): PolicySet {
      return open.present.set;
    },
    get issues() {
      return open.present.issues;
    },
    get lost() {
      return open.present.lost;
    },
    asked: askedInMemory(),
    close: () => open.close(),
  };
}

type Compile = (policies: GatehouseOptions["policies"]) => Promise<Compiled>;

class OpenGatehouse {
  present: Compiled;
  readonly #options: GatehouseOptions;
  readonly #compile: Compile;
  /** Those of the present policies, and of the ones before: a decision in flight keeps its set. */
  readonly #functions: Record<string, HandlerFunction<"function">>;
  readonly #own: Handlers;
  readonly #runtime: Runtime;
  readonly #parts: ReturnType<typeof partDecider>;
  readonly #approved: ReturnType<typeof approving>;
  /** Null: nothing is remembered. */
  readonly #memory: MemoryStore | null;
  /** Of the present policies. */
  #trial: ProgramTrial;
  /** What was said when the policies were read; the first question need not say it again. */
  readonly #told = new Set<string>();

  constructor(options: GatehouseOptions, compile: Compile, present: Compiled) {
    this.#options = options;
    this.#compile = compile;
    this.present = present;
    this.#functions = ownProperties({ ...present.functions });
    const judge = judgeOf(options.judge, options.onNotice);
    this.#own = {
      ...options.handlers,
      ...(judge !== undefined && { judge }),
      builtin: builtinHandlers(options.handlers?.builtin),
      function: functionHandlers(this.#functions, options.handlers?.function),
    };
    const runtimeOf = this.#runtimes();
    this.#runtime = runtimeOf(present.set);
    this.#parts = partDecider(() => this.present, this.#runtime, runtimeOf);
    this.#tell(present);
    this.#approved = approving(options.approvals);
    this.#memory = options.memory === false ? null : (options.memory ?? processMemoryStore());
    this.#trial = this.#newTrial();
  }

  decide(event: unknown, call?: DecideCall): Promise<Decision> {
    const alone = call === undefined && this.#isOneStep();
    const decision = alone ? this.#runtime.decide(event) : this.#decideCall(event, call ?? {});
    this.#trial.observe(event);
    return decision;
  }

  /** In words of several agents an event is decided more than once, and what is remembered is read and written. */
  decideAtOnce(event: unknown): Decision | undefined {
    const decision = this.#isOneStep() ? this.#runtime.decideAtOnce(event) : undefined;
    // Otherwise the caller asks `decide`, which tries it.
    if (decision !== undefined) this.#trial.observe(event);
    return decision;
  }

  step(event: unknown, verdicts: Verdicts | undefined): Decided | Pending {
    const begun = this.#begun(event, verdicts);
    const { ownWords, hasOthers } = this.present;
    const refused =
      ownWords.length === 0 ? null : beyondOneStep(begun.event, ownWords, kindsOf(begun.set), hasOthers);
    if (refused !== null) return { kind: "decided", decision: refused };
    return begun.kind === "decided"
      ? { kind: "decided", decision: begun.decision }
      : { kind: "pending", needs: begun.needs };
  }

  explain(event: unknown, verdicts: Verdicts | undefined): ReturnType<typeof explain> {
    const next = this.#begun(event, verdicts);
    return explain(next.set, next.event, next.verdicts);
  }

  async reload(policies: GatehouseOptions["policies"]): ReturnType<Gatehouse["reload"]> {
    const next = await this.#compile(policies);
    const failed = this.#worse(next);
    if (failed !== undefined) return failed;
    Object.assign(this.#functions, next.functions);
    this.present = next;
    this.#tell(next);
    const before = this.#trial;
    this.#trial = this.#newTrial();
    const [reloaded] = await Promise.all([
      this.#runtime.reload(next.set),
      this.#parts.reload(),
      before.close(),
    ]);
    return reloaded;
  }

  /** Policies that were good are not given up for ones with errors: what they would have guarded stays guarded, and nothing else is denied. */
  #worse({ issues }: Compiled): { readonly kind: "failed"; readonly message: string } | undefined {
    const errors = errorsOf(issues);
    const isGood = errorsOf(this.present.issues).length === 0;
    if (errors.length === 0 || !isGood || this.#options.onIssues === "report") return undefined;
    const message = `the new policies have errors, and the ones before stay in force:\n${toldLines(errors)}`;
    sayOnce(this.#options.onNotice)({ code: "policies-kept", message });
    return { kind: "failed", message };
  }

  async close(): Promise<void> {
    await Promise.all([this.#runtime.close(), this.#parts.close(), this.#trial.close()]);
  }

  #newTrial(): ProgramTrial {
    const { hosts = HOSTS, unknownEvents } = this.#options;
    const open = (policies: PolicySet): Runtime =>
      createRuntime({
        policies,
        handlers: this.#own,
        hosts,
        ...(unknownEvents !== undefined && { unknownEvents }),
        onNotice: () => undefined,
      });
    return programTrial(this.present.observed, open, this.#options);
  }

  /** What makes runtimes, with one cache. */
  #runtimes(): (policies: PolicySet) => Runtime {
    const { audit, hosts = HOSTS, unknownEvents, onNotice } = this.#options;
    const cache = this.#options.cache === false ? undefined : (this.#options.cache ?? createVerdictCache());
    const sayLater = sayOnce(onNotice);
    return (policies) => {
      const plain = createRuntime({
        policies,
        handlers: audit === undefined ? this.#own : audited.handlers(this.#own, audit),
        hosts,
        ...(cache !== undefined && { cache }),
        ...(unknownEvents !== undefined && { unknownEvents }),
        onNotice: (notice) => (this.#told.has(notice.code) ? undefined : sayLater(notice)),
      });
      return audit === undefined ? plain : audited.runtime(plain, audit);
    };
  }

  /** Decides by all policies, also by those in an agent's own words. */
  async #decideWhole(event: unknown, call: DecideCall = {}): Promise<Decision> {
    const signal = ownOption(call, "signal");
    const inWords = this.present.ownWords.length > 0;
    const one = inWords || this.#remembers() ? readEvent(event) : null;
    if (one?.kind !== "event") return await this.#runtime.decide(event, { signal });
    const decide = (remembered?: Remembered): Promise<Decision> =>
      inWords
        ? this.#parts.decide(one.event, signal, remembered)
        : this.#runtime.decide(one.event, { signal, remembered });
    if (this.#memory === null || !this.#remembers()) return await decide();
    const { hosts = HOSTS, onNotice } = this.#options;
    const memory = { store: this.#memory, hosts, onNotice: sayOnce(onNotice), counts: countsFor(call) };
    return await decideWithMemory(this.present.set, one.event, memory, decide);
  }

  /** Whether an event is decided once, by all policies, and nothing is remembered of it. */
  #isOneStep(): boolean {
    return this.present.ownWords.length === 0 && !this.#remembers();
  }

  #remembers(): boolean {
    return cellsOf(this.present.set).length > 0;
  }

  async #decideCall(event: unknown, call: DecideCall): Promise<Decision> {
    const approvals = ownOption(call, "approvals") ?? [];
    if (approvals.length === 0) return await this.#decideWhole(event, call);
    // Read once: what is approved is what is decided.
    const one = readEvent(event);
    if (one.kind === "refused") return await this.#decideWhole(event, call);
    const decision = await this.#decideWhole(one.event, call);
    if (decision.effect !== "ask") return decision;
    const made = await this.#approved(decision, one.event, approvals);
    if (made !== decision) {
      const message = `a person has approved a call that \`${String(decision.policy)}\` asked about`;
      void this.#options.audit?.record({ kind: "note", code: "approved", message });
    }
    return made;
  }

  #begun(event: unknown, verdicts: Verdicts | undefined): Finished | Unfinished {
    const { unknownEvents } = this.#options;
    const one = begin(this.present.set, event, {
      ...(verdicts !== undefined && { verdicts }),
      ...(unknownEvents !== undefined && { unknownEvents }),
    });
    if (one.kind === "refused") throw new TypeError(one.notice.message);
    return one;
  }

  /** Once for each time that policies are read. */
  #tell({ issues, ownWords, set }: Pick<Compiled, "issues" | "ownWords" | "set">): void {
    const { onIssues = "deny", onNotice } = this.#options;
    const errors = errorsOf(issues);
    const say = sayOnce(onNotice);
    if (errors.length > 0) say(noticeOf(errors, onIssues));
    const [empty] = issues.filter(({ code }) => code === "no-policies");
    if (empty !== undefined) say({ code: empty.code, message: lineOf(empty) });
    const unheard = unheardTrial(set, this.#options);
    if (unheard !== undefined) say(unheard);
    for (const words of ownWords) say({ code: "never-asked", message: neverAsked(words) });
    this.#told.clear();
    for (const notice of unanswered(set, this.#own)) {
      this.#told.add(notice.code);
      say(notice);
    }
  }
}

/** What is lost of policies is not of a trial. */
const ALONE = { observed: "alone", onLost: "ignore" } as const;

/** What makes policies that are in force of what they are given as, all at once. */
function compiler({ hosts = HOSTS, onIssues = "deny", kinds, facts }: GatehouseOptions): Compile {
  // Made once: it reads all tables of programs.
  const derive = facts === false ? undefined : (facts ?? programFacts());
  const compiling: CompileOptions = {
    onLost: onIssues === "report" ? "ignore" : "deny",
    ...(kinds !== undefined && { kinds }),
    ...(derive !== undefined && { derive }),
  };
  return async (policies) => {
    const sources = await readSources(
      policies,
      hosts,
      kinds?.map(({ name }) => name),
    );
    const { partOf, ownWords, vocabulary = vocabularyOf(hosts) } = sources;
    const made = compilePolicies(sources, compiling);
    const issues = [...sources.issues, ...made.issues];
    if (onIssues === "throw" && errorsOf(issues).length > 0) throw new GatehouseError(errorsOf(issues));
    return {
      ...made,
      issues,
      observed: isTried(made.set) ? compilePolicies(sources, { ...compiling, ...ALONE }).set : null,
      functions: sources.functions,
      ownWords,
      hasOthers: ownWords.length > 0 && partOf("none").policies.length > 0,
      part: (only) => compilePolicies({ ...sources, ...partOf(only), vocabulary }, compiling).set,
    };
  };
}

/** The builtin that needs nothing of a machine is there, whoever embeds it; one of the caller's own of this name counts. */
function builtinHandlers(given: Handlers["builtin"]): NonNullable<Handlers["builtin"]> {
  if (typeof given === "function") return given;
  const redacts: HandlerFunction<"builtin"> = async ({ event }) => {
    const updatedInput = redactResult(event);
    return { kind: "approve", reason: "", ...(updatedInput !== undefined && { updatedInput }) };
  };
  return { redact_secrets: redacts, ...given };
}

/** The functions of `decide`, then those that were given. */
function functionHandlers(
  own: NamedHandlers<"function">,
  given: Handlers["function"],
): NonNullable<Handlers["function"]> {
  if (typeof given !== "function") return Object.assign(own, given);
  return (need, context) => {
    const { name } = need.handler;
    const found = Object.hasOwn(own, name) ? own[name] : undefined;
    return (found ?? given)(need, context);
  };
}

interface Compiled extends CompiledPolicies, PartedSet, Pick<ReadSources, "functions"> {
  readonly set: PolicySet;
  /** The policies that are tried silently, alone; null without any. */
  readonly observed: PolicySet | null;
  /** There are policies that are in the words of all agents. */
  readonly hasOthers: boolean;
}

function checked(given: GatehouseOptions): GatehouseOptions {
  if (typeof given !== "object" || given === null)
    throw new TypeError('expected options, for example `createGatehouse({ policies: "policies" })`');
  const options = ownProperties(given);
  refuseUnknownOptions(options, OPTIONS);
  if (options.policies === undefined)
    throw new TypeError("`policies` is missing: give a path, `{ text }` of a file, or definitions");
  oneOf("onIssues", options.onIssues, ["deny", "throw", "report"]);
  oneOf("unknownEvents", options.unknownEvents, ["abstain", "deny"]);
  refuseNoTracer(options.tracer);
  if (options.onNotice !== undefined && typeof options.onNotice !== "function")
    throw new TypeError("expected `onNotice` to be a function");
  return options;
}

function oneOf(name: string, value: string | undefined, words: readonly string[]): void {
  if (value !== undefined && !words.includes(value))
    throw new TypeError(`expected \`${name}\` to be one of ${words.join(", ")}, got ${value}`);
}

function errorsOf(issues: readonly Issue[]): readonly Issue[] {
  return issues.filter(({ severity }) => severity === "error");
}

/** Issues that are told; the others are in `issues`. */
const MOST_TOLD = 5;

function noticeOf(errors: readonly Issue[], onIssues: "deny" | "throw" | "report"): Notice {
  const meaning =
    onIssues === "report"
      ? "these policies are not in force"
      : "what these policies would have guarded is denied";
  return { code: "policy-issues", message: `${meaning}:\n${toldLines(errors)}` };
}

function toldLines(errors: readonly Issue[]): string {
  return errors.slice(0, MOST_TOLD).map(lineOf).join("\n");
}

/** Facts by the tables of the program: nothing is looked at, so links are not followed. */
function programFacts(): Derive {
  const { facts, version } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
  return { facts, version };
}
