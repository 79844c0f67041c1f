import { createVerdictCache } from "@gatehouse-hooks/cache";
import {
  begin,
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
  type Unfinished,
  type Verdicts,
  type Derive,
} from "@gatehouse-hooks/engine";
import { type Host, HOSTS, vocabularyOf } from "@gatehouse-hooks/hosts";
import { beyondOneStep, neverAsked } from "@gatehouse-hooks/hosts/wired";
import { type Issue, ownOption, ownProperties } from "@gatehouse-hooks/json";
import {
  createRuntime,
  type HandlerFunction,
  type Handlers,
  type NamedHandlers,
  type Notice,
  refuseUnknownOptions,
  type Runtime,
  sayOnce,
} from "@gatehouse-hooks/runtime/portable";
import { audited } from "#node";
import { approving } from "./approvals/approving.js";
import { GatehouseError, lineOf } from "./gatehouse-error.js";
import type { DecideCall, Gatehouse } from "./gatehouse.js";
import { judgeOf } from "./judge-of.js";
import { type GatehouseOptions, OPTIONS } from "./options.js";
import type { PoliciesFrom } from "./policies/policies-from.js";
import { type PartedSet, partDecider } from "./policies/decide-parts.js";
import { readSources, type ReadSources } from "./policies/read-sources.js";
import { unanswered } from "./policies/unanswered-issues.js";
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
  const { hosts = HOSTS, onIssues = "deny", audit, onNotice } = options;
  // Made once: it reads all tables of programs.
  const derive = options.facts === false ? undefined : (options.facts ?? programFacts());
  let present = await compiled(options.policies, options, hosts);
  /** Those of the present policies, and of the ones before: a decision in flight keeps its set. */
  const functions: Record<string, HandlerFunction<"function">> = ownProperties({ ...present.functions });
  const cache = options.cache === false ? undefined : (options.cache ?? createVerdictCache());
  const judge = judgeOf(options.judge, onNotice);
  const own: Handlers = {
    ...options.handlers,
    ...(judge !== undefined && { judge }),
    function: functionHandlers(functions, options.handlers?.function),
  };
  /** What was said when the policies were read; the first question need not say it again. */
  const told = new Set<string>();
  const sayLater = sayOnce(onNotice);
  const runtimeOf = (policies: PolicySet): Runtime => {
    const plain = createRuntime({
      policies,
      handlers: audit === undefined ? own : audited.handlers(own, audit),
      hosts,
      ...(cache !== undefined && { cache }),
      ...(options.unknownEvents !== undefined && { unknownEvents: options.unknownEvents }),
      onNotice: (notice) => (told.has(notice.code) ? undefined : sayLater(notice)),
    });
    return audit === undefined ? plain : audited.runtime(plain, audit);
  };
  const runtime = runtimeOf(present.set);
  const parts = partDecider(() => present, runtime, runtimeOf);
  tell(present);
  /** Decides by all policies, also by those in an agent's own words. */
  const decideWhole = async (event: unknown, signal?: AbortSignal): Promise<Decision> => {
    const call = { ...(signal !== undefined && { signal }) };
    if (present.ownWords.length === 0) return await runtime.decide(event, call);
    const one = readEvent(event);
    return one.kind === "refused" ? await runtime.decide(event, call) : await parts.decide(one.event, signal);
  };
  const approved = approving(options.approvals);

  const decideUnknown = (event: unknown, call?: DecideCall): Promise<Decision> =>
    call === undefined ? decideWhole(event) : decideCall(event, call);
  const decideCall = async (event: unknown, call: DecideCall): Promise<Decision> => {
    const signal = ownOption(call, "signal");
    const approvals = ownOption(call, "approvals") ?? [];
    if (approvals.length === 0) return await decideWhole(event, signal);
    // Read once: what is approved is what is decided.
    const one = readEvent(event);
    if (one.kind === "refused") return await runtime.decide(event, { signal });
    const decision = await decideWhole(one.event, signal);
    if (decision.effect !== "ask") return decision;
    const made = await approved(decision, one.event, approvals);
    if (made !== decision) {
      const message = `a person has approved a call that \`${String(decision.policy)}\` asked about`;
      void audit?.record({ kind: "note", code: "approved", message });
    }
    return made;
  };
  const begun = (event: unknown, verdicts: Verdicts | undefined): Finished | Unfinished => {
    const { unknownEvents } = options;
    const one = begin(present.set, event, {
      ...(verdicts !== undefined && { verdicts }),
      ...(unknownEvents !== undefined && { unknownEvents }),
    });
    if (one.kind === "refused") throw new TypeError(one.notice.message);
    return one;
  };

  return {
    decide: (event, call) => decideUnknown(event, call),
    decideUnknown,
    // In words of several agents an event is decided more than once.
    decideAtOnce: (event) => (present.ownWords.length > 0 ? undefined : runtime.decideAtOnce(event)),
    step: (event, verdicts) => stepOf(begun(event, verdicts)),
    explain: (event, verdicts) => {
      const next = begun(event, verdicts);
      return explain(next.set, next.event, next.verdicts);
    },
    reload: async (policies = options.policies) => {
      const next = await compiled(policies, options, hosts);
      Object.assign(functions, next.functions);
      present = next;
      tell(next);
      const [reloaded] = await Promise.all([runtime.reload(next.set), parts.reload()]);
      return reloaded;
    },
    get policies(): PolicySet {
      return present.set;
    },
    get issues() {
      return present.issues;
    },
    get lost() {
      return present.lost;
    },
    close: async () => {
      await Promise.all([runtime.close(), parts.close()]);
    },
  };

  /** Once for each time that policies are read. */
  function tell({ issues, ownWords, set }: Pick<Compiled, "issues" | "ownWords" | "set">): void {
    const errors = errorsOf(issues);
    const say = sayOnce(onNotice);
    if (errors.length > 0) say(noticeOf(errors, onIssues));
    for (const words of ownWords) say({ code: "never-asked", message: neverAsked(words) });
    told.clear();
    for (const notice of unanswered(set, own)) {
      told.add(notice.code);
      say(notice);
    }
  }

  function stepOf(begun: Finished | Unfinished): Decided | Pending {
    const { set, event } = begun;
    const { ownWords, hasOthers } = present;
    const refused = ownWords.length === 0 ? null : beyondOneStep(event, ownWords, kindsOf(set), hasOthers);
    if (refused !== null) return { kind: "decided", decision: refused };
    return begun.kind === "decided"
      ? { kind: "decided", decision: begun.decision }
      : { kind: "pending", needs: begun.needs };
  }

  /** Policies that are in force, all at once. */
  async function compiled(
    policies: PoliciesFrom | readonly PoliciesFrom[],
    { kinds }: GatehouseOptions,
    from: readonly Host[],
  ): Promise<Compiled> {
    const sources = await readSources(
      policies,
      from,
      kinds?.map(({ name }) => name),
    );
    const { partOf, ownWords, vocabulary = vocabularyOf(from) } = sources;
    const compiling: CompileOptions = {
      onLost: onIssues === "report" ? "ignore" : "deny",
      ...(kinds !== undefined && { kinds }),
      ...(derive !== undefined && { derive }),
    };
    const made = compilePolicies(sources, compiling);
    const issues = [...sources.issues, ...made.issues];
    if (onIssues === "throw" && errorsOf(issues).length > 0) throw new GatehouseError(errorsOf(issues));
    return {
      ...made,
      issues,
      functions: sources.functions,
      ownWords,
      hasOthers: ownWords.length > 0 && partOf("none").policies.length > 0,
      part: (only) => compilePolicies({ ...partOf(only), vocabulary }, compiling).set,
    };
  }
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
  const lines = errors.slice(0, MOST_TOLD).map(lineOf).join("\n");
  return { code: "policy-issues", message: `${meaning}:\n${lines}` };
}

/** Facts by the tables of the program: nothing is looked at, so links are not followed. */
function programFacts(): Derive {
  const { facts, version } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
  return { facts, version };
}
