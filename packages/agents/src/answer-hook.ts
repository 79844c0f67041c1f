import {
  BOX_OR_ASK_POLICY,
  BOX_POLICY,
  type Spoken,
  type WiredHost,
  wiredHostOf,
} from "@gatehouse-hooks/hosts/wired";
import { realpathSync } from "node:fs";
import { answerHook, type AnswerOptions, MAX_PAYLOAD_BYTES } from "@gatehouse-hooks/core/hook";
import { type Io, messageOf, readBytes, UsageError } from "@gatehouse-hooks/console";
import type { Decision, Event } from "@gatehouse-hooks/engine";
import { type Context, makePrivate } from "@gatehouse-hooks/local";
import type { ShellCalls } from "@gatehouse-hooks/local/own-config";
import { inProjectOf } from "./hook/hook-context.js";
import { isRecord, lookup } from "@gatehouse-hooks/json";
import { type Decider, openDecider } from "./hook/open-decider.js";
import type { LoadMore } from "@gatehouse-hooks/local/store";
import type { SocketPlace } from "./daemon/own-socket.js";

/** The options of `gatehouse hook`. */
interface HookFlags {
  /** A person is there to answer the agent's questions. */
  readonly interactive: boolean;
  /** `auto`: the daemon answers where it runs, and is started where it does not; `off`: this process decides. */
  readonly daemon: string;
  /** Seconds; absent: most of the agent's own timeout. */
  readonly deadline: string | undefined;
  /** The options are those of every call, so the daemon's answer is the same. */
  readonly plain: boolean;
}

/** `gatehouse hook AGENT` without options. */
export const PLAIN_FLAGS: HookFlags = {
  interactive: false,
  daemon: "off",
  deadline: undefined,
  plain: true,
};

/** The answer has to arrive before the agent stops waiting: hooks are installed with 60 s, and some agents' own default is less. */
const MOST_SECONDS = 45;
const SHARE_OF_TIMEOUT = 0.75;
/** For the span of a decision, when the answer is out; where there is less, it is lost. */
const LEAST_TRACE_MS = 1_000;
/** The daemon gets this share of the deadline; the rest is for deciding without it. */
const SHARE_OF_DAEMON = 0.5;

/**
 * `gatehouse hook AGENT`: what an agent starts. The payload comes on standard input, and exactly this agent's answer goes out; the
 * exit code is the agent's, too. Whatever fails is a deny where the event gates something.
 *
 * @throws UsageError for an unknown agent or option
 */
export async function hook(context: Context, agent: string, flags: HookFlags): Promise<number> {
  const { io } = context;
  const host = await wiredHostOf(agent);
  if (host === undefined) throw (await import("./hook/unknown-agent.js")).unknownAgent(agent);
  if (flags.daemon !== "auto" && flags.daemon !== "off")
    throw new UsageError(`--daemon is \`${flags.daemon}\``, "write `auto` or `off`");
  const deadlineMs = deadlineOf(host, flags.deadline);
  let payload: Uint8Array | null | undefined;
  let printed: Printed;
  const later: Later = [];
  try {
    payload = await readBytes(io.stdin, MAX_PAYLOAD_BYTES, io.stdinNow);
    printed =
      payload === null
        ? host.wire.failure(`the payload is longer than ${MAX_PAYLOAD_BYTES} bytes`)
        : await answered(context, host, payload, { ...flags, deadlineMs, later });
  } catch (error) {
    printed = host.wire.failure(`gatehouse failed: ${messageOf(error)}`);
  }
  const { stderr, stdout } = io;
  if (printed.stderr !== "") await (stderr.writeNow ?? stderr.write)(printed.stderr);
  if (printed.stdout !== "") await (stdout.writeNow ?? stdout.write)(printed.stdout);
  for (const work of later) await work();
  return printed.exitCode;
}

/** What goes out. */
interface Printed extends Pick<Spoken, "stdout" | "stderr"> {
  readonly exitCode: number;
}

/** What is done when the answer is out; never rejects. */
type Later = (() => Promise<void>)[];

interface Answering extends Omit<HookFlags, "deadline"> {
  readonly deadlineMs: number;
  readonly later: Later;
}

async function answered(
  context: Context,
  host: WiredHost,
  payload: Uint8Array,
  { interactive, daemon, plain, deadlineMs, later }: Answering,
): Promise<Printed> {
  const started = Date.now();
  const { io, settings } = context;
  const { word } = settings;
  if (word === undefined || daemon === "off" || !plain || interactive) {
    return await decideHere(context, host, payload, { deadlineMs, interactive, later });
  }
  const { askDaemon } = await import("./daemon/ask-daemon.js");
  const { socketPlace } = await import("./daemon/own-socket.js");
  const place = socketPlace(io.home);
  const parent = settings.tracing === undefined ? undefined : io.env["TRACEPARENT"];
  const call = { agent: host.name, payload, caller: process.ppid, parent, ...word };
  const asked = await askDaemon(place, call, deadlineMs * SHARE_OF_DAEMON);
  if (asked.kind === "answered") return asked.answered;
  try {
    makePlace(place);
    const left = Math.max(1, deadlineMs - (Date.now() - started));
    return await decideHere(context, host, payload, { deadlineMs: left, interactive, later });
  } finally {
    const { startDaemon } = await import("./daemon/start-daemon.js");
    await startDaemon(place, realpathSync(process.argv[1] ?? "")).catch(() => undefined);
  }
}

/** Before policies are loaded, not when the daemon is started: what changes in the folder around it makes a store of them stale. */
function makePlace(place: SocketPlace): void {
  if (place.kind === "refused") return;
  try {
    makePrivate(place.folder);
  } catch {
    // There is no daemon then.
  }
}

function unheard(): void {
  // No agent has a place for what is odd and not a failure; `gatehouse doctor` finds it.
}

type HereOptions = Pick<AnswerOptions, "deadlineMs" | "interactive"> & Pick<Answering, "later">;

/** What of this machine a decision meets before it is spoken. */
type MachineAnswers = Required<Pick<AnswerOptions, "settle" | "decided" | "checkRewrite">>;

/** Who asks, and what is known of earlier answers. */
interface CallerWord {
  /** The process of the agent, or one that it has started. */
  readonly caller?: number;
  /** Approvals that this process has used up. */
  readonly used?: Set<string>;
}

/**
 * The approvals that people gave, the agent's own rules where a call is changed, and the decisions that are kept for `gatehouse log`: for
 * hook and daemon alike. What most calls do not need is loaded by those that do.
 *
 * @param projectsOf the folders whose settings of the agent hold for an event
 */
export function onThisMachine(
  { home, env }: Pick<Io, "home" | "env">,
  projectsOf: (event: Event) => readonly string[],
  { caller = process.ppid, used = new Set() }: CallerWord = {},
): MachineAnswers {
  return {
    settle: async (decision, event) => {
      const [{ askedCalls }, { settleAsk }] = await Promise.all([
        import("./approvals/asked-calls.js"),
        import("./approvals/settle-ask.js"),
      ]);
      return await settleAsk(askedCalls(home, Date.now, used), decision, event, caller);
    },
    decided: async (decision, event) => {
      if (decision.effect === "abstain") return;
      await (await import("./recent-decisions.js")).recentDecisions(home).keep(decision, event);
    },
    checkRewrite: async (decision, event) => {
      const { checkRewrite } = await import("./own-rules/check-rewrite.js");
      return await checkRewrite(decision, event, { home, env, projects: projectsOf(event) });
    },
  };
}

/** What holds beside the policies of files: a hook warns of hooks that are gone. */
export function besideFiles({ io, settings }: Context): LoadMore {
  return async () => {
    const { lostHookPolicies } = await import("./doctor/lost-hooks.js");
    return await lostHookPolicies(io, settings);
  };
}

const UNSAID: ShellCalls = { unknown: "abstain", others: "abstain", otherwise: "deny" };

/** Decides, and does with a shell call that nothing stops what the user's settings and the files say: for hook and daemon alike. */
export async function decideShellCall(
  { io, settings: { shellCalls = UNSAID, project } }: Context,
  event: Event,
  decide: (event: Event) => Promise<Decision>,
): Promise<Decision> {
  let first: Decision | undefined;
  if (shellCalls === UNSAID && !mayBeBoxed(event)) {
    first = await decide(event);
    if (!first.trace.some(({ policy }) => policy === BOX_POLICY || policy === BOX_OR_ASK_POLICY))
      return first;
  }
  const { decideBoxed } = await import("./box/decide-boxed.js");
  return await decideBoxed(event, shellCalls, { home: io.home, project, env: io.env }, async (one) =>
    one === event && first !== undefined ? first : await decide(one),
  );
}

/** Whether the text of a call may be one that runs in a box already. */
function mayBeBoxed({ params }: Event): boolean {
  const command = isRecord(params) ? lookup(params, "command") : undefined;
  return typeof command === "string" && command.includes(" box --told ");
}

async function decideHere(
  context: Context,
  host: WiredHost,
  payload: Uint8Array,
  { later, ...options }: HereOptions,
): Promise<Spoken> {
  const { io, settings } = context;
  const { deadlineMs } = options;
  const started = Date.now();
  let decider: Decider | undefined;
  let said: readonly string[] = [];
  try {
    const tracing =
      settings.tracing === undefined
        ? undefined
        : (await import("./hook/open-tracing.js")).openTracing(settings.tracing, io);
    if (tracing !== undefined)
      later.push(async () => {
        const left = deadlineMs - (Date.now() - started);
        if (left >= LEAST_TRACE_MS) await tracing.close(Math.min(left, deadlineMs / 3));
      });
    return await answerHook(host, payload, {
      ...options,
      say: unheard,
      tracer: tracing?.tracerUnder(io.env["TRACEPARENT"]),
      heard: (policies) => (said = policies),
      ...onThisMachine(io, (event) => {
        const { project, also = [] } = inProjectOf(context, event).settings;
        return [project, ...also];
      }),
      decide: async (event) => {
        if (isOfNoTable(event))
          await (await import("./hook/unlisted-tools.js")).noteUnlistedTool(io.home, event);
        const placed = inProjectOf(context, event);
        const { hooks } = placed.settings;
        decider =
          hooks === undefined
            ? await openDecider(placed, { more: besideFiles(placed) })
            : await (
                await import("./hook/open-with-hooks.js")
              ).openWithHooks(placed, hooks, besideFiles(placed));
        return await decideShellCall(placed, event, decider.decide);
      },
    });
  } finally {
    await decider?.close(said);
  }
}

/** Whether the event's tool may be in no table: what a host knows has a kind of its own. */
export function isOfNoTable({ tool }: Event): boolean {
  return (
    isRecord(tool) && tool["kind"] === "other" && typeof tool["name"] === "string" && tool["name"] !== ""
  );
}

/** @throws UsageError */
function deadlineOf({ wire }: WiredHost, given: string | undefined): number {
  const own = wire.capabilities.timeout?.seconds ?? MOST_SECONDS / SHARE_OF_TIMEOUT;
  if (given === undefined) return Math.min(MOST_SECONDS, own * SHARE_OF_TIMEOUT) * 1_000;
  const seconds = Number(given);
  if (!(seconds > 0 && seconds <= 3_600))
    throw new UsageError(`--deadline is \`${given}\``, "write seconds, for example 20");
  return seconds * 1_000;
}
