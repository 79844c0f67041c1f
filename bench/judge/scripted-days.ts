// Scripted days of an agent. The model is a function, so what is counted are counts, not times. The script is the same every time;
// another team's day will differ.
import { createVerdictCache } from "@gatehouse-hooks/cache";
import { compilePolicies, type Decision, type PolicyDefinition } from "@gatehouse-hooks/engine";
import {
  bindHooks,
  createEvaluator,
  type Hook,
  llmGate,
  llmNudge,
  Signal,
  Signals,
  type TranscriptRecord,
} from "@gatehouse-hooks/hooks";
import { createJudge, judgeHandler } from "@gatehouse-hooks/judge";
import { createRuntime } from "@gatehouse-hooks/runtime";

/** Events of a day. */
export const EVENTS = 10_000;
/** Milliseconds between two events: the day has ten hours. Verdicts grow old on this clock. */
const EVERY_MS = 3_600;
const DAY_MS = 24 * 3_600_000;
const excuses = Signals({
  patterns: [
    Signal("external.*service", 2),
    Signal("impossible|cannot be done", 2),
    Signal("investigating", -3),
  ],
  threshold: 2,
});
export const guesses = Signals({
  patterns: [
    Signal("should contain", 2),
    Signal("probably|I think", 1),
    Signal("let me (read|check|look)", -2),
  ],
  threshold: 3,
  window: 10,
});

/** What is on. */
export interface Setting {
  readonly signals: boolean;
  readonly cache: "none" | "session" | "global";
  /** How long an answer holds for all sessions; absent: as long as by default. */
  readonly globalTtlMs?: number;
}

/** What a day came to. */
export interface Day {
  readonly decisions: readonly string[];
  /** Questions to a model, by what asks. */
  readonly judge: number;
  readonly hooks: number;
  readonly asked: number;
}

/** One event of the day, and what the assistant says before it. */
export interface Moment {
  readonly event: Readonly<Record<string, unknown>>;
  readonly session: number;
  /** Milliseconds from the first midnight. */
  readonly at: number;
  readonly says: string | undefined;
}

/** A small generator with a fixed seed. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Per 100 events: 60 tool calls before they happen, 35 after, 5 ends of a turn. Half of the commands are seven that
 * agents repeat all day, the rest names one of 400 files. One remark in ten excuses itself or guesses. Three sessions run
 * side by side, of about 50 events each.
 */
export function scriptedDay(events: number, day = 0): readonly Moment[] {
  const roll = dice(42 + day);
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
  const routine = [
    "git status",
    "git diff",
    "ls",
    "pnpm test",
    "pnpm lint",
    "pnpm build",
    "cat package.json",
  ];
  const verbs = ["cat", "sed -n 1,80p", "rm", "node", "git add", "git log -- "];
  const plain = ["reading the parser", "the test passes now", "let me read the module", "I fixed the import"];
  const loaded = [
    "this is impossible without the external billing service",
    "it cannot be done, the external auth service is down",
    "the config should contain it, probably, I think",
    "the index should contain the key, I think",
  ];
  return Array.from({ length: events }, (_, at): Moment => {
    const session = day * events + Math.floor(at / 150) * 3 + roll(3);
    const time = day * DAY_MS + at * EVERY_MS;
    const sessionKey = `session-${session}`;
    const says = roll(3) === 0 ? (roll(10) === 0 ? `${pick(loaded)} (${at})` : pick(plain)) : undefined;
    const command = roll(2) === 0 ? pick(routine) : `${pick(verbs)} src/file-${roll(400)}.ts`;
    const kind = roll(100);
    // What no question is about: it is another one in each call.
    const call = { toolCallId: `call-${day}-${at}`, timestamp: time };
    const tool = { toolName: "exec", params: { command }, ...call };
    if (kind < 60)
      return { session, at: time, says, event: { event: "before_tool_call", sessionKey, ...tool } };
    if (kind < 95) return { session, at: time, says, event: { event: "PostToolUse", sessionKey, ...tool } };
    return { session, at: time, says, event: { event: "Stop", sessionKey } };
  });
}

/** The days of a working week, each another one. */
export function scriptedWeek(eventsOfADay: number): readonly Moment[] {
  return Array.from({ length: 5 }, (_, day) => scriptedDay(eventsOfADay, day)).flat();
}

const judged = (cache: Setting["cache"]): PolicyDefinition => ({
  id: "destructive",
  events: ["before_tool_call"],
  handler: {
    kind: "judge",
    prompt: "Deny commands that delete what cannot be restored: {{params.command}}",
    timeoutMs: 15_000,
    cache,
    uses: ["params.command"],
  },
});

function hooksOf(withSignals: boolean): readonly Hook[] {
  const options = { agent: false, maxFires: 3 };
  return [
    llmGate("Is the agent making excuses?", {
      ...options,
      id: "excuses",
      message: "Finish the task",
      ...(withSignals ? { signals: excuses } : {}),
    }),
    llmNudge("Is the agent speculating?", {
      ...options,
      id: "guesses",
      message: "Read the code",
      ...(withSignals ? { signals: guesses } : {}),
    }),
  ];
}

/** Lives through the moments: how many questions there are, and how many reach a model. */
export async function live(
  moments: readonly Moment[],
  { signals, cache: scope, globalTtlMs }: Setting,
): Promise<Day> {
  let judge = 0;
  let hooks = 0;
  const records = new Map<string, TranscriptRecord[]>();
  const bound = bindHooks(hooksOf(signals), {
    evaluator: createEvaluator({
      custom: (prompt) => {
        hooks++;
        const fires = /impossible|cannot be done|should contain/.test(prompt);
        return JSON.stringify({ reasoning: "as the text says", block: fires, fire: fires });
      },
    }),
    transcript: ({ sessionKey }) => ({
      records: (typeof sessionKey === "string" ? records.get(sessionKey) : undefined) ?? [],
      subagents: [],
    }),
  });
  let now = 0;
  const cache = createVerdictCache({
    maxEntries: 10_000,
    clock: () => now,
    ...(globalTtlMs !== undefined && { globalTtlMs }),
  });
  const runtime = createRuntime({
    policies: compilePolicies([judged(scope), ...bound.policies]).set,
    handlers: {
      function: bound.handlers,
      judge: judgeHandler(
        createJudge({
          custom: (prompt) => {
            judge++;
            return JSON.stringify({
              reason: "policy",
              decision: prompt.includes('"rm ') ? "deny" : "approve",
            });
          },
        }),
      ),
    },
    cache,
  });
  const decisions: string[] = [];
  let asked = 0;
  for (const { event, session, says, at } of moments) {
    now = at;
    const key = `session-${session}`;
    const heard = records.get(key) ?? [];
    records.set(key, heard);
    if (says !== undefined) heard.push({ role: "assistant", text: says, toolCalls: [], toolResults: [] });
    // The user speaks now and then: a new turn.
    if (heard.length % 8 === 7) heard.push({ role: "user", text: "go on", toolCalls: [], toolResults: [] });
    const decision: Decision = await runtime.decide(event);
    asked += decision.trace.length;
    decisions.push(`${decision.effect} ${decision.warnings.length}`);
  }
  await runtime.close();
  await cache.close();
  return { decisions, judge, hooks, asked };
}
