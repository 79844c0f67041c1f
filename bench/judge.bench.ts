// A scripted day of an agent: how many questions to a model do signals and the cache save? The model is a function, so the
// numbers are counts, not times. The script is the same every day; another team's day will differ.
import { createVerdictCache } from "@gatehouse-hooks/cache";
import { compilePolicies, type Decision, type PolicyDefinition } from "@gatehouse-hooks/engine";
import {
  bindHooks,
  compileSignals,
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

import type { Frame } from "./frame/frame.js";

const EVENTS = 10_000;
/** Milliseconds between two events: the day has ten hours. Verdicts grow old on this clock. */
const EVERY_MS = 3_600;
const excuses = Signals({
  patterns: [
    Signal("external.*service", 2),
    Signal("impossible|cannot be done", 2),
    Signal("investigating", -3),
  ],
  threshold: 2,
});
const guesses = Signals({
  patterns: [
    Signal("should contain", 2),
    Signal("probably|I think", 1),
    Signal("let me (read|check|look)", -2),
  ],
  threshold: 3,
  window: 10,
});

/** What is on. */
interface Setting {
  readonly signals: boolean;
  readonly cache: "none" | "session" | "global";
}

/** What a day came to. */
interface Day {
  readonly decisions: readonly string[];
  /** Questions to a model, by what asks. */
  readonly judge: number;
  readonly hooks: number;
  readonly asked: number;
}

/** One event of the day, and what the assistant says before it. */
interface Moment {
  readonly event: Readonly<Record<string, unknown>>;
  readonly session: number;
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
function script(events: number): readonly Moment[] {
  const roll = dice(42);
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
    const session = Math.floor(at / 150) * 3 + roll(3);
    const sessionKey = `session-${session}`;
    const says = roll(3) === 0 ? (roll(10) === 0 ? `${pick(loaded)} (${at})` : pick(plain)) : undefined;
    const command = roll(2) === 0 ? pick(routine) : `${pick(verbs)} src/file-${roll(400)}.ts`;
    const kind = roll(100);
    const tool = { toolName: "exec", params: { command } };
    if (kind < 60) return { session, says, event: { event: "before_tool_call", sessionKey, ...tool } };
    if (kind < 95) return { session, says, event: { event: "PostToolUse", sessionKey, ...tool } };
    return { session, says, event: { event: "Stop", sessionKey } };
  });
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

async function live(day: readonly Moment[], { signals, cache: scope }: Setting): Promise<Day> {
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
  const cache = createVerdictCache({ maxEntries: 10_000, clock: () => now });
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
  for (const { event, session, says } of day) {
    now += EVERY_MS;
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

/** Counts the questions of a day with each saving on and off, and times the scoring that saves them. */
export default async function bench(frame: Frame): Promise<void> {
  const day = script(frame.quick ? EVENTS / 10 : EVENTS);
  const label = `a day of ${day.length} events`;
  const settings: Readonly<Record<string, Setting>> = {
    "ask always": { signals: false, cache: "none" },
    signals: { signals: true, cache: "none" },
    "global cache": { signals: false, cache: "global" },
    "session cache": { signals: false, cache: "session" },
    "signals and global cache": { signals: true, cache: "global" },
    "signals and session cache": { signals: true, cache: "session" },
  };
  // The cache must not change a decision; signals may, that is what they are for.
  await frame.agree(
    "the cache changes nothing",
    {
      "without cache": async (signals: boolean) => (await live(day, { signals, cache: "none" })).decisions,
      "global cache": async (signals: boolean) => (await live(day, { signals, cache: "global" })).decisions,
      "session cache": async (signals: boolean) => (await live(day, { signals, cache: "session" })).decisions,
    },
    [true],
  );
  let base = 0;
  for (const [subject, setting] of Object.entries(settings)) {
    const { judge, hooks, asked, decisions } = await live(day, setting);
    const calls = judge + hooks;
    if (subject === "ask always") base = calls;
    const record = (metric: string, value: number, unit: string): void =>
      frame.record({ subject, case: label, metric, value, unit, ratioTo: "ask always", ratio: calls / base });
    record("calls", calls, "calls");
    record("calls of judge policies", judge, "calls");
    record("calls of hooks", hooks, "calls");
    record("calls avoided", 1 - calls / base, "share");
    record("policies that applied", asked, "verdicts");
    record("denied", decisions.filter((one) => one.startsWith("deny")).length, "events");
  }
  const scorer = compileSignals(guesses);
  const window = script(200)
    .flatMap(({ says }) => says ?? [])
    .slice(0, 10);
  await frame.measure("scoring a window of 10 texts", { signals: () => scorer.match(window) });
}
