/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- the rows have twenty shapes, and a wrong guess about one fails its row */
// Runs captain-hook's rows through this package: each runner tells what differs.
import type { Decision } from "@gatehouse-hooks/engine";
import {
  Allow,
  Block,
  Clause,
  Command,
  compileSignals,
  Content,
  FromSubagent,
  gateVerdict,
  type Hook,
  type HookContext,
  type HookEnvironment,
  type InlineExpectation,
  llmEvaluate,
  llmGate,
  type LlmHookOptions,
  llmNudge,
  memoryHookStates,
  on,
  passes,
  Phrase,
  Prompt,
  promptCheck,
  readTranscript,
  Rewrite,
  runInlineTests,
  Signal,
  Signals,
  StopHookActive,
  Tool,
  type Transcript,
  Warn,
} from "@gatehouse-hooks/hooks";
import { citeMessage, messageHash } from "../src/compile-signals.js";
import { commandsIn } from "./commands-in.js";
import { differenceOf, inlineEvent } from "../src/run-inline-tests.js";
import { freshHookState } from "../src/hook-state.js";
import { transcriptTexts } from "../src/listen-for.js";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import {
  conditionOf,
  conditionsOf,
  containsAt,
  type Data,
  eventOf,
  holds,
  NotOffered,
  same,
  signalsOf,
  text,
  transcriptOf,
  verdictOf,
} from "./captain-hook-rows.js";
import { runTarget, runWalk } from "./captain-hook-commands.js";
import {
  dispatchedHook,
  outputOf,
  runCommandRule,
  runConstruct,
  runMessage,
  runNudge,
  runTokens,
  runWorkflow,
} from "./captain-hook-plain.js";
import { modelThat, world } from "./hook-world.js";

export type Runner = (given: Data, expected: Data) => readonly string[] | Promise<readonly string[]>;

export const runners: Readonly<Record<string, Runner>> = {
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
    const consumed = new Set<string>((given["already_consumed"] ?? []).map(messageHash));
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
      if (match.fires) for (const text of match.texts) consumed.add(messageHash(text));
    }
    if (expected["consumed_texts"] !== undefined) {
      differences.push(...same([...consumed].sort(), expected["consumed_texts"].map(messageHash).sort()));
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
  signal_default({ signal }, { pattern, weight, flags }) {
    const made = Signal(signal);
    return [...same(made.pattern, pattern), ...same(made.weight, weight), ...same([...made.flags], flags)];
  },
  signals_validate({ signals }, { error, message_matches }) {
    try {
      signalsOf(signals);
      return [`${message_matches} is no ${error}`];
    } catch (thrown) {
      return same(String(thrown).includes(message_matches), true);
    }
  },
  resolve_signals({ signals }, { pattern_count, threshold }) {
    const resolved = Signals(signalsOf(signals));
    return [...same(resolved.patterns.length, pattern_count), ...same(resolved.threshold, threshold)];
  },
  transcript_texts(given, expected) {
    const moment = {
      event: eventOf({ name: given["event"], prompt: given["prompt"] }),
      transcript: transcriptOf(given),
    };
    const heard = transcriptTexts(moment, given["window"]);
    return [
      ...("texts" in expected ? same(heard, expected["texts"]) : []),
      ...("max_count" in expected ? same(heard.length <= expected["max_count"], true) : []),
    ];
  },
  cite_message({ message, patterns, triggering }, expected) {
    const cited = citeMessage(message, compileSignals(signalsOf(patterns)).context(triggering));
    return text(cited, expected);
  },
  nlp_phrase: ({ terms }, { lemmas }) => same(Phrase(...terms), lemmas),
  nlp_clause_validate({ clause }, expected) {
    // Later versions say why a clause is refused; here it is refused in other words.
    const valid = "error" in expected ? false : expected["valid"];
    void [expected["error"], expected["message_matches"]];
    try {
      Clause(clause);
      return same(true, valid);
    } catch (error) {
      return [...same(false, valid), ...same(error instanceof TypeError, true)];
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
      | string
      | null
      | undefined;
    return [
      ...("result" in expected ? same(action, expected["result"]) : []),
      ...("action" in expected ? same(action, expected["action"]) : []),
      ...holds("reason" in verdict ? verdict.reason : "", expected["message_contains"]),
      ...holds(prompts.join("\n"), expected["prompt_contains"]),
      ...("llm_calls" in expected ? same(prompts.length, expected["llm_calls"]) : []),
    ];
  },
  async llm_evaluate(given, { result, log_level_at_least }) {
    const { evaluator } = modelThat(new Error(given["llm_raises"]));
    const evaluation = await llmEvaluate(
      contextOf({ evaluator }, transcriptOf(given)),
      given["prompt"],
      gateVerdict,
      {
        when: () => given["when"],
      },
    );
    return [
      ...same(evaluation.kind === "skipped" ? null : evaluation.kind, result),
      // What is only logged there is a failure here.
      ...same(evaluation.kind === "failure", log_level_at_least !== undefined),
    ];
  },
  conditions_combine({ event, spec }, { matches }) {
    const filter = { onlyIf: conditionsOf(spec.only_if), skipIf: conditionsOf(spec.skip_if) };
    return same(passes(filter, { event: eventOf(event), transcript: readTranscript([]) }), matches);
  },
  async condition(given, { matches }) {
    const transcript =
      given["transcript_tool_counts"] === undefined
        ? transcriptOf({ messages: given["transcript"] ?? [], subagents: given["subagent_transcript"] })
        : transcriptOf({
            messages: Object.entries<number>(given["transcript_tool_counts"]).flatMap(([tool, count]) =>
              Array.from({ length: count }, () => ({ assistant: [{ tool, input: {} }] })),
            ),
          });
    let holdsNow: unknown = "refused";
    const condition = conditionOf(given["condition"]);
    try {
      const hook = on(given["event"].name, { id: "h", onlyIf: [condition] }, () => {
        holdsNow = true;
        return undefined;
      });
      holdsNow = false;
      await hook.run({
        ...contextOf({ evaluator: modelThat(null).evaluator }, transcript),
        event: eventOf(given["event"]),
        ...(given["project_root"] === undefined ? {} : { root: "/home/ada/project" }),
      });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    return same(holdsNow, matches);
  },
  inline_assert({ expected, result }, { passes: shouldPass }) {
    const [[kind, pattern] = ["Allow", null]] = Object.entries(expected as Record<string, string | null>);
    const make = { Allow, Block, Warn, Rewrite }[kind];
    const wanted: InlineExpectation = make?.(pattern) ?? { kind: "allow" };
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
  async prompt_template({ template, vars }, expected) {
    const { evaluator, prompts } = modelThat({ action: "ok", reason: "ok" });
    const context = contextOf({ evaluator }, transcriptOf({}));
    try {
      await promptCheck(context, { template, fmt: vars, prefix: "p" });
      return same(prompts[0], expected["equals"]);
    } catch (error) {
      // Python says KeyError.
      void expected["error"];
      return [
        ...same(error instanceof TypeError, true),
        ...holds(String(error), expected["message_contains"]),
      ];
    }
  },
  command_rule: runCommandRule,
  tokens_pattern: runTokens,
  nudge: runNudge,
  workflow: runWorkflow,
  warn_message: runMessage,
  condition_construct: runConstruct,
  cmd_walk: runWalk,
  cmd_target: runTarget,
  command_parse({ raw }, expected) {
    const { commands } = commandsIn(raw);
    const [one] = commands;
    const argv = [one?.executable, ...(one?.args ?? [])];
    const moment = {
      event: eventOf({ name: "PreToolUse", tool_input: { command: raw } }),
      transcript: readTranscript([]),
    };
    const wanted = (key: string, actual: unknown) => (key in expected ? same(actual, expected[key]) : []);
    const prefix: readonly string[] = expected["args_prefix"] ?? [];
    return [
      ...wanted("executable", one?.executable),
      ...wanted("args", one?.args),
      ...wanted("argv", argv),
      ...wanted("env", one?.env),
      ...wanted("program", one?.program),
      ...same(one?.args.slice(0, prefix.length), prefix),
      ...((expected["has_arg"] ?? []) as readonly (readonly [string, boolean])[]).flatMap(([pattern, has]) =>
        same(
          (one?.args ?? []).some((arg) => new RegExp(pattern).test(arg)),
          has,
        ),
      ),
      ...((expected["matches"] ?? []) as readonly (readonly [string, boolean])[]).flatMap(
        ([pattern, matches]) => same(Command(pattern)(moment), matches),
      ),
    ];
  },
  commandline_parse({ raw }, expected) {
    const { commands } = commandsIn(raw);
    const last = commands.at(-1);
    const wanted = (key: string, actual: unknown) => (key in expected ? same(actual, expected[key]) : []);
    const operators = commands.flatMap(({ operator }) => operator ?? []);
    const moment = {
      event: eventOf({ name: "PreToolUse", tool_input: { command: raw } }),
      transcript: readTranscript([]),
    };
    return [
      ...wanted("length", commands.length),
      ...wanted("ops", operators),
      ...wanted("primary", last?.executable),
      ...wanted("primary_program", last?.program),
      ...wanted(
        "executables",
        commands.map(({ executable }) => executable),
      ),
      ...wanted(
        "rendered",
        commands
          .map(({ executable, args, operator }) =>
            [executable, ...args, ...(operator === undefined ? [] : [operator])].join(" "),
          )
          .join(" "),
      ),
      ...same(commands.length >= (expected["min_length"] ?? 0), true),
      ...((expected["contains"] ?? []) as readonly (readonly [string, boolean])[]).flatMap(([pattern, has]) =>
        same(Command(pattern)(moment), has),
      ),
    ];
  },
  event_field({ attr, event, raw }, { value }) {
    const moment = { event: eventOf({ name: event, ...raw }), transcript: readTranscript([]) };
    if (attr === "is_subagent") return same(FromSubagent()(moment), value);
    if (attr === "stop_hook_active") return same(StopHookActive()(moment), value);
    if (attr === "content") return same(Content(`^${value}$`)(moment), true);
    throw new NotOffered(`the field ${attr}`);
  },
  dispatch_format({ event: name, result }, expected) {
    const { action, message, note, updated_input: updatedInput } = result as Data;
    if (action === "rewrite" && updatedInput === undefined)
      throw new NotOffered("a rewrite of what is displayed");
    const effects = { block: "deny", warn: "abstain", allow: "allow", rewrite: "allow" } as const;
    const decision: Decision = {
      effect: effects[action as keyof typeof effects],
      policy: "llm-gate-00000000",
      reason: message ?? "",
      warnings: action === "warn" ? [{ policy: "llm-nudge-00000000", reason: message }] : [],
      context: action === "warn" ? [message] : note === undefined ? [] : [note],
      systemMessages: [],
      trace: [],
      ...(updatedInput === undefined ? {} : { updatedInput }),
    };
    const host = WIRED_HOSTS.find((one) => one.name === "claude-code");
    const call = { tool_name: "Bash", tool_input: { command: "x" } };
    const prepared = host?.prepare({
      hook_event_name: name,
      session_id: "s",
      transcript_path: "/t",
      ...call,
    });
    if (host === undefined || prepared?.kind !== "event") throw new Error("no such host or event");
    // What the person is shown is beside what captain-hook prints.
    const { systemMessage: _, ...answer } = host.speak(decision, prepared.event) as Data;
    const specific: Data = answer["hookSpecificOutput"] ?? {};
    const equal = "equals" in expected ? [expected["equals"]] : expected["one_of"];
    const spoken = Object.keys(answer).length === 0 ? null : answer;
    return [
      ...(equal === undefined
        ? []
        : same(
            (equal as readonly unknown[]).some((one) => same(spoken, one).length === 0),
            true,
          )),
      ...Object.entries((expected["hookSpecificOutput_subset"] ?? {}) as Data).flatMap(([key, value]) =>
        same(specific[key], value),
      ),
      ...((expected["hookSpecificOutput_lacks"] ?? []) as readonly string[]).flatMap((key) =>
        same(specific[key], undefined),
      ),
      ...((expected["lacks"] ?? []) as readonly string[]).flatMap((key) => same(answer[key], undefined)),
      ...("hookSpecificOutput" in expected ? same(specific, expected["hookSpecificOutput"]) : []),
    ];
  },
  async llm_failure(given, { gate_output: gateOutput, nudge_output: nudgeOutput }) {
    const [gate, nudge] = given["hooks"] as readonly Data[];
    const outputs = await Promise.all(
      [llmGate(gate?.["llm_gate"], { message: "m" }), llmNudge(nudge?.["llm_nudge"], { message: "m" })].map(
        async (hook) => {
          const { evaluator } = modelThat(new Error(given["judge_raises"]));
          return outputOf(await world([hook], { evaluator })({ event: hook.policy.events[0] ?? "" }));
        },
      ),
    );
    return same(outputs, [gateOutput, nudgeOutput]);
  },
  async execute_hook({ spec }, { result }) {
    if (spec === undefined) throw new NotOffered("exceptions that end a process");
    const decision = await decideBy([{ declarative: "warn", message: spec["message"] }], "PreToolUse");
    return same(outputOf(decision), { additionalContext: result.message });
  },
  async dispatch_merge({ event, hooks, dispatch_async: isAsync }, expected) {
    const decision = await decideBy(hooks, event);
    void isAsync;
    const { decision: word, ...output } = outputOf(decision) ?? {};
    const said = { ...(word === undefined ? {} : { decision: word }), ...output };
    const isSilent = Object.keys(said).length === 0;
    return [
      ...("output" in expected
        ? same(isSilent && decision.effect !== "allow" ? null : said, expected["output"])
        : []),
      ...("equals" in expected ? same(said, expected["equals"]) : []),
      ...("permissionDecision" in expected ? same(decision.effect, expected["permissionDecision"]) : []),
      ...("additionalContext" in expected
        ? same(output["additionalContext"], expected["additionalContext"])
        : []),
      ...holds(output["additionalContext"] ?? "", expected["additionalContext_contains"]),
      ...("updatedInput" in expected ? same(decision.updatedInput, expected["updatedInput"]) : []),
      ...("counted_calls" in expected ? same(decision.warnings.length, expected["counted_calls"]) : []),
      ...((expected["lacks"] ?? []) as readonly string[]).flatMap((key) =>
        same(
          key === "updatedInput" ? decision.updatedInput : decision.effect === "abstain",
          key !== "updatedInput" ? true : undefined,
        ),
      ),
    ];
  },
};

/** Hooks as captain-hook's tests write them, asked about one event. */
async function decideBy(hooks: readonly Data[], event: string): Promise<Decision> {
  if (hooks.some((hook) => hook["advisory_on_deny"] !== undefined))
    throw new NotOffered("advisories beside a deny");
  const made = hooks.map((hook, at) => dispatchedHook(hook, event, `h${at}`));
  return await world(made, { evaluator: modelThat(null).evaluator })({
    event,
    tool_name: "Bash",
    tool_input: {},
  });
}

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
