import type { Answer, Event, Failure, Need, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";

import { withoutBlindApproval } from "@gatehouse-hooks/judge";
import { eventText, textIn } from "./event-fields.js";
import { countFire, isSpent, spokeThisTurn } from "./count-fire.js";
import { gatesAction } from "./gating-events.js";
import { heardByDefault, isUnheard } from "./heard.js";
import type { Hook, HookContext, HookEnvironment, HookNotice } from "./hook.js";
import { freshHookState, type HookStates } from "./hook-state.js";
import { memoryHookStates } from "./memory-hook-states.js";
import { readTranscript, type Transcript } from "./transcript.js";

/** Answers the needs of one hook; what a driver of the engine calls. */
export type HookHandler = (need: Need, call: { readonly signal: AbortSignal }) => Promise<Verdict>;

/** Hooks as policies, and the functions that answer for them. */
export interface BoundHooks {
  readonly policies: readonly PolicyDefinition[];
  /** By the name that the policies give: the runtime's `handlers.function`. */
  readonly handlers: Readonly<Record<string, HookHandler>>;
}

/**
 * Connects hooks to models, state and transcripts.
 *
 * A run that fires is counted and remembered before its verdict is returned; two concurrent runs cannot fire more often
 * than `maxFires`. When the state cannot be read or written the hook still speaks: it may then fire more often. A deny of
 * an action is not counted and uses nothing up: every attempt at an action is judged.
 *
 * @throws TypeError when two hooks have one id.
 *
 * @example
 * ```ts
 * const { policies, handlers } = bindHooks([llmGate("Is the agent making excuses?", { message: "Excuse detected" })], {
 *   evaluator: createEvaluator({ sizes: { small: "anthropic/claude-haiku-4-5" }, env: process.env }),
 * });
 * const runtime = createRuntime({ policies: compilePolicies(policies).set, handlers: { function: handlers } });
 * ```
 */
export function bindHooks(hooks: readonly Hook[], environment: HookEnvironment): BoundHooks {
  const states = environment.states ?? memoryHookStates();
  const missing = missingOnce(environment);
  const handlers = new Map<string, HookHandler>();
  for (const hook of hooks) {
    const { id } = hook.policy;
    if (handlers.has(id))
      throw new TypeError(`two hooks have the id \`${id}\`: give one of them another \`id\``);
    if (hook.maxFires !== null && hook.advisory !== true && gatesAction(hook.policy.events)) {
      environment.onNotice?.({
        code: "limit-repeats",
        hook: id,
        message: `\`maxFires\` ${hook.maxFires} does not limit denies of an action: each attempt is judged, and denied again`,
      });
    }
    handlers.set(id, (need, { signal }) => runHook(hook, environment, states, missing, need, signal));
  }
  return {
    // In the order in which they are given, where priorities are equal.
    policies: hooks.map(({ policy }, order) => ({ ...policy, order })),
    handlers: Object.fromEntries(handlers),
  };
}

async function runHook(
  hook: Hook,
  environment: HookEnvironment,
  states: HookStates,
  tellMissing: (hook: string, why: string) => void,
  need: Need,
  signal: AbortSignal,
): Promise<Verdict> {
  const { event } = need;
  const { id } = hook.policy;
  const tell = (code: HookNotice["code"], message: string): void =>
    environment.onNotice?.({ code, hook: id, message });
  const session = eventText(event, "session");
  const guarded = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch {
      tell("state-failed", "fires cannot be counted: the hook speaks each time");
      return otherwise;
    }
  };
  const state = await guarded(
    async () => (session === undefined ? freshHookState : states.read(session, id)),
    freshHookState,
  );
  // What denied an action has to deny its next attempt, too: only what never denies may fall silent there.
  const mayDeny = gatesAction([event.event]) && hook.advisory !== true;
  if (!mayDeny && isSpent(hook, state)) return spentVerdict;
  const heard = environment.hears?.(event) ?? heardByDefault(event);
  const unheard = isUnheard(hook, heard);
  if (unheard && (hook.advisory === true || hook.blocksOnly === true)) return unheardVerdict;
  const transcript = await (environment.transcript?.(event) ?? transcriptIn(event));
  const { missing } = transcript;
  // An event that names no conversation says nothing wrong: that is told where a hook would have looked into it.
  const isNamed = environment.transcript !== undefined || textIn(event, "transcript_path") !== undefined;
  if (missing !== undefined && isNamed) tellMissing(id, missing);
  const isTaken = await guarded(
    async () => hook.onePerTurn === true && (await spokeThisTurn(states, session, transcript)),
    false,
  );
  if (isTaken) return takenVerdict;
  const spent: string[] = [];
  let isPartlyHidden = false;
  let failure: Failure | undefined;
  const said = await hook.run({
    event,
    transcript,
    hook: id,
    state,
    environment,
    signal,
    timeoutMs: need.handler.timeoutMs,
    spend: (texts) => spent.push(...texts),
    hid: () => (isPartlyHidden = true),
    failed: (one) => (failure ??= one),
    isUnheard: unheard,
    tellMissing: () => (missing === undefined ? undefined : tellMissing(id, missing)),
    triggers: [],
    ...given({ session, root: environment.root }),
  });
  if (said.kind === "failure") return said;
  if (said.updatedInput !== undefined) {
    tell("cannot-rewrite", "a hook of this kind cannot rewrite the input: its `updatedInput` is left out");
  }
  const seen = mayDeny && isPartlyHidden ? withoutBlindApproval(said) : said;
  // The handler may not know what it was told: a model that failed has approved nothing.
  if (mayDeny && failure !== undefined && !restricts(seen)) return failure;
  const verdict = toModelToo(seen);
  const denies = restricts(verdict);
  if (denies && heard.isStopping) return unheardVerdict;
  if (verdict.kind === "approve" || session === undefined) return verdict;
  if (mayDeny && denies) return verdict;
  // What reaches nobody is not counted.
  if (denies ? !heard.deny : verdict.kind === "warn" && !heard.warn) return verdict;
  const counted = await guarded(
    async () => {
      const fire = await countFire(states, { session, hook, at: transcript.records.length, spent, denies });
      if (fire !== undefined) environment.onFire?.(fire);
      return fire !== undefined;
    },
    // What cannot be counted is said again; an approval that is limited is not.
    verdict.kind !== "allow" || hook.maxFires === null,
  );
  return counted ? verdict : spentVerdict;
}

/** A warning is for the model, too, where its agent has a place for it: it is the model that is to do something else. */
function toModelToo(verdict: Answer): Answer {
  return verdict.kind === "warn" && verdict.context === undefined
    ? { ...verdict, context: [verdict.reason] }
    : verdict;
}

function restricts({ kind }: Verdict): boolean {
  return kind === "deny" || kind === "ask";
}

/** What was given of the parts of a context that may be missing. */
function given({
  session,
  root,
}: {
  readonly session: string | undefined;
  readonly root: string | undefined;
}): Pick<HookContext, "session" | "root"> {
  return { ...(session === undefined ? {} : { session }), ...(root === undefined ? {} : { root }) };
}

const spentVerdict: Verdict = Object.freeze({
  kind: "approve",
  reason: "the hook has fired as often as it may",
});

const takenVerdict: Verdict = Object.freeze({
  kind: "approve",
  reason: "another hook with `onePerTurn` has spoken in this turn",
});

const unheardVerdict: Verdict = Object.freeze({
  kind: "approve",
  reason: "nothing that the hook says would reach anybody now",
});

/** Messages about conversations that are remembered; beyond them nothing more is reported. */
const maxMissing = 1_000;

/** Tells each hook once why its conversation is missing: the same holds for every event to come. */
function missingOnce({ onNotice }: HookEnvironment): (hook: string, why: string) => void {
  const said = new Set<string>();
  return (hook, message) => {
    const key = `${hook} ${message}`;
    if (said.has(key) || said.size >= maxMissing) return;
    said.add(key);
    onNotice?.({ code: "no-transcript", hook, message });
  };
}

/** What the event itself holds. A path in it is read only by a reader that the caller supplies. */
function transcriptIn(event: Event): Transcript {
  if (Object.hasOwn(event, "transcript")) return readTranscript(event["transcript"] ?? null);
  const missing =
    textIn(event, "transcript_path") === undefined
      ? "no transcript: the event has neither `transcript` nor `transcript_path`"
      : "the event names a `transcript_path`, which nothing reads: give the environment `transcript: fileTranscripts()`";
  return { ...readTranscript(null), missing };
}
