import type { Decision, Event } from "@gatehouse-hooks/engine";
import { senderAmongAll, type SpeakOptions, type Spoken, type WiredHost } from "@gatehouse-hooks/hosts/wired";
import { type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";
import type { DecisionTracer } from "../traced-decision.js";

/** The longest payload of a hook, in bytes. */
export const MAX_PAYLOAD_BYTES: number = 16 * 1024 * 1024;

/** How a hook is answered. */
export interface AnswerOptions extends SpeakOptions {
  /** May throw: that is a failure of the guard. */
  readonly decide: (event: Event) => Promise<Decision>;
  /** In ms: afterwards the answer is that of a failure. */
  readonly deadlineMs: number;
  /**
   * What becomes of a rewrite, asked before it is sent: agents compare their own rules with the rewritten call, so whoever can read those
   * asks them about the call as it came. Default: the rewrite is asked about.
   */
  readonly checkRewrite?: (decision: Decision, event: Event) => Promise<Decision>;
  /** What becomes of an ask that no person would see. Default: a deny. */
  readonly settle?: (decision: Decision, event: Event) => Promise<Decision>;
  /** Told each decision before it is spoken; what it takes counts as time of the decision. */
  readonly decided?: (decision: Decision, event: Event) => Promise<void>;
  /** Told which policies' words are in the answer. Where there is none, nobody was heard. */
  readonly heard?: (policies: readonly string[]) => void;
  /** Each decision gets a span, as with `createGatehouse({ tracer })`. Absent: nothing of it is loaded. */
  readonly tracer?: DecisionTracer | undefined;
  /** What is odd, for people; never for the agent. */
  readonly say: (message: string) => void;
}

/**
 * From the bytes of a payload to what the hook's process prints. Never throws: whatever goes wrong is the failure of the agent that
 * sent the payload, a deny where the event gates something.
 *
 * @param configured the agent whose hook it is; another one that runs this agent's hooks is answered in its own words
 */
export async function answerHook(
  configured: WiredHost,
  payload: Uint8Array,
  options: AnswerOptions,
): Promise<Spoken> {
  const read = parseJsonObject(payload, { maxBytes: MAX_PAYLOAD_BYTES });
  if (read.issue !== undefined) {
    return configured.wire.failure(`the payload cannot be read: ${read.issue.message}`);
  }
  // Some agents run the hooks that were configured for another, with their own payload.
  const host = await senderAmongAll(read.value, configured);
  try {
    return await answerPayload(host, read.value, options);
  } catch (error) {
    return host.wire.failure(`gatehouse failed: ${messageOf(error)}`, read.value);
  }
}

async function answerPayload(host: WiredHost, payload: JsonObject, options: AnswerOptions): Promise<Spoken> {
  const prepared = host.prepare(payload);
  if (prepared.kind === "refused") return host.wire.failure(prepared.issue.message, payload);
  if (prepared.notice !== undefined) options.say(prepared.notice.message);
  const { event } = prepared;
  const { settle, checkRewrite = uncheckedRewrite } = options;
  const decide = async (): Promise<Decision> => {
    const decided = await options.decide(event);
    const made = host.wire.rewrites(decided, event) ? await checkRewrite(decided, event) : decided;
    const isUnseen = made.effect === "ask" && !host.wire.canAsk(event, options);
    const settled = isUnseen && settle !== undefined ? await settle(made, event) : made;
    await options.decided?.(settled, event);
    return settled;
  };
  const { tracer } = options;
  const deciding = tracer === undefined ? decide() : traced(tracer, event, decide);
  const decision = await within(deciding, options.deadlineMs);
  if (decision === null)
    return host.wire.failure(`no decision within ${options.deadlineMs / 1_000} s`, payload);
  const spoken = host.wire.speak(decision, event, options);
  options.heard?.(host.wire.said(decision, event, options));
  for (const message of spoken.unsaid) options.say(message);
  return spoken;
}

async function traced(
  tracer: DecisionTracer,
  event: Event,
  decide: () => Promise<Decision>,
): Promise<Decision> {
  const { tracedDecision } = await import("../traced-decision.js");
  return await tracedDecision(tracer, event, decide);
}

/** Nothing here reads the rules of the agent's machine. */
function uncheckedRewrite(decision: Decision): Promise<Decision> {
  if (decision.effect === "ask") return Promise.resolve(decision);
  const by = decision.policy === null ? "a policy" : `\`${decision.policy}\``;
  const reason = `${by} changes the call, and the agent's own rules, which would see the changed call only, cannot be read from here`;
  return Promise.resolve({ ...decision, effect: "ask", policy: null, reason });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "it threw something that is no error";
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    // It may still fail after its time, which changes nothing.
    promise.catch(() => undefined);
  }
}
