import type { Need, Verdict } from "@gatehouse-hooks/engine";
import {
  approvalOf,
  approvalPolicies,
  type Compat,
  hookResult,
  type HookRun,
  hooksFromFlags,
  interpretHook,
  loadAll,
  load,
  parseHookOutput,
} from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { tellRow } from "../../../../test/conformance/tell-row.js";
import { rowsOf } from "../rows.js";
import { watched } from "./expectation.js";
import { CORRECTIONS, type Deviation, DEVIATIONS } from "./register.js";
import { decideWith, loadFile, nobody } from "./rig.js";
import type { Row } from "./row.js";

type Data = Readonly<Record<string, unknown>>;
type Hook = Data & { readonly matcher?: string };

const ROWS = rowsOf<Row>("docker-agent/vectors/docker-agent.jsonl");
const MATCHED = new Set([
  "pre_tool_use",
  "post_tool_use",
  "permission_request",
  "tool_response_transform",
  "tool_input_transform",
  "tool_guard",
]);

/** The generation that a row describes; the later ones are the default. */
function compatOf({ eras }: Pick<Row, "eras">): Compat {
  return eras.includes("2026-05") ? "2026-05" : "2026-09";
}

function fileOf(hooks: unknown): Data {
  return { agents: { root: { hooks } } };
}

interface HookPolicy {
  readonly event: string;
  readonly matcher: string;
  readonly handler: unknown;
}

function orderedPolicies(hooks: unknown): readonly HookPolicy[] {
  return loadFile(fileOf(hooks ?? {})).policies.map(({ events, matcher, handler }) => ({
    event: events.join(),
    matcher: matcher?.text ?? "",
    handler,
  }));
}

function byEvent(policies: readonly HookPolicy[]): readonly HookPolicy[] {
  return policies.toSorted((one, other) => one.event.localeCompare(other.event));
}

function listFor(event: string, hooks: readonly Data[]): Data {
  return { [event]: MATCHED.has(event) ? [{ matcher: "*", hooks }] : hooks };
}

/** What a fake hook did, as a run or as the runtime's failure. */
function answerFor(result: Data, need: Need): Verdict {
  if (typeof result["error"] === "string") {
    return { kind: "failure", code: "handler-failed", message: result["error"] };
  }
  const { exit_code: exitCode = 0, stdout = "", stderr = "", output } = result;
  const run: HookRun = {
    exitCode: exitCode as number,
    stdout: output === undefined ? (stdout as string) : JSON.stringify(output),
    stderr: stderr as string,
  };
  return interpretHook()(run, need as never);
}

/** Runs the hooks of a row and gives docker-agent's result in the vectors' words. */
function dispatch(row: Row): Data {
  const compat = compatOf(row);
  const { event, handler_results: given, hook, hooks, input } = row.given;
  const results = given as readonly Data[];
  const { on_error: onError, command = "test", strict_output: strict } = (hook ?? {}) as Data;
  const made = results.map(({ on_error: own }, index) => ({
    type: "command",
    command,
    ...(strict === undefined ? {} : { strict_output: strict }),
    // Two hooks that are the same would be one.
    ...(index === 0 ? {} : { env: { INDEX: String(index) } }),
    ...((own ?? onError ?? "") === "" ? {} : { on_error: own ?? onError }),
  }));
  const loaded = loadFile(fileOf(hooks ?? listFor(event as string, made)), { compat });
  expect(loaded.issues).toEqual([]);
  const seen: unknown[] = [];
  let asked = 0;
  const decision = decideWith(
    loaded.policies,
    { event, tool_name: "shell", ...(input as Data | undefined) },
    (need) => {
      const index = loaded.policies.findIndex(({ id }) => id === need.policy);
      asked++;
      seen.push(need.event["tool_input"]);
      return answerFor(results[index] ?? {}, need);
    },
  );
  expect(asked).toBeGreaterThanOrEqual(results.length);
  const result = hookResult(decision, { event: event as string });
  return {
    ...Object.fromEntries(
      Object.entries(result).map(([key, value]) => [
        key.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
        value,
      ]),
    ),
    every_hook_sees: seen.every((one) => JSON.stringify(one) === JSON.stringify(seen[0])) ? seen[0] : seen,
  };
}

/** The hooks of a row that are asked, in their order, with what they then say. */
function deduped(given: Data): Data {
  const { first, second, event = "turn_start", model_reply: reply } = given;
  // A hook of docker-agent's test need not be complete; what is missing is the same in all of them.
  const fill = (hook: unknown): Data => ({ type: "command", command: "x", ...(hook as Data) });
  const order = (given["configured_order"] as string[] | undefined) ?? ["first", "second", "first", "second"];
  const hooks = ((given["hooks"] as Hook[] | undefined) ??
    order.map((name) => fill(name === "first" ? first : second))) as readonly Data[];
  const names = hooks.map((_, index) => order[index] ?? "");
  // The names of the schemas stand for two that differ.
  const schemas: Data = { first: "", other: "pre_tool_use_decision" };
  const real = hooks.map((hook) => {
    const schema = hook["schema"];
    return typeof schema === "string" && Object.hasOwn(schemas, schema)
      ? { ...hook, schema: schemas[schema] }
      : hook;
  });
  const { policies, issues } = loadFile(fileOf(listFor(event as string, real)), { builtins: ["count"] });
  expect(issues).toEqual([]);
  const asked: Need[] = [];
  const decision = decideWith(policies, { event, tool_name: "shell" }, (need) => {
    asked.push(need);
    const { env, prompt } = need.handler as { env?: Record<string, string>; prompt?: string };
    if (reply !== undefined && prompt !== undefined) {
      const { decision: kind, reason } = JSON.parse(reply as string) as { decision: "deny"; reason: string };
      return { kind, reason };
    }
    return answerFor({ stdout: env === undefined ? "" : `${env["HOOK_PROFILE"] ?? ""}:` }, need);
  });
  const result = hookResult(decision, { event: event as string });
  const last = asked.at(-1)?.handler as { readonly model?: string; readonly prompt?: string } | undefined;
  const places = asked.map(({ policy }) => Number(/\[(\d+)\]: /.exec(policy)?.[1]));
  return {
    invocations: asked.length,
    runs: places.map((place) => names[place]),
    duplicates: asked.length === 1,
    both_run: asked.length === 2,
    model_calls: asked.length,
    last_model: last?.model,
    last_prompt: last?.prompt,
    additional_context: result.additionalContext,
    allowed: result.allowed,
    decision: result.decision,
  };
}

/** A hook that rewrites, one that fails and one that looks. */
function pipeline({ event, hooks, input }: Row["given"]): Data {
  const [, failing] = hooks as readonly [string, Data, string];
  const onError = failing["on_error"] as string;
  const list = ["rewrite", "fail", "observe"].map((command) => ({
    type: "command",
    command,
    ...(command === "fail" && onError !== "" ? { on_error: onError } : {}),
  }));
  // Generation 2026-09 itself refuses this combination in a file; docker-agent's test does not load one.
  const blocks = loadFile(fileOf(listFor(event as string, list))).issues.length === 0;
  const written = blocks ? list : list.map(({ type, command }) => ({ type, command }));
  const { policies } = loadFile(fileOf(listFor(event as string, written)));
  const rewrites: Data = {
    updated_input: { cmd: "first" },
    updated_messages: [{ content: "first" }],
    updated_tool_response: "first",
  };
  const look = (seen: Data): unknown =>
    ({
      before_llm_call: (seen["messages"] as Data[])[0]?.["content"],
      tool_response_transform: seen["tool_response"],
    })[event as string] ?? (seen["tool_input"] as Data)["cmd"];
  const original = JSON.parse(JSON.stringify(input).replaceAll('"first"', '"original"')) as Data;
  let observed: unknown = null;
  const decision = decideWith(policies, { event, tool_name: "shell", ...original }, (need) => {
    const { command } = need.handler as { command: string };
    if (command === "observe") observed = look(need.event);
    if (command !== "fail") {
      const output = command === "rewrite" ? { hook_specific_output: rewrites } : {};
      return answerFor({ output }, need);
    }
    return answerFor({ ...failing, output: { hook_specific_output: {} } }, need);
  });
  const result = hookResult(decision, { event: event as string });
  return {
    allowed: result.allowed,
    last_hook_ran: observed !== null,
    last_hook_sees: observed,
    surviving_rewrite:
      result.modifiedInput?.["cmd"] ??
      (result.updatedMessages as readonly Data[] | null)?.[0]?.["content"] ??
      result.updatedToolResponse,
  };
}

/** Compares what a row expects; every field must be known. */
function compare(expected: Data, actual: Data): void {
  for (const [key, value] of Object.entries(expected)) {
    const known = /^(?:.*)_(?:contains|one_of|not|fields)$/.test(key);
    const name = key.replace(/_(?:contains|not_contains|one_of|not|fields)$/, "");
    if (!known || Object.hasOwn(actual, key)) {
      expect(actual, key).toHaveProperty(key);
      expect(actual[key], key).toEqual(value);
    } else if (key.endsWith("_contains")) {
      for (const part of value as string[]) expect(actual[name], key).toContain(part);
    } else if (key.endsWith("_one_of")) {
      expect(value, key).toContain(actual[name]);
    } else if (key.endsWith("_not")) {
      expect(value, key).not.toContain(actual[name]);
    } else {
      expect(actual[name], key).toMatchObject(value as object);
    }
  }
}

interface Rules {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly tier?: string;
}

function toolCall(given: Data): Data {
  const args = given["args"];
  return { event: "pre_tool_use", tool_name: given["tool_name"], tool_input: args ?? {} };
}

/** The decision of rules, in the words of the vectors: an abstain is the prompt that everybody gets. */
function ruled(rules: Rules | null, event: Data, compat: Compat): string {
  const loaded = loadFile({ permissions: rules }, { compat });
  // A warning says that a rule is not likely to match: rows try that on purpose.
  expect(loaded.issues.filter(({ severity }) => severity === "error")).toEqual([]);
  const { effect } = decideWith(loaded.policies, event, nobody);
  return { deny: "deny", allow: "allow", ask: "force_ask", abstain: "ask" }[effect];
}

function escaped(text: string): string {
  return text.replace(/[*?[\\]/g, "\\$&");
}

/** The mode that a call is decided under which the host knows to be harmless, by who allows it. */
function modeOf(mode: unknown): string {
  const call = {
    event: "pre_tool_use",
    tool_name: "shell",
    tool_input: {},
    safety_policy: mode,
    safety_label: "safe",
  };
  const { policy } = decideWith(approvalPolicies().policies, call, nobody);
  return { yolo: "autonomous", mode_balanced: "balanced" }[policy ?? ""] ?? "strict";
}

const RUN: Readonly<Record<string, (row: Row, expected: Data) => void>> = {
  aggregate: (row, expected) => compare(expected, dispatch(row)),
  failure: (row, expected) => compare(expected, dispatch(row)),
  "exit-code": (row, expected) => compare(expected, dispatch(row)),
  "stdout-context": (row, expected) => compare(expected, dispatch(row)),
  pipeline: (row, expected) => {
    if (row.given["handler_results"] !== undefined) return compare(expected, dispatch(row));
    compare(expected, pipeline(row.given));
  },
  "strict-output": (row, expected) => {
    const { stdout, strict_output: strict, output, event = "pre_tool_use" } = row.given;
    if (row.given["handler_results"] !== undefined) {
      const { modified_input: updated, ...result } = dispatch(row);
      return compare(expected, { ...result, updated_input: updated });
    }
    const fails = (text: string, strictly: boolean): boolean => {
      const run = { exitCode: 0, stdout: text, stderr: "" };
      return parseHookOutput(run, { event: event as string }, { strict: strictly }).kind === "failure";
    };
    if (output === undefined) {
      return compare(expected, { parse_error: fails(stdout as string, strict as boolean) });
    }
    const text = JSON.stringify(output);
    compare(expected, { non_strict_error: fails(text, false), strict_error: fails(text, true) });
  },
  "safety-mode": ({ given }, expected) => {
    const { mode, yaml_safety: written } = given;
    if (written !== undefined) {
      const { issues } = loadFile({ agents: { root: { hooks: {}, safety: written } } });
      return compare(expected, { valid: issues.length === 0 });
    }
    compare(expected, { normalized: modeOf(mode) });
  },
  contract: ({ given }, expected) => {
    const accepted = Object.keys(expected["accepted"] as Data).map((field) => {
      const [key = "", value = ""] = field.split("=");
      const said: unknown = /^["{]/.test(value) ? JSON.parse(value) : value;
      const output = key === "decision" ? { [key]: said } : { hook_specific_output: { [key]: said } };
      const run = { exitCode: 0, stdout: JSON.stringify(output), stderr: "" };
      const { kind } = parseHookOutput(run, { event: given["event"] as string }, { strict: true });
      return [field, kind !== "failure"];
    });
    compare(expected, { accepted: Object.fromEntries(accepted) as Data });
  },
  output: ({ given }, expected) => {
    const run = { exitCode: 0, stdout: JSON.stringify(given["output"]), stderr: "" };
    const { kind } = parseHookOutput(run, { event: "pre_tool_use" }, { words: "docker-agent-2026-05" });
    const stopped = kind === "deny";
    compare(expected, { should_continue: !stopped, is_blocked: stopped });
  },
  matcher: (row, expected) => {
    const { matcher, tool_name: toolName, hooks, each_event_configured_alone: events } = row.given;
    if (Array.isArray(events)) {
      for (const event of events as string[]) {
        const { policies } = loadFile(fileOf(listFor(event, [{ type: "command", command: "true" }])));
        const found = policies.flatMap((policy) => policy.events);
        compare(expected, {
          has: found.every((one) => one === event) ? "true for that event only" : found,
          unknown_event_has: found.includes("unknown"),
        });
      }
      return;
    }
    if (matcher === undefined) {
      const { policies } = loadFile(fileOf(hooks), { compat: compatOf(row) });
      const has = (event: string): boolean => policies.some((policy) => policy.events.includes(event));
      const wanted = expected["has"] as Data;
      expect(Object.fromEntries(Object.keys(wanted).map((event) => [event, has(event)]))).toEqual(wanted);
      return;
    }
    const { policies } = loadFile(
      fileOf({ pre_tool_use: [{ matcher, hooks: [{ type: "command", command: "x" }] }] }),
    );
    const { effect } = decideWith(policies, { event: "pre_tool_use", tool_name: toolName }, () => ({
      kind: "deny",
      reason: "",
    }));
    expect(effect === "deny").toBe(expected["matches"]);
  },
  timeout: (row, expected) => {
    const hook = { type: "command", command: "x", ...(row.given["hook"] as Data) };
    const { policies } = loadFile(fileOf({ stop: [hook] }), { compat: compatOf(row) });
    const [policy] = policies;
    expect(policy?.handler).toMatchObject({
      timeoutMs: (expected["effective_timeout_seconds"] as number) * 1000,
    });
  },
  dedupe: ({ given }, expected) => compare(expected, deduped(given)),
  permission: (row, expected) => {
    const rules = row.given["rules"] as Rules | null;
    if (expected["is_empty"] === true) return expect(loadFile({ permissions: rules }).policies).toEqual([]);
    expect(ruled(rules, toolCall(row.given), compatOf(row))).toBe(expected["decision"]);
  },
  "permission-glob": ({ given }, expected) => {
    const { pattern, value } = given as { readonly pattern: string; readonly value: string };
    const event = { event: "pre_tool_use", tool_name: "t", tool_input: { v: value } };
    expect(ruled({ deny: [`t:v=${pattern}`] }, event, "2026-09") === "deny").toBe(expected["matches"]);
    // Nobody's tool has blanks in its name.
    if (/\s/.test(value)) return;
    const named = { event: "pre_tool_use", tool_name: value };
    expect(ruled({ deny: [pattern] }, named, "2026-09") === "deny").toBe(expected["matches"]);
  },
  "permission-parse": ({ given }, expected) => {
    const deny = [given["pattern"] as string];
    const args = Object.entries(expected["args"] as Record<string, string>).map(
      ([key, glob]) => [key, glob.replace(/\\(.)/g, "$1")] as const,
    );
    const call = (toolName: unknown, input: readonly (readonly [string, string])[]): Data => ({
      event: "pre_tool_use",
      tool_name: toolName,
      tool_input: Object.fromEntries(input),
    });
    expect(ruled({ deny }, call(expected["tool"], args), "2026-09")).toBe("deny");
    expect(ruled({ deny }, call("another", args), "2026-09")).toBe("ask");
    for (const one of args) {
      expect(
        ruled(
          { deny },
          call(
            expected["tool"],
            args.filter((other) => other !== one),
          ),
          "2026-09",
        ),
      ).toBe("ask");
    }
  },
  "permission-argstr": ({ given }, expected) => {
    const event = { event: "pre_tool_use", tool_name: "t", tool_input: { v: given["value"] } };
    const text = expected["string"] as string;
    expect(ruled({ allow: [`t:v=${escaped(text)}`] }, event, "2026-09")).toBe("allow");
    expect(ruled({ allow: [`t:v=${escaped(`${text}x`)}`] }, event, "2026-09")).toBe("ask");
  },
  "permission-merge": (row, expected) => {
    const [team, session] = row.given["checkers"] as readonly (Rules | null)[];
    const policies = [
      ...loadFile({ permissions: team }).policies,
      ...approvalPolicies({ session: session ?? {} }).policies,
    ];
    if (typeof expected["decision"] === "string") {
      expect(decideWith(policies, toolCall(row.given), nobody).effect).toBe(expected["decision"]);
      return;
    }
    for (const list of ["allow", "ask", "deny"]) {
      const patterns = policies.flatMap(({ id }) => id.split(`_permissions_${list}: `).slice(1));
      expect(patterns.toSorted()).toEqual([...((expected[list] as string[] | undefined) ?? [])].sort());
    }
  },
  approval: (row, expected) => {
    const source = row.given["checker_source"];
    if (source !== undefined) {
      const rules = { allow: ["a"], deny: ["d"] };
      const { policies } = loadFile({ permissions: rules });
      const by = (tool: string): unknown =>
        approvalOf(decideWith(policies, toolCall({ tool_name: tool }), nobody), "pre_tool_use")
          ?.approval_source;
      compare(expected, { allow_source: by("a"), deny_source: by("d") });
      return;
    }
    const { rules: given = [], mode = "", label } = row.given;
    const rules = given as readonly Rules[];
    const of = (tier: string): Data => {
      const { allow = [], ask = [], deny = [] } = rules.find((one) => one.tier === tier) ?? {};
      return { allow, ask, deny };
    };
    const compat = compatOf(row);
    const policies = [
      ...loadFile({ permissions: of("team") }, { compat }).policies,
      ...approvalPolicies({ session: of("session") }).policies,
    ];
    const [safety, by] = String(label).split("/");
    const event = {
      ...toolCall({ tool_name: "shell", ...row.given }),
      safety_policy: row.given["yolo"] === true ? "autonomous" : mode,
      safety_label: safety,
      tool_read_only: row.given["read_only_hint"] === true || by === "annotation",
    };
    const decision = decideWith(policies, event, nobody);
    const decider =
      approvalOf(decision, "pre_tool_use")?.approval_source ?? (decision.policy ?? "").split(":")[0];
    const tier = /^(session|team)_permissions/.exec(decider ?? "")?.[1];
    const owner = rules.find((one) => one.tier === tier) as Data | undefined;
    compare(expected, {
      // Nobody's opinion is the prompt.
      outcome: decision.effect === "abstain" ? "ask" : decision.effect,
      reason: tier !== undefined ? "checker" : decider === "readonly_hint" ? "read_only_hint" : "mode",
      source: owner?.["source"] ?? decider,
      legacy_readonly_auto_approve: decider === "readonly_hint",
    });
  },
  cli: ({ given }, expected) => {
    if (given["flags"] !== undefined) {
      const hooks = hooksFromFlags(given["flags"] as Record<string, string[]>);
      expect(hooks).toEqual("hooks" in expected ? expected["hooks"] : expected);
      return;
    }
    // Flags are a file of their own beside the agent's: for each event both say what the merged hooks say.
    const [base, flags, merged] = [given["base"], given["cli"], expected["merged"]].map(orderedPolicies);
    expect(byEvent([...(base ?? []), ...(flags ?? [])])).toEqual(byEvent(merged ?? []));
  },
  config: (row, expected) => config(row, expected),
  "redact-builtin": ({ given }, expected) => {
    const { policies } = loadFile({ agents: { root: { [given["agent_flag"] as string]: true } } });
    const events = policies.flatMap((policy) => policy.events);
    // Without a matcher a policy is for every tool.
    const matchers = new Set(policies.map(({ matcher }) => matcher?.text ?? "*"));
    compare(expected, {
      injected_events: events,
      pre_tool_use_injected: events.includes("pre_tool_use"),
      matcher: [...matchers].join(),
    });
  },
  builtin: ({ given }, expected) => {
    const file = { agents: { root: { hooks: given["hooks"], ...(given["agent_flags"] as Data) } } };
    const names = loadFile(file).policies.map(({ handler }) =>
      handler.kind === "builtin" ? handler.name : (handler as { readonly command?: string }).command,
    );
    expect(names).toEqual(expected["turn_start_order"]);
  },
};

function config(row: Row, expected: Data): void {
  const compat = compatOf(row);
  const { given } = row;
  if (given["hooks.d"] !== undefined) {
    const files = Object.entries(given["hooks.d"] as Record<string, string>);
    const { policies } = loadAll(
      files.map(([path, text]) => ({ path, text, format: "docker-agent" as const })),
    );
    if (expected["hooks"] === null) return expect(policies).toEqual([]);
    for (const [key, value] of Object.entries(expected)) {
      const [, event = "", what] = /^(\w+)_(commands|matchers)$/.exec(key) ?? [];
      const found = policies
        .filter(({ events }) => events.includes(event))
        .map(({ handler, matcher }) =>
          what === "commands" ? (handler as { command?: string }).command : matcher?.text,
        );
      const wanted = value as string[];
      expect(found).toEqual(
        what === "commands"
          ? wanted
          : wanted.map((name) => `tool_name.matches("^(?:${name})$") || !(tool_name >= "")`),
      );
    }
    return;
  }
  const path = "hooks.yaml";
  const options = { path, format: "docker-agent" as const, options: { "docker-agent": { compat } } };
  const agent = given["agent_yaml"];
  const { policies, issues } =
    typeof given["yaml"] === "string"
      ? load(given["yaml"], options)
      : typeof agent === "string"
        ? load(`agents:\n  root:\n${agent.replaceAll(/^/gm, "    ")}`, options)
        : loadFile(fileOf(given["hooks"]), { compat });
  const messages = issues.map(({ message }) => message).join("\n");
  for (const [key, value] of Object.entries(expected)) {
    const [, place, field = ""] = /^(\w+\[\d+\])\.(\w+)$/.exec(key) ?? [];
    if (place !== undefined) {
      const handler = policies.find(({ id }) => id.includes(`${place}: `))?.handler as Data | undefined;
      const names: Readonly<Record<string, string>> = { strict_output: "strictOutput" };
      expect(handler?.[names[field] ?? field]).toEqual(value);
    } else if (key === "valid") {
      expect({ valid: issues.length === 0 && policies.length > 0 }).toEqual({ valid: value });
    } else if (key === "is_empty") {
      // Gatehouse has no hooks that are not valid: a block that is not empty gives policies or issues.
      expect(policies.length + issues.length === 0).toBe(value);
    } else if (key === "error_contains") {
      expect(messages).toContain(worded(value as string));
      expect(policies).toEqual([]);
    } else if (key === "redact_secrets_enabled") {
      expect(policies.length > 0).toBe(value);
    } else if (key === "pre_tool_use") {
      expect(issues).toEqual([]);
      expect(policies).toMatchObject([
        {
          handler: { command: "echo check" },
          matcher: { text: 'tool_name.matches("^(?:shell)$") || !(tool_name >= "")' },
        },
      ]);
    } else {
      throw new Error(`the test does not know \`${key}\``);
    }
  }
}

/** docker-agent names a missing key by its path, Gatehouse by its place and name. */
function worded(message: string): string {
  const missing = /^[\w.[\]]+: (\w+) is required$/.exec(message)?.[1];
  return missing === undefined ? message : `\`${missing}\` is missing`;
}

const used = new Set<string>();

/** What is expected of a row, with what the register says instead. */
function expectedOf(row: Row): Data {
  let expected: Data = row.expect;
  for (const { id, when, instead } of DEVIATIONS) {
    if (instead === undefined || !when(row)) continue;
    used.add(id);
    expected = { ...expected, ...instead(row) };
  }
  return Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined));
}

/** Runs a row, and fails when a part of its expectation is not looked at. */
function runRow(row: Row, given: Data): void {
  const run = RUN[row.kind];
  if (run === undefined) throw new Error(`nothing runs rows of the kind ${row.kind}`);
  const { expected, unread } = watched(given);
  run(row, expected);
  expect(unread(), "keys of the expectation that the adapter does not read").toEqual([]);
}

const notHere = (row: Row): Deviation | undefined =>
  DEVIATIONS.find(({ when, instead }) => instead === undefined && when(row));

test.each(ROWS.map((row) => [row.id, row] as const))("%s", (_, row) => {
  const whole = notHere(row);
  const expected = expectedOf(row);
  const isAlike = whole === undefined && JSON.stringify(expected) === JSON.stringify(row.expect);
  tellRow("docker-agent", row.id, isAlike ? "pass" : "explained");
  // An entry that is not needed any more must go.
  if (!isAlike) {
    expect(() => runRow(row, row.expect)).toThrow();
  }
  if (whole === undefined) runRow(row, expected);
  else used.add(whole.id);
});

test("the default reads rows of generation 2026-05 as that does, but for the corrections", () => {
  const old = ROWS.filter((row) => row.eras.includes("2026-05") && notHere(row) === undefined);
  const corrected = old.filter((row) => {
    try {
      runRow({ ...row, eras: ["2026-09"] }, expectedOf(row));
      return false;
    } catch {
      return true;
    }
  });
  for (const { when } of CORRECTIONS) expect(old.filter(when)).not.toEqual([]);
  expect(corrected.map(({ id }) => id)).toEqual(
    old.filter((row) => CORRECTIONS.some(({ when }) => when(row))).map(({ id }) => id),
  );
});

test("every entry of the register is used", () => {
  expect(DEVIATIONS.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
});

test("how many rows are explained, by entry of the register", () => {
  const by = Object.fromEntries(
    DEVIATIONS.map(({ id, when }) => [id, ROWS.filter((row) => when(row)).length] as const),
  );
  const explained = ROWS.filter((row) => DEVIATIONS.some(({ when }) => when(row)));
  expect({ rows: ROWS.length, explained: explained.length, by }).toEqual({
    rows: 294,
    explained: 34,
    by: {
      "agents-ignore": 9,
      "decision-of-a-denial": 3,
      "documented-context": 3,
      "models-stop-at-a-deny": 1,
      "no-writer": 1,
      "one-after-another": 2,
      "patched-input": 4,
      "preempt-lane": 1,
      "redaction-is-asked-for": 1,
      "redaction-of-arguments": 1,
      "rewrite-at-the-prompt": 1,
      "stderr-of-result": 1,
      "void-rewrites": 7,
    },
  });
});

test("an expectation that an adapter does not read fails", () => {
  const row = ROWS.find(({ kind }) => kind === "matcher");
  if (row === undefined) throw new Error("there is no such row");
  expect(() => runRow(row, { ...row.expect, another_key: true })).toThrow(/another_key/);
});
