/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- the rows have twenty shapes, and a wrong guess about one fails its row */
// The rows of captain-hook's own tests (document 001): equal, or accounted for by one entry of SPEC's register.
import type { JsonValue } from "@gatehouse/condition/json";
import type { Decision, Event, Verdict } from "@gatehouse/engine";
import {
  Agent,
  And,
  citeMessage,
  Clause,
  Command,
  compileSignals,
  Content,
  differenceOf,
  FilePath,
  freshHookState,
  gateVerdict,
  type Hook,
  type HookCondition,
  type HookContext,
  type HookEnvironment,
  type InlineExpectation,
  inlineEvent,
  InPlanMode,
  llmEvaluate,
  llmGate,
  type LlmHookOptions,
  llmNudge,
  memoryHookStates,
  NlpSignal,
  on,
  passes,
  Phrase,
  Prompt,
  promptCheck,
  RanCommand,
  ReadFile,
  readTranscript,
  runInlineTests,
  Signal,
  Signals,
  TestFile,
  textHash,
  Tool,
  ToolInput,
  type Transcript,
  transcriptTexts,
  Waiting,
} from "@gatehouse/judge";
import { describe, expect, test } from "vitest";
import { jsonLines } from "../json-lines.js";
import { modelThat, world } from "./hook-world.js";

type Data = Readonly<Record<string, any>>;

interface Row {
  readonly id: string;
  readonly era: string;
  readonly kind: string;
  readonly given: Data;
  readonly expect: Data;
}

const rows = jsonLines<Row>("vectors/captain-hook.jsonl");

/** SPEC, "Deviations of the primitives": rows by the entry that accounts for them. */
const register: Readonly<Record<string, readonly string[]>> = {
  "failure-shows": ["llm-gate-llm-none", "llm-pc-none", "llm-evaluate-exception"],
  "no-async": ["llm-nudge-async-skip-sync"],
  "structural-patterns": ["cond-pattern-lang_override"],
  "workflow-scripts": ["cond-wf-inline", "cond-wf-pin-double", "cond-wf-pattern"],
  "any-speaker": ["sigL-origin-default", "sigL-origin-any"],
  "turn-window": ["sigL-window-turn"],
};
const accounted = new Map(
  Object.entries(register).flatMap(([name, ids]) => ids.map((id) => [id, name] as const)),
);

describe("rows of captain-hook", () => {
  test.each(rows)("$kind $id", async (row) => {
    const run = runners[row.kind];
    if (run === undefined) throw new Error(`no runner for ${row.kind}`);
    const differences = await run(row.given, row.expect);
    if (accounted.has(row.id))
      expect(differences, "an entry of the register that is not needed").not.toEqual([]);
    else expect(differences).toEqual([]);
  });

  test("every row of the document is there, and every entry of the register names one", () => {
    expect(rows.filter(({ era }) => /^(document|both)/.test(era))).toHaveLength(66);
    expect(rows).toHaveLength(147);
    const ids = new Set(rows.map(({ id }) => id));
    expect([...accounted.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });
});

type Runner = (given: Data, expected: Data) => readonly string[] | Promise<readonly string[]>;

const runners: Readonly<Record<string, Runner>> = {
  signal_score: ({ patterns, text }, { score }) =>
    same(compileSignals(signalsOf(patterns)).score(text), score),
  signal_context({ patterns, text }, expected) {
    const lines = compileSignals(signalsOf(patterns)).context([text]);
    return [
      ...(expected["lines"] === undefined ? [] : same(lines, expected["lines"])),
      ...(expected["count"] === undefined ? [] : same(lines.length, expected["count"])),
      ...containsAt(lines, expected["contains"]),
    ];
  },
  signal_match(given, expected) {
    const steps: readonly Data[] =
      given["steps"] ?? given["calls"].map((texts: unknown) => ({ texts, signals: given["signals"] }));
    // What fired is used up for the calls that follow.
    const consumed = new Set<string>((given["already_consumed"] ?? []).map(textHash));
    const differences: string[] = [];
    for (const [index, { texts, signals }] of steps.entries()) {
      const wanted: Data | null = expected["results"][index];
      const match = compileSignals(signalsOf(signals)).match(texts, { consumed });
      if (wanted === null) differences.push(...same(match.fires, false));
      else {
        differences.push(...same(match.fires, true));
        if (wanted["texts"] !== undefined) differences.push(...same(match.texts, wanted["texts"]));
        if (wanted["count"] !== undefined) differences.push(...same(match.texts.length, wanted["count"]));
        differences.push(...containsAt(match.texts, wanted["contains"]));
      }
      if (match.fires) for (const text of match.texts) consumed.add(textHash(text));
    }
    if (expected["consumed_texts"] !== undefined) {
      differences.push(...same([...consumed].sort(), expected["consumed_texts"].map(textHash).sort()));
    }
    return differences;
  },
  signals_default({ signals }, expected) {
    try {
      return Object.entries(expected).flatMap(([key, value]) =>
        same((signalsOf(signals) as unknown as Data)[key], value),
      );
    } catch (error) {
      return [String(error)];
    }
  },
  resolve_signals({ signals }, { pattern_count, threshold }) {
    const resolved = Signals(signalsOf(signals));
    return [...same(resolved.patterns.length, pattern_count), ...same(resolved.threshold, threshold)];
  },
  transcript_texts(given, { texts }) {
    const moment = {
      event: eventOf({ name: given["event"], prompt: given["prompt"] }),
      transcript: transcriptOf(given),
    };
    return same(transcriptTexts(moment, given["window"]), texts);
  },
  cite_message({ message, patterns, triggering }, expected) {
    const cited = citeMessage(message, compileSignals(signalsOf(patterns)).context(triggering));
    return text(cited, expected);
  },
  nlp_phrase: ({ terms }, { lemmas }) => same(Phrase(...terms), lemmas),
  nlp_clause_validate({ clause }, { valid }) {
    try {
      Clause(clause);
      return same(true, valid);
    } catch {
      return same(false, valid);
    }
  },
  prompt_render({ ops }, expected) {
    const prompt = (ops as readonly (readonly [string, ...string[]])[]).reduce(
      (built, [name, one = "", two]) => {
        if (name === "context") return built.context(one, two);
        return name === "system" ? built.system(one) : built.ask(one);
      },
      Prompt(),
    );
    return text(String(prompt), expected);
  },
  llm_gate: runLlm,
  llm_nudge: runLlm,
  llm_sequence: runLlm,
  async llm_state(given, { consumed_count }) {
    const states = memoryHookStates();
    const { differences, hooks } = await runWithStates(given, states);
    const state = await states.read("s1", hooks[0]?.policy.id ?? "");
    return [...differences, ...same(state.consumed.length, consumed_count)];
  },
  llm_defaults({ primitive }, expected) {
    // `agent` and `transcript` show in what is asked; see llm-hooks.test.ts for that.
    const hook = primitive === "llm_gate" ? llmGate("x", { message: "m" }) : llmNudge("x", { message: "m" });
    if (expected["events"] !== undefined) return same(hook.policy.events, expected["events"]);
    return defaultsOf(hook).then((defaults) => [
      ...same(defaults.agent, expected["agent"]),
      ...same(defaults.transcript, expected["transcript"]),
    ]);
  },
  async prompt_check(given, expected) {
    const { evaluator, prompts } = modelThat(given["llm_returns"]);
    const verdict = await promptCheck(contextOf({ evaluator }, transcriptOf(given)), {
      template: given["template"],
      fmt: given["fmt"],
      prefix: given["prefix"],
      ...(given["include_reasoning"] === undefined ? {} : { includeReasoning: given["include_reasoning"] }),
    });
    const action = { approve: null, warn: "warn", deny: "block" }[verdict.kind as "approve"] as
      string | null | undefined;
    return [
      ...("result" in expected ? same(action, expected["result"]) : []),
      ...("action" in expected ? same(action, expected["action"]) : []),
      ...holds("reason" in verdict ? verdict.reason : "", expected["message_contains"]),
      ...holds(prompts.join("\n"), expected["prompt_contains"]),
      ...("llm_calls" in expected ? same(prompts.length, expected["llm_calls"]) : []),
    ];
  },
  async llm_evaluate(given, { result }) {
    const { evaluator } = modelThat(new Error(given["llm_raises"]));
    const evaluation = await llmEvaluate(
      contextOf({ evaluator }, transcriptOf(given)),
      given["prompt"],
      gateVerdict,
      {
        when: () => given["when"],
      },
    );
    return same(evaluation.kind === "skipped" ? null : evaluation.kind, result);
  },
  conditions_combine({ event, spec }, { matches }) {
    const filter = { onlyIf: conditionsOf(spec.only_if), skipIf: conditionsOf(spec.skip_if) };
    return same(passes(filter, { event: eventOf(event), transcript: readTranscript([]) }), matches);
  },
  condition(given, { matches }) {
    const transcript =
      given["transcript_tool_counts"] === undefined
        ? transcriptOf({ messages: given["transcript"] ?? [], subagents: given["subagent_transcript"] })
        : transcriptOf({
            messages: Object.entries<number>(given["transcript_tool_counts"]).flatMap(([tool, count]) =>
              Array.from({ length: count }, () => ({ assistant: [{ tool, input: {} }] })),
            ),
          });
    const holdsNow = conditionOf(given["condition"])({
      event: eventOf(given["event"]),
      transcript,
      ...(given["project_root"] === undefined ? {} : { root: "/home/ada/project" }),
    });
    return same(holdsNow, matches);
  },
  inline_assert({ expected, result }, { passes: shouldPass }) {
    const [[kind, pattern] = ["Allow", null]] = Object.entries(expected as Record<string, string | null>);
    const wanted: InlineExpectation =
      kind === "Allow" ? { kind: "allow" } : { kind: kind === "Block" ? "block" : "warn", pattern };
    return same(differenceOf(wanted, verdictOf(result)) === "", shouldPass);
  },
  async inline_run({ hook, tests }, { count, all_pass }) {
    const made = on(
      hook.event,
      {
        id: "inline",
        onlyIf: hook.only_if.map(() => Tool("Bash")),
        tests: tests.map(([input, expected]: [Data, Record<string, string | null>]) => [
          input,
          "Block" in expected ? { kind: "block", pattern: expected["Block"] } : { kind: "allow" },
        ]),
      },
      () => ({ kind: hook.block ? "deny" : "warn", reason: hook.message }),
    );
    const results = await runInlineTests([made]);
    return [
      ...same(results.length, count),
      ...(all_pass === undefined
        ? []
        : same(
            results.every(({ passed }) => passed),
            all_pass,
          )),
    ];
  },
  input_to_event({ event, input, spec_tool }, expected) {
    const { agent_type: agentType, ...rest } = input;
    const made = inlineEvent(
      event,
      { ...rest, ...(agentType === undefined ? {} : { agentType }) },
      spec_tool,
    );
    return Object.entries(expected).flatMap(([key, value]) =>
      key === "tool_input_subset"
        ? Object.entries(value as Data).flatMap(([field, one]) =>
            same((made["tool_input"] as Data)[field], one),
          )
        : same(made[key], value),
    );
  },
};

async function runLlm(given: Data, expected: Data): Promise<readonly string[]> {
  const { decisions, prompts } = await runWithStates(given, memoryHookStates());
  const outputs = decisions.map(({ decision }) => outputOf(decision));
  const [first] = outputs;
  return [
    ...("output" in expected
      ? same(expected["output"] === null ? first : first?.["decision"], expected["output"]?.decision ?? null)
      : []),
    ...holds(first?.["reason"] ?? "", expected["reason_contains"]),
    ...holds(first?.["additionalContext"] ?? "", expected["additionalContext_contains"]),
    ...holds(prompts.join("\n"), expected["prompt_contains"]),
    ...("llm_calls" in expected ? same(prompts.length, expected["llm_calls"]) : []),
    ...("llm_calls_second" in expected
      ? same(decisions[1]?.calls, (decisions[0]?.calls ?? 0) + Number(expected["llm_calls_second"]))
      : []),
    ...("outputs" in expected
      ? same(
          outputs.map((output) => (output === null ? null : "fires")),
          expected["outputs"],
        )
      : []),
  ];
}

async function runWithStates(given: Data, states: HookEnvironment["states"] & object) {
  const written: readonly Data[] = given["hooks"] ?? [given];
  const hooks = written.map((hook): Hook => {
    const { message, signals, when } = hook;
    const options: LlmHookOptions<{ readonly reasoning: string }> = {
      message:
        typeof message === "string"
          ? message
          : ({ reasoning }) => String(message.callable).replace("{reasoning}", reasoning),
      ...(signals === undefined ? {} : { signals: signalsOf(signals) }),
      ...(when === undefined || when === null ? {} : { when: () => Boolean(when) }),
      ...(hook["max_fires"] === undefined ? {} : { maxFires: hook["max_fires"] }),
    };
    const isGate = hook["primitive"] === "llm_gate" || given["event"] === "Stop";
    return isGate ? llmGate(hook["prompt"], options) : llmNudge(hook["prompt"], options);
  });
  const { evaluator, prompts } = modelThat(...(given["llm_returns_in_order"] ?? [given["llm_returns"]]));
  const decide = world(hooks, { evaluator, states, transcript: () => transcriptOf(given) });
  const decisions: { readonly decision: Decision; readonly calls: number }[] = [];
  for (let turn = 0; turn < (given["dispatches"] ?? 1); turn++) {
    decisions.push({ decision: await decide({ event: given["event"] }), calls: prompts.length });
  }
  return { decisions, prompts, hooks, differences: [] as readonly string[] };
}

/** A decision as captain-hook prints it; a warn stays a warn, also on Stop. */
function outputOf({ effect, reason, warnings }: Decision): Readonly<Record<string, string>> | null {
  if (effect === "deny") return { decision: "block", reason };
  return warnings.length === 0 ? null : { additionalContext: warnings.map((one) => one.reason).join("\n\n") };
}

async function defaultsOf(hook: Hook): Promise<{ readonly agent: boolean; readonly transcript: boolean }> {
  const { evaluator, prompts, calls } = modelThat({ block: false, fire: false, reasoning: "ok" });
  const decide = world([hook], {
    evaluator,
    root: "/tmp",
    transcript: () => transcriptOf({ messages: [{ assistant: "hi" }] }),
  });
  await decide({ event: hook.policy.events[0] ?? "" });
  return { agent: calls[0]?.tools !== undefined, transcript: prompts.join("").includes("<transcript>") };
}

function contextOf(environment: HookEnvironment, transcript: Transcript): HookContext {
  return {
    event: eventOf({ name: "PostToolUse" }),
    transcript,
    hook: "test",
    state: freshHookState,
    environment,
    signal: new AbortController().signal,
    timeoutMs: 5_000,
    spend: () => undefined,
  };
}

function signalsOf(like: Data): ReturnType<typeof Signals> {
  const one = ({ pattern, weight, nlp }: Data) =>
    nlp === undefined ? Signal({ pattern, weight }) : NlpSignal(nlp.clauses.map(Clause), weight);
  if (Array.isArray(like)) return Signals(like.map(one));
  const { patterns, vetoes, ...rest } = like;
  return Signals({
    ...(rest as { threshold: number }),
    patterns: patterns.map(one),
    ...(vetoes === undefined ? {} : { vetoes: vetoes.map(one) }),
  });
}

function transcriptOf({ messages = [], subagents = [] }: Data): Transcript {
  const read = (list: readonly Data[]) =>
    readTranscript(
      list.map((message): JsonValue => {
        if (message["tool_result"] !== undefined)
          return { role: "user", toolResults: [message["tool_result"]] };
        const role = "assistant" in message ? "assistant" : "user";
        const content: unknown = message[role];
        if (typeof content === "string") return { role, text: content };
        return {
          role,
          toolCalls: (content as readonly Data[]).map(({ tool, input, id }) => ({
            name: tool,
            input,
            ...(id && { id }),
          })),
        };
      }),
    ).records;
  return { records: read(messages ?? []), subagents: read(subagents ?? []) };
}

function eventOf({ name, ...fields }: Data): Event {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { event: name, ...Object.fromEntries<JsonValue>(given) };
}

function conditionsOf(list: readonly Data[] = []): readonly HookCondition[] {
  return list.map(conditionOf);
}

function conditionOf(spec: Data): HookCondition {
  const { type, pattern, patterns, field, name, returns } = spec;
  const scope = spec["subagents"] === undefined ? {} : { subagents: spec["subagents"] };
  const files = spec["project_only"] === undefined ? {} : { projectOnly: spec["project_only"] };
  const made: Readonly<Record<string, () => HookCondition>> = {
    Tool: () => Tool(pattern),
    Agent: () => Agent(name),
    FilePath: () => FilePath(patterns, files),
    Command: () => Command(pattern),
    Content: () => Content(pattern, files),
    ToolInput: () => ToolInput(field, pattern),
    TestFile: () => TestFile(files),
    ReadFile: () => ReadFile(patterns, scope),
    RanCommand: () => RanCommand(pattern, scope),
    InPlanMode: () => InPlanMode(),
    Waiting: () => Waiting(),
    Custom: () => And(() => Boolean(returns)),
  };
  // A condition that does not exist never holds.
  return made[type]?.() ?? (() => false);
}

function verdictOf(result: Data | null): Verdict {
  if (result === null) return { kind: "approve", reason: "" };
  return { kind: result["action"] === "block" ? "deny" : "warn", reason: result["message"] };
}

function same(actual: unknown, expected: unknown): readonly string[] {
  try {
    expect(actual).toEqual(expected);
    return [];
  } catch {
    return [`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
  }
}

function holds(actual: string, parts: string | readonly string[] | undefined): readonly string[] {
  return [parts ?? []]
    .flat()
    .flatMap((part) => (actual.includes(part) ? [] : [`\`${part}\` is not in \`${actual}\``]));
}

function containsAt(
  lines: readonly string[],
  wanted: readonly (readonly [number, string])[] = [],
): readonly string[] {
  return wanted.flatMap(([at, part]) => holds(lines[at] ?? "", part));
}

function text(actual: string, expected: Data): readonly string[] {
  const order: readonly number[] = (expected["order"] ?? []).map((part: string) => actual.indexOf(part));
  const block = expected["block_contains"];
  return [
    ...holds(actual, expected["contains"]),
    ...(expected["not_contains"] ?? []).filter((part: string) => actual.includes(part)),
    ...same(
      order,
      [...order].sort((a, b) => a - b),
    ),
    ...(order.includes(-1) ? ["a part is missing"] : []),
    ...(actual.startsWith(expected["starts_with"] ?? "") ? [] : ["it starts otherwise"]),
    ...(actual.trim().endsWith(expected["ends_with_trimmed"] ?? "") ? [] : ["it ends otherwise"]),
    ...Object.entries<number>(expected["count"] ?? {}).flatMap(([part, count]) =>
      same(actual.split(part).length - 1, count),
    ),
    ...(block === undefined
      ? []
      : holds(
          actual.slice(actual.indexOf(`<${block.tag}>`), actual.lastIndexOf(`</${block.tag}>`)),
          block.values,
        )),
  ];
}
