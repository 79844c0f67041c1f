import { spawnSync } from "node:child_process";
import {
  decide,
  compilePolicies,
  type Decision,
  type Event,
  type PolicyDefinition,
  step,
  type Verdict,
  policiesOf,
} from "@gatehouse-hooks/engine";
import {
  createHookRegistry,
  interpretMimir,
  load,
  mimirEnvironment,
  type MimirHook,
  prepareMimirEvent,
  resolveEnvironment,
  VOCABULARY,
} from "@gatehouse-hooks/hosts";
import { MIMIR_EVENTS } from "../../src/mimir/mimir-events.table.js";
import { MIMIR_VARIABLES } from "../../src/mimir/variables.js";
import { eventKindOf } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { rowsOf } from "../rows.js";
import { tellRow } from "../../../../test/conformance/tell-row.js";
import { OTHERWISE } from "./register.js";
import { run, SHELLS } from "./shells.js";

/** The keys of all kinds of rows; those without a mark stand in every row of the kinds that read them. */
interface Given {
  readonly name: string;
  readonly hook: unknown;
  readonly event?: string;
  readonly yaml: string;
  readonly patterns?: readonly string[];
  readonly file: string;
  readonly root?: string;
  readonly command: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly host_env: Readonly<Record<string, string>>;
  readonly continueOnError?: boolean;
  readonly exit?: number;
  readonly executor?: string;
  readonly org?: readonly RegisteredHook[];
  readonly user?: readonly RegisteredHook[];
  readonly registered_in_order?: readonly ("org" | "user")[];
}

interface Expected {
  readonly continueOnError?: boolean;
  readonly prompt?: boolean;
  readonly patterns_apply?: boolean;
  readonly top_level_key: string;
  readonly hooks: Readonly<Record<string, MimirHook>>;
  readonly runs?: unknown;
  readonly runs_includes?: string;
  readonly documented: boolean;
  readonly used?: boolean;
  readonly group: string;
  readonly json: boolean;
  readonly post_only: boolean;
  readonly safe_words?: readonly string[];
  readonly safe_last_word?: string;
  readonly safe_stdout?: string;
  readonly safe_value: string;
  readonly occurrences: number;
  readonly listed_code_exit: number;
  readonly operation: string;
  readonly log?: string;
  readonly result: unknown;
  readonly user_enforced_flag_ignored?: boolean;
}

type RegisteredHook = MimirHook & { readonly event?: string };

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly given: Given;
  readonly expect: Expected;
}

const rows = rowsOf<Row>("mimir/vectors/mimir.jsonl");
const YAML = JSON.stringify;

/** The policies of one hook, as a file of a tier. JSON is YAML, too. */
function hookOf(
  event: string,
  hook: unknown,
  tier: "user" | "project" | "enforced" = "project",
): readonly PolicyDefinition[] {
  const block = { hooks: { [event]: hook } };
  const text = YAML(tier === "enforced" ? { enforcement: block } : block);
  return load(text, { path: ".mimir/config.yml", tier }).policies;
}

function commandOf(policy: PolicyDefinition | undefined): {
  readonly command: string;
  readonly env?: Readonly<Record<string, string>>;
} {
  if (policy?.handler.kind !== "command") throw new Error("expected a command");
  return policy.handler;
}

/** Drives the engine with real processes. */
function execute(policies: readonly PolicyDefinition[], event: Event, ran: string[] = []): Decision {
  const { set } = compilePolicies(policies, { vocabulary: VOCABULARY });
  const verdicts = new Map<string, Verdict>();
  for (;;) {
    const stepped = step(set, event, verdicts);
    if (stepped.kind === "decided") return stepped.decision;
    for (const need of stepped.needs) {
      const handler = need.handler;
      if (handler.kind !== "command") throw new Error("expected a command");
      ran.push(handler.command);
      const { status, signal, stdout, stderr, error } = spawnSync("sh", ["-c", handler.command], {
        env: { PATH: process.env["PATH"] ?? "", ...mimirEnvironment({ handler, event: need.event }, {}) },
        encoding: "utf8",
        timeout: handler.timeoutMs,
      });
      verdicts.set(
        need.id,
        error === undefined
          ? interpretMimir({ exitCode: status, signal, stdout, stderr })
          : { kind: "failure", code: "spawn-failed", message: error.message },
      );
    }
  }
}

/** The words of the only program that a command runs. */
function wordsOf(
  event: string,
  command: string,
  variables: Readonly<Record<string, unknown>>,
): readonly string[] {
  const handler = commandOf(hookOf(event, { command })[0]);
  const env = mimirEnvironment({ handler, event: { event, ...variables } }, {});
  const records = SHELLS.map((shell) =>
    run(shell, handler.command.replaceAll(/\becho\b/g, "probe"), env as Record<string, string>),
  );
  expect(records[0]).toBe(records[1]);
  const [count = "", ...words] = (records[0] ?? "").split("\0").slice(0, -1);
  expect(words).toHaveLength(Number(count));
  return words;
}

const CHECKS: Readonly<Record<string, (row: Row) => void | Promise<void>>> = {
  event_name({ given, expect: want }) {
    const event = MIMIR_EVENTS.find(({ name }) => name === given.name);
    expect({ group: event?.group, file_hook: event?.fileHook, known: eventKindOf(given.name).known }).toEqual(
      want,
    );
  },

  config_default({ given, expect: want }) {
    const [policy] = hookOf(given.event ?? "pre-file-write", given.hook);
    if ("continueOnError" in want) expect(policy?.onFailure).toBe(want.continueOnError ? "warn" : "deny");
    if ("prompt" in want) expect(commandOf(policy)).not.toHaveProperty("prompt");
    if ("patterns_apply" in want) expect(policy?.condition !== undefined).toBe(want.patterns_apply);
  },

  config_load({ given, expect: want }) {
    const enforced = want.top_level_key === "enforcement";
    const { policies, issues } = load(given.yaml, {
      path: ".mimir/config.yml",
      tier: enforced ? "enforced" : "project",
    });
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(policies.map(({ events }) => String(events[0])).toSorted()).toEqual(
      Object.keys(want.hooks).toSorted(),
    );
    for (const policy of policies) {
      const hook = want.hooks[policy.events[0] ?? ""];
      const { handler, onFailure, tier, condition } = policy;
      if (handler.kind !== "command") throw new Error("expected a command");
      if (hook === undefined) throw new Error("INVARIANT: the events are those of the row");
      expect(handler.timeoutMs).toBe(hook.timeout);
      expect(handler.prompt ?? false).toBe(hook.prompt ?? false);
      expect(handler.env).toEqual(hook.environment);
      expect(onFailure).toBe(hook.continueOnError === true ? "warn" : "deny");
      expect(tier).toBe(enforced ? "enforced" : "project");
      expect(condition === undefined).toBe(hook.patterns === undefined);
      // The command as it is written, once the references are placeholders again.
      const written = handler.command
        .replaceAll(/\\\$(?=\$\{MIMIR_)/g, "$")
        .replaceAll(/'"\$\{MIMIR_(?:json_)?(\w+)\?\}"'/g, "{$1}")
        .replaceAll(/(?<![\w"\\ ]\S*)"\$\{MIMIR_(\w+)\?\}"|\$\{MIMIR_(\w+)\?\}/g, "{$1$2}");
      expect(written.replaceAll('"', "")).toBe(hook.command.replaceAll('"', ""));
    }
  },

  pattern({ given, expect: want }) {
    const [policy] = hookOf("post-file-write", {
      command: "exit 1",
      ...(given.patterns === undefined ? {} : { patterns: given.patterns }),
    });
    const { root = "/work/p" } = given;
    for (const file of given.file.startsWith("/")
      ? [given.file]
      : [given.file, `${root}/${given.file}`, `./${given.file}`]) {
      const event = prepareMimirEvent({
        event: "post-file-write",
        file_path: file,
        working_dir: root,
      }) as Event;
      const { trace } = decide(compilePolicies([policy], { vocabulary: VOCABULARY }).set, event);
      expect(trace.length > 0, file).toBe(want.runs);
    }
  },

  variable({ given, expect: want }) {
    const variable = MIMIR_VARIABLES.find(({ name }) => name === given.name);
    expect(variable?.documented).toBe(want.documented);
    if (want.used === true) return;
    expect({
      group: variable?.group,
      json: variable?.type === "json",
      post_only: variable?.postOnly,
    }).toEqual({
      group: want.group,
      json: want.json,
      post_only: want.post_only,
    });
  },

  template({ id, given, expect: want }) {
    const event = Object.hasOwn(given.variables, "tool_result")
      ? "post-tool-call"
      : Object.hasOwn(given.variables, "bash_command")
        ? "pre-bash-execution"
        : Object.hasOwn(given.variables, "error_message")
          ? "on-agent-error"
          : Object.hasOwn(given.variables, "context_tokens")
            ? "pre-context-add"
            : "pre-file-write";
    if (want.safe_words !== undefined)
      expect(wordsOf(event, given.command, given.variables)).toEqual(
        want.safe_words.map((word) => (word === "echo" ? "probe" : word)),
      );
    else if (want.safe_last_word !== undefined)
      expect(wordsOf(event, given.command, given.variables).at(-1)).toBe(want.safe_last_word);
    else if (want.safe_stdout !== undefined) {
      const handler = commandOf(hookOf(event, { command: given.command })[0]);
      const env = mimirEnvironment({ handler, event: { event, cost: 0.42 } }, {});
      expect(spawnSync("sh", ["-c", handler.command], { env, encoding: "utf8" }).stdout).toBe(
        want.safe_stdout,
      );
    } else if (id === "tmpl-all-occurrences") {
      const handler = commandOf(hookOf(event, { command: given.command })[0]);
      expect(handler.command.split("${MIMIR_file_path?}").length - 1).toBe(want.occurrences);
    } else if (id === "tmpl-dash") {
      expect(wordsOf(event, given.command, given.variables).at(-1)).toBe(
        `./${given.variables["file_path"] ?? ""}`,
      );
    } else {
      // A number that is none: the command ends before anything runs.
      const handler = commandOf(hookOf(event, { command: given.command })[0]);
      const env = mimirEnvironment({ handler, event: { event, ...given.variables } }, {});
      expect(env).toEqual({ MIMIR_context_tokens: undefined });
      const { status, stdout } = spawnSync("sh", ["-c", handler.command], { env, encoding: "utf8" });
      expect([status === 0, stdout]).toEqual([false, ""]);
    }
  },

  environment({ given, expect: want }) {
    expect(resolveEnvironment(given.environment, given.host_env)).toEqual({
      variables: { SLACK_WEBHOOK_URL: want.safe_value },
      missing: [],
    });
  },

  outcome({ id, given, expect: want }) {
    const event = given.event ?? "pre-tool-call";
    const command =
      given.command ??
      (given.executor === "throws" ? "exec /nowhere/there" : `echo 'the reason' >&2; exit ${given.exit}`);
    const flag = given.continueOnError === undefined ? {} : { continueOnError: given.continueOnError };
    const decision = execute(hookOf(event, { command, ...flag }), { event });
    if (id === "outcome-multiline-exit") {
      expect(decision.trace[0]?.verdict === "approve").toBe(want.listed_code_exit === 0);
      const { issues } = load(YAML({ hooks: { "pre-tool-call": { command, continueOnError: false } } }), {
        path: ".mimir/config.yml",
      });
      expect(issues.map(({ code }) => code)).toEqual(["weak-check"]);
      return;
    }
    expect(decision.effect).toBe(want.operation === "blocked" ? "deny" : "abstain");
    if (want.operation === "blocked") expect(decision.reason).toBe("the reason");
    expect(decision.warnings).toHaveLength(want.log === "warning" ? 1 : 0);
  },

  async registry({ expect: want }) {
    const registry = createHookRegistry({ decide: (set, event) => Promise.resolve(decide(set, event)) });
    const { decision, ...result } = await registry.execute("pre-tool-call", { variables: {} });
    expect(result).toEqual(want.result);
    expect(decision).toBeNull();
  },

  async enforced({ id, given, expect: want }) {
    const ran: string[] = [];
    const registry = createHookRegistry({
      decide: (set, event) => Promise.resolve(execute(policiesOf(set), event, ran)),
    });
    const order = given.registered_in_order ?? ["org", "user"];
    const hooks: Readonly<Record<string, readonly RegisteredHook[]>> = {
      org: given.org ?? [{ command: "ORG", event: "post-tool-call" }],
      user: given.user ?? [{ command: "USER", event: "post-tool-call" }],
    };
    const issues = order.flatMap((who) =>
      (hooks[who] ?? []).flatMap(({ event = "", ...hook }) =>
        registry.register(event, hook, { tier: who === "org" ? "enforced" : "user" }),
      ),
    );
    const event = hooks["org"]?.[0]?.event ?? "";
    expect(registry.isEnforced(event)).toBe(true);
    await registry.execute(event, { variables: {} });
    if (want.runs !== undefined) expect(ran).toEqual(want.runs);
    if (want.runs_includes !== undefined) expect(ran).toContain(want.runs_includes);
    if (want.user_enforced_flag_ignored === true)
      expect(issues.map(({ code }) => code)).toContain("not-enforced");
    if (id === "enforced-refusal-warns") expect(issues.map(({ code }) => code)).toEqual(["enforced"]);
  },
};

const accounted = new Map(OTHERWISE.map((entry) => [entry.row, entry]));

test("every row is checked or accounted for", () => {
  expect(rows).toHaveLength(75);
  const ids = new Set(rows.map(({ id }) => id));
  expect([...accounted.keys()].filter((id) => !ids.has(id))).toEqual([]);
  expect(
    rows.filter(({ id, kind }) => !accounted.has(id) && !Object.hasOwn(CHECKS, kind)).map(({ id }) => id),
  ).toEqual([]);
});

test.each(rows.filter(({ id }) => !accounted.has(id)))("$id", async (row) => {
  tellRow("Mimir", row.id, "pass");
  await CHECKS[row.kind]?.(row);
});

test.each(OTHERWISE)("the register's entry for $row is real: $chosen", async (entry) => {
  tellRow("Mimir", entry.row, "explained");
  await entry.check();
});
