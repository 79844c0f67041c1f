import type { Answer, Event, Failure, Need, Verdict } from "@gatehouse-hooks/engine";

import { withoutBlindApproval } from "@gatehouse-hooks/judge";
import { countFire, isSpent, spokeThisTurn } from "./count-fire.js";
import { eventText, textIn } from "./event-fields.js";
import { gatesAction } from "./gating-events.js";
import { type Heard, heardByDefault, isUnheard } from "./heard.js";
import type { Hook, HookContext, HookEnvironment, HookNotice } from "./hook.js";
import { freshHookState, type HookState, type HookStates } from "./hook-state.js";
import { readTranscript, type Transcript } from "./transcript.js";

/** One question to one hook. */
interface OneRun {
  readonly hook: Hook;
  readonly environment: HookEnvironment;
  readonly states: HookStates;
  /** Says why a conversation is missing, once. */
  readonly tellMissing: (hook: string, why: string) => void;
  readonly need: Need;
  readonly signal: AbortSignal;
}

/** Asks a hook, unless it may not speak, or nobody would hear it; counts what it says. */
export async function runHook(run: OneRun): Promise<Verdict> {
  const { hook, environment, states, need } = run;
  const { event } = need;
  const session = eventText(event, "session");
  const state = await guarded(
    run,
    async () => (session === undefined ? freshHookState : states.read(session, hook.policy.id)),
    freshHookState,
  );
  // What denied an action has to deny its next attempt, too: only what never denies may fall silent there.
  const mayDeny = gatesAction([event.event]) && hook.advisory !== true;
  if (!mayDeny && isSpent(hook, state)) return spentVerdict;
  const heard = environment.hears?.(event) ?? heardByDefault(event);
  const unheard = isUnheard(hook, heard);
  if (unheard && mayStaySilent(hook)) return unheardVerdict;
  const transcript = await (environment.transcript?.(event) ?? transcriptIn(event));
  const isTaken = await guarded(
    run,
    async () => hook.onePerTurn === true && (await spokeThisTurn(states, session, transcript)),
    false,
  );
  if (isTaken) return takenVerdict;
  const { verdict, spent } = await said(run, { session, state, transcript, unheard, mayDeny });
  if (verdict.kind === "failure") return verdict;
  if (restricts(verdict) && heard.isStopping) return unheardVerdict;
  if (session === undefined || !isCounted(verdict, heard, mayDeny)) return verdict;
  return (await counted(run, verdict, { session, at: transcript.records.length, spent }))
    ? verdict
    : spentVerdict;
}

/** Where nobody would hear it, it need not be asked. */
function mayStaySilent({ advisory, blocksOnly }: Hook): boolean {
  return advisory === true || blocksOnly === true;
}

interface Asked {
  readonly session: string | undefined;
  readonly state: HookState;
  readonly transcript: Transcript;
  readonly unheard: boolean;
  readonly mayDeny: boolean;
}

/** What the hook says, and which messages that uses up. */
async function said(
  run: OneRun,
  { session, state, transcript, unheard, mayDeny }: Asked,
): Promise<{ readonly verdict: Verdict; readonly spent: readonly string[] }> {
  const { hook, environment, need, signal } = run;
  const { id } = hook.policy;
  const tellMissing = (): void =>
    transcript.missing === undefined ? undefined : run.tellMissing(id, transcript.missing);
  // An event that names no conversation says nothing wrong: that is told where a hook would have looked into it.
  if (environment.transcript !== undefined || textIn(need.event, "transcript_path") !== undefined)
    tellMissing();
  const spent: string[] = [];
  let isPartlyHidden = false;
  let failure: Failure | undefined;
  const answer = await hook.run({
    event: need.event,
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
    tellMissing,
    triggers: [],
    ...given({ session, root: environment.root }),
  });
  if (answer.kind === "failure") return { verdict: answer, spent };
  const { handler } = hook.policy;
  if (answer.updatedInput !== undefined && !(handler.kind === "function" && handler.mayRewrite === true))
    tell(
      run,
      "cannot-rewrite",
      "a hook without `mayRewrite` cannot rewrite the input: its `updatedInput` is left out",
    );
  const seen = mayDeny && isPartlyHidden ? withoutBlindApproval(answer) : answer;
  // The handler may not know what it was told: a model that failed has approved nothing.
  if (mayDeny && failure !== undefined && !restricts(seen)) return { verdict: failure, spent };
  return { verdict: toModelToo(seen), spent };
}

/** A warning is for the model, too, where its agent has a place for it: it is the model that is to do something else. */
function toModelToo(verdict: Answer): Answer {
  return verdict.kind === "warn" && verdict.context === undefined
    ? { ...verdict, context: [verdict.reason] }
    : verdict;
}

/** Whether a verdict is a fire: not where each attempt is judged, and not what reaches nobody. */
function isCounted(verdict: Answer, heard: Heard, mayDeny: boolean): boolean {
  if (restricts(verdict)) return heard.deny && !mayDeny;
  return verdict.kind === "warn" ? heard.warn : verdict.kind === "allow";
}

async function counted(
  run: OneRun,
  verdict: Answer,
  {
    session,
    at,
    spent,
  }: { readonly session: string; readonly at: number; readonly spent: readonly string[] },
): Promise<boolean> {
  const { hook, environment, states } = run;
  return await guarded(
    run,
    async () => {
      const fire = await countFire(states, { session, hook, at, spent, denies: restricts(verdict) });
      if (fire !== undefined) environment.onFire?.(fire);
      return fire !== undefined;
    },
    // What cannot be counted is said again; an approval that is limited is not.
    verdict.kind !== "allow" || hook.maxFires === null,
  );
}

async function guarded<T>(run: OneRun, work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch {
    tell(run, "state-failed", "fires cannot be counted: the hook speaks each time");
    return otherwise;
  }
}

function tell({ environment, hook }: OneRun, code: HookNotice["code"], message: string): void {
  environment.onNotice?.({ code, hook: hook.policy.id, message });
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

/** What the event itself holds. A path in it is read only by a reader that the caller supplies. */
function transcriptIn(event: Event): Transcript {
  if (Object.hasOwn(event, "transcript")) return readTranscript(event["transcript"] ?? null);
  const missing =
    textIn(event, "transcript_path") === undefined
      ? "no transcript: the event has neither `transcript` nor `transcript_path`"
      : "the event names a `transcript_path`, which nothing reads: give the environment `transcript: fileTranscripts()`";
  return { ...readTranscript(null), missing };
}
