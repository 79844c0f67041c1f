import { ONCE, ownProperties, isRecord } from "@gatehouse-hooks/json";
import { hash } from "node:crypto";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import type { TraceEntry, Verdict } from "@gatehouse-hooks/engine";
import { Cancelled, failureOfAbort } from "../failure.js";
import type { HandlerContext, HandlerFunction, NeedOf } from "../handlers.js";

/** What a person is asked to approve. */
export interface ApprovalRequest {
  readonly policy: string;
  readonly event: string;
  readonly tool?: string;
  /** The command exactly as it would run: a program and its arguments, or shell text. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Where it would run. */
  readonly workingDir?: string;
  /** The variables that the policy itself sets, as it writes them. */
  readonly env?: Readonly<Record<string, string>>;
  /** The command with the values of the event in their places, where the format puts them in places. For people. */
  readonly finalCommand?: string;
  /** Every variable that this run sets, with its value: those of `env`, and the values of the event. */
  readonly variables?: Readonly<Record<string, string>>;
  /** How the format's own document asks, and the answer that runs it; absent: however `approve` likes to ask. */
  readonly question?: { readonly text: string; readonly yes: string };
  /** SHA-256 of all of the above, in lower-case hex: an approval is of this hash, and of nothing else. */
  readonly hash: string;
}

/** What a run of a command adds to its policy. */
export interface PlannedRun {
  /** Absolute. */
  readonly workingDir: string;
  /** The variables that are set for this run; `undefined` takes one away. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The command with the values of the event in their places. */
  readonly finalCommand?: string;
  /** How the format's own document asks, where that may be asked here. */
  readonly question?: { readonly text: string; readonly yes: string };
}

/** What a person said. Everything but an approval of the request's own hash is a no. */
export type ApprovalAnswer =
  | { readonly kind: "approved"; readonly hash: string }
  | {
      readonly kind: "declined";
      /** `unanswered`: the time was up. `headless`: there is no person to ask. */
      readonly why: "declined" | "unanswered" | "headless";
    };

/**
 * Asks a person. It should stop when the signal aborts. To throw, or to answer anything but an approval of the request's
 * hash, is a no.
 */
export type Approve = (request: ApprovalRequest, context: HandlerContext) => Promise<ApprovalAnswer>;

/** Which commands need approval, and who gives it. */
export interface ApprovalOptions {
  readonly approve: Approve;
  /** Whether a command needs approval. Default: when its policy says so (`prompt`). */
  readonly needsApproval?: (need: NeedOf<"command">) => boolean;
  /** Whether the action must not go on without the hook. Default: whether it goes on where the hook fails (`onFailure`). */
  readonly gates?: (need: NeedOf<"command">) => boolean;
  /**
   * What a run would be, so that the person sees it and approves just that. Give it the same `cwd`, `workingDir` and
   * `variables` as the command handler. Default: the policy as it is, without values.
   */
  readonly run?: (need: NeedOf<"command">) => PlannedRun;
  /** Milliseconds that a person has. Default `QUESTION_TIMEOUT_MS`. The policy's own `timeoutMs` is paused meanwhile. */
  readonly timeoutMs?: number;
  /** Told of every answer, for the audit trail. */
  readonly onAnswer?: (request: ApprovalRequest, answer: ApprovalAnswer) => void;
}

/** Milliseconds that a person has to answer: 5 minutes. */
export const QUESTION_TIMEOUT_MS = 300_000;
/** Milliseconds by which the pause of a policy's time is longer than the question, so that the question ends first. */
const SLACK_MS = 1_000;

/**
 * A command handler that runs a command only when a person approves exactly it. What is declined or not answered does not
 * run: that is the failure `skipped`, and denies where the policy's failure does (document 003, "Prompt").
 *
 * @example
 * const command = approvedCommands(commandHandler({ … }), { approve: headless });
 */
export function approvedCommands(
  handler: HandlerFunction<"command">,
  given: ApprovalOptions,
): HandlerFunction<"command"> {
  const options = ownProperties(given);
  const { needsApproval = saysPrompt, gates, timeoutMs = QUESTION_TIMEOUT_MS, onAnswer } = options;
  return async (need, context) => {
    if (!needsApproval(need)) return handler(need, context);
    const request = requestOf(need, options.run?.(need));
    const resume = context.pauseTimeout?.(timeoutMs + SLACK_MS);
    const answer = await ask(options.approve, request, context.signal, timeoutMs);
    resume?.();
    tell(onAnswer, request, answer);
    // The decision may have been given up while the person was thinking.
    if (context.signal.aborted) return failureOfAbort(context.signal.reason);
    if (answer.kind === "approved") return handler(need, context);
    return declined(need.policy, answer, gates?.(need));
  };
}

/** There is no person to ask: everything is declined. */
export const headless: Approve = () => Promise.resolve({ kind: "declined", why: "headless" });

function saysPrompt({ handler }: NeedOf<"command">): boolean {
  return handler.prompt === true;
}

function requestOf(
  { policy, event, handler }: NeedOf<"command">,
  run: PlannedRun | undefined,
): ApprovalRequest {
  const { command, args, env } = handler;
  const workingDir = run?.workingDir ?? handler.workingDir;
  const tool = event["toolName"];
  const shown = {
    policy,
    event: event.event,
    ...(typeof tool === "string" ? { tool } : {}),
    command,
    ...(args === undefined ? {} : { args }),
    ...(workingDir === undefined ? {} : { workingDir }),
    ...(env === undefined ? {} : { env }),
    ...(run?.finalCommand === undefined ? {} : { finalCommand: run.finalCommand }),
    ...(run === undefined ? {} : { variables: setVariables(run.variables) }),
    ...(run?.question === undefined ? {} : { question: run.question }),
  };
  return { ...shown, hash: hash("sha256", canonicalJson(shown), "hex") };
}

/** Never rejects; over when the time is up or the signal aborts, even if `approve` goes on. */
function ask(
  approve: Approve,
  request: ApprovalRequest,
  outer: AbortSignal,
  timeoutMs: number,
): Promise<ApprovalAnswer> {
  if (outer.aborted) return Promise.resolve({ kind: "declined", why: "unanswered" });
  const controller = new AbortController();
  return new Promise((resolve) => {
    const end = (answer: ApprovalAnswer): void => {
      clearTimeout(timer);
      outer.removeEventListener("abort", giveUp);
      resolve(answer);
    };
    const giveUp = (): void => {
      controller.abort(new Cancelled("timeout", "no answer in time"));
      end({ kind: "declined", why: "unanswered" });
    };
    const timer = setTimeout(giveUp, timeoutMs);
    outer.addEventListener("abort", giveUp, ONCE);
    Promise.resolve()
      .then(() => approve(request, { signal: controller.signal }))
      .then(
        (answer) => end(readApproval(answer, request.hash)),
        () => end({ kind: "declined", why: "headless" }),
      );
  });
}

/** An approval is of the hash that was shown. */
function readApproval(answer: unknown, shown: string): ApprovalAnswer {
  if (!isRecord(answer)) return { kind: "declined", why: "declined" };
  const { kind, hash: approved, why } = answer;
  if (kind === "approved" && approved === shown) return { kind, hash: shown };
  return { kind: "declined", why: why === "unanswered" || why === "headless" ? why : "declined" };
}

/** The code of the failure of a command that a person was to approve and did not. */
const SKIPPED = "skipped";

const WHY: Readonly<Record<"declined" | "unanswered" | "headless", string>> = {
  declined: "the user declined to run it",
  unanswered: "no answer to whether to run it",
  headless: "there is no person to ask whether to run it",
};

/** What could not deny by failing cannot deny by not running: it is a failure, and the policy's `onFailure` says what that means. */
function declined(
  policy: string,
  { why }: ApprovalAnswer & { kind: "declined" },
  gates: boolean | undefined,
): Verdict {
  const reason = reasonOf(policy, why);
  if (gates === undefined) return { kind: "failure", code: SKIPPED, message: reason };
  return { kind: gates ? "deny" : "approve", reason };
}

function reasonOf(policy: string, why: keyof typeof WHY): string {
  return `the command of \`${policy}\` did not run: ${WHY[why]}`;
}

/**
 * Whether an entry of a trace is of a command that a person was to approve and did not: its verdict is then one that nothing has given.
 *
 * @example
 * const skipped = decision.trace.filter((entry) => isNotApproved(entry));
 */
export function isNotApproved({ policy, reason }: Pick<TraceEntry, "policy" | "reason">): boolean {
  return (
    reason === reasonOf(policy, "declined") ||
    reason === reasonOf(policy, "unanswered") ||
    reason === reasonOf(policy, "headless")
  );
}

function tell(listener: ApprovalOptions["onAnswer"], request: ApprovalRequest, answer: ApprovalAnswer): void {
  try {
    listener?.(request, answer);
  } catch {
    // A log that is broken must not change a decision.
  }
}

/** The variables that have a value. */
function setVariables(variables: PlannedRun["variables"]): Readonly<Record<string, string>> {
  const set = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(set);
}
