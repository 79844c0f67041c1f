import { readFileSync } from "node:fs";
import path from "node:path";
import { load, loadMayrosConfig, packs } from "@gatehouse-hooks/hosts";
import {
  jsonSchemaOf,
  type JsonSchema,
  SCHEMA_NAMES,
  type SchemaName,
} from "@gatehouse-hooks/hosts/json-schemas";
import { Validator } from "@cfworker/json-schema";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { schemaText } from "../../../tools/schemas/schema-text.js";
import { rowsOf } from "./rows.js";

const VALIDATORS = new Map(SCHEMA_NAMES.map((name) => [name, new Validator(jsonSchemaOf(name), "7", false)]));

/** What a standard validator says; an empty list when the value is right. */
function problems(name: SchemaName, value: unknown): readonly string[] {
  const result = VALIDATORS.get(name)?.validate(value);
  return (result?.errors ?? []).map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

const read = (name: string): string =>
  readFileSync(path.resolve(import.meta.dirname, "../../..", name), "utf8");

describe("the JSON Schemas of the package", () => {
  test.each(SCHEMA_NAMES)("%s is fresh (`pnpm schemas`)", async (name) => {
    expect(read(`packages/hosts/schemas/${name}.json`)).toBe(await schemaText(name));
  });

  test.each(SCHEMA_NAMES)("%s: every key that is ours has a description, and examples are valid", (name) => {
    const root = jsonSchemaOf(name);
    const bare: string[] = [];
    walk(root, (schema, at) => {
      const key = at.at(-1) ?? "";
      const ours =
        at.at(-2) === "properties" && JSON.stringify(schema) !== "{}" && schema["$ref"] === undefined;
      // Events explain themselves, and what is between the file and the settings is the host's.
      if (ours && schema["description"] === undefined && !EVENT_OR_PATH.test(key)) bare.push(at.join("/"));
      for (const example of (schema["examples"] ?? []) as readonly unknown[]) {
        const whole = { ...schema, definitions: root["definitions"] } as JsonSchema;
        expect(new Validator(whole, "7").validate(example), at.join("/")).toMatchObject({ valid: true });
      }
    });
    expect(bare).toEqual([]);
  });
});

const EVENT_OR_PATH =
  /^(?:plugins|entries|llm-hooks|agents|hooks|[a-z]+(?:[-_][a-z]+)+|stop|notification|error)$/;

function walk(
  value: unknown,
  visit: (schema: JsonSchema, at: readonly string[]) => void,
  at: readonly string[] = [],
): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value) && at.at(-1) !== "properties" && at.at(-1) !== "definitions")
    visit(value as JsonSchema, at);
  if (at.at(-1) === "examples" || at.at(-1) === "default") return;
  for (const [key, inner] of Object.entries(value)) walk(inner, visit, [...at, key]);
}

type Given = Readonly<Record<string, unknown>>;

interface MistakeRow {
  readonly id: string;
  readonly path: string;
  readonly text: string;
}

describe("files that load without a problem are valid", () => {
  test.each([
    ["gatehouse", "examples/project/.gatehouse/shell.yaml"],
    ["gatehouse", "examples/keys/.gatehouse/keys.yaml"],
    ["gatehouse", "examples/guards/protect-policies.yaml"],
    ["gatehouse", "examples/enforced/organisation.yaml"],
    ["docker-agent", "examples/docker-agent/hooks.yaml"],
  ] as const)("%s: %s", (name, file) => {
    const text = read(file);
    const { issues } = load(text, { path: file, format: name });
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(problems(name, parse(text))).toEqual([]);
  });

  test("every row of the corpus of mistakes that loads without an error", () => {
    const good = rowsOf<MistakeRow>("corpora/mistakes.jsonl").filter((row) =>
      load(row.text, { path: row.path, format: "gatehouse" }).issues.every(
        ({ severity }) => severity !== "error",
      ),
    );
    expect(good.length).toBeGreaterThan(25);
    for (const row of good) expect(problems("gatehouse", parse(row.text)), row.id).toEqual([]);
  });

  test("every pack, written as a file", () => {
    for (const { name } of packs()) {
      expect(problems("gatehouse", { version: 1, extends: [{ pack: name }] })).toEqual([]);
      expect(problems("gatehouse", { version: 1, extends: `pack/${name}`, policies: [] })).toEqual([]);
    }
  });

  test.each(["docker-agent", "mimir"] as const)("%s: every vector that loads without an error", (name) => {
    const rows = rowsOf<{ readonly given: Given; readonly expect: Given }>(`${name}/vectors/${name}.jsonl`);
    const files = rows.flatMap(({ given, expect: expected }) =>
      [given["hooks"], expected["hooks"]].flatMap((hooks) => (typeof hooks === "object" ? [{ hooks }] : [])),
    );
    const good = files.filter((file) =>
      load(JSON.stringify(file), { path: "f.json", format: name }).issues.every(
        ({ severity }) => severity !== "error",
      ),
    );
    expect(good.length).toBeGreaterThan(name === "mimir" ? 0 : 5);
    for (const file of good) expect(problems(name, file), JSON.stringify(file)).toEqual([]);
  });
});

const POLICY = { id: "p", events: "before_tool_call", deny: "no" };

describe("what is right in each format", () => {
  test.each<[SchemaName, unknown]>([
    ["gatehouse", { $schema: "../gatehouse.json", version: 1, policies: [POLICY] }],
    ["gatehouse", { version: 1, policies: [{ ...POLICY, deny: undefined, judge: "Is it safe?" }] }],
    [
      "gatehouse",
      {
        version: 1,
        policies: [{ ...POLICY, events: ["PreToolUse", "own"], tools: "Bash|Write" }],
        ownEvents: ["own"],
        ownTools: "deploy",
      },
    ],
    [
      "gatehouse",
      {
        version: 1,
        policies: [{ ...POLICY, tests: [{ event: { toolName: "x" }, expect: "deny", answer: "deny" }] }],
      },
    ],
    [
      "gatehouse",
      {
        version: 1,
        policies: [],
        tests: [{ event: { event: "prompt" }, expect: { policy: null }, answers: { a: { kind: "ask" } } }],
      },
    ],
    ["mayros-config", { $schema: "s", defaultCache: "global" }],
    ["mayros-config", { llmHooks: { maxConcurrentEvals: 2 } }],
    [
      "mayros-config",
      { plugins: { entries: { "llm-hooks": { enabled: false, config: { enabled: true } } } }, other: 1 },
    ],
    ["docker-agent", { pre_tool_use: [{ matcher: "shell", hooks: [{ type: "command", command: "x" }] }] }],
    [
      "docker-agent",
      {
        agents: { root: { model: "m", hooks: { stop: { type: "builtin", command: "unload" } } } },
        permissions: { deny: ["shell"] },
      },
    ],
    ["mimir", { hooks: { "pre-bash-execution": { command: "./c", environment: { CI: 1 } } }, theme: "dark" }],
  ])("%s %j", (name, value) => {
    const text = JSON.stringify(value);
    const { issues } =
      name === "mayros-config"
        ? loadMayrosConfig(text, { path: "c.json5" })
        : load(text, { path: "f.json", format: name });
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(problems(name, JSON.parse(text))).toEqual([]);
  });
});

describe("what is wrong is not valid, as loading says", () => {
  test.each<[SchemaName, unknown]>([
    ["gatehouse", { version: 1, policies: [{ ...POLICY, wen: "true" }] }],
    ["gatehouse", { version: 1, policies: [{ ...POLICY, when: ["a"] }] }],
    ["gatehouse", { version: 1, policies: [{ ...POLICY, priority: "high" }] }],
    ["gatehouse", { version: 1, policies: [{ ...POLICY, deny: "" }] }],
    ["gatehouse", { version: 1, policies: [{ id: "p", deny: "no" }] }],
    ["gatehouse", { version: 2, policies: [] }],
    ["gatehouse", { policies: [] }],
    ["gatehouse", [POLICY]],
    ["gatehouse", { $schema: 1, version: 1, policies: [] }],
    ["gatehouse", { version: 1, rules: [POLICY] }],
    [
      "gatehouse",
      {
        version: 1,
        policies: [{ ...POLICY, deny: undefined, judge: { prompt: "x", timeout: "20 seconds" } }],
      },
    ],
    [
      "gatehouse",
      { version: 1, policies: [{ ...POLICY, deny: undefined, judge: { prompt: "x", timeout: 5 } }] },
    ],
    ["gatehouse", { version: 1, policies: [], tests: [{ event: {}, expect: "denied" }] }],
    ["gatehouse", { version: 1, extends: ["pack/gti"] }],
    ["mayros-config", { defaultCahe: "session" }],
    ["mayros-config", { llmHooks: { maxConcurrentEvals: 99 } }],
    ["mayros-config", { enabled: "yes" }],
    ["docker-agent", { hooks: { pre_tool_us: [] } }],
    ["docker-agent", { pre_tool_use: [{ matcher: "shell", hooks: [{ type: "comand", command: "x" }] }] }],
    ["docker-agent", { agents: { root: { hoks: {} } } }],
    ["docker-agent", { permissions: { denied: ["shell"] } }],
    ["mimir", { hooks: { "pre-bash": { command: "x" } } }],
    ["mimir", { hooks: { "pre-bash-execution": { comand: "x" } } }],
    ["mimir", { hooks: { "pre-bash-execution": { command: "x", timeout: "10s" } } }],
  ])("%s %j", (name, value) => {
    const text = JSON.stringify(value);
    const { issues } =
      name === "mayros-config"
        ? loadMayrosConfig(text, { path: "c.json5" })
        : load(text, { path: "f.json", format: name });
    expect(issues.filter(({ severity }) => severity === "error")).not.toEqual([]);
    expect(problems(name, JSON.parse(text))).not.toEqual([]);
  });
});
