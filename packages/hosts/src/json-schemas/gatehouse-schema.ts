import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import { parse } from "yaml";
import { CANONICAL } from "@gatehouse-hooks/engine";
import { CELL_LIMITS, CELL_NAME } from "@gatehouse-hooks/engine";
import { LONGEST_TIMER_MS } from "@gatehouse-hooks/json";
import { exampleLines } from "../gatehouse/key-examples.table.js";
import { KEY_TEXTS, SOURCE_IF_TEXTS } from "../gatehouse/key-texts.table.js";
import { cellSchema, sourceSchema, triggerSchema } from "../gatehouse/memory/memory-schema.js";
import { PACKS } from "../gatehouse/packs/packs.table.js";
import {
  fileSchema,
  type Level,
  MIN_TIMEOUT_MS,
  policySchema,
  sessionSchema,
  testSchema,
} from "../gatehouse/schema.js";
import { describeKeys } from "../schema/describe-keys.js";
import {
  type FileSchema,
  fileSchemaOf,
  type JsonSchema,
  propertiesOf,
  schemaOf,
} from "../schema/json-schema.js";

const HANDLERS = ["judge", "command", "builtin", "function"] as const;
const TEXT = { type: "string", minLength: 1 };
const EXPECTED = ["deny", "ask", "allow", "abstain", "warn", "skip"];

/** Read at once: line by line they took longer than the rest of the schema. */
const EXAMPLES = parse(exampleLines()) as JsonObject;

/** A file of policies in the native format. */
export const GATEHOUSE_FILE: FileSchema = {
  name: "gatehouse",
  make: gatehouseSchema,
  isLike: (path) => /[\\/]\.gatehouse[\\/][^/]+\.(?:ya?ml|json)$/i.test(path),
};

function gatehouseSchema(): JsonSchema {
  const file = level("file", schemaOf(fileSchema));
  const sets = propertiesOf(file)["sets"] ?? {};
  const properties = {
    ...propertiesOf(file),
    sets: {
      ...sets,
      additionalProperties: level("set", (sets["additionalProperties"] ?? {}) as JsonSchema),
    },
    memory: {
      ...propertiesOf(file)["memory"],
      type: "object",
      maxProperties: CELL_LIMITS.cells,
      propertyNames: { pattern: CELL_NAME.source },
      additionalProperties: { $ref: "#/definitions/cell" },
    },
    extends: { ...propertiesOf(file)["extends"], ...oneOrMore({ anyOf: [packName(), packEntry()] }) },
    policies: { ...propertiesOf(file)["policies"], items: { $ref: "#/definitions/policy" } },
    tests: { ...propertiesOf(file)["tests"], items: { $ref: "#/definitions/test" } },
    sessions: { ...propertiesOf(file)["sessions"], items: { $ref: "#/definitions/session" } },
  };
  return fileSchemaOf("Gatehouse policies", "Policies of Gatehouse, and tests beside them.", {
    ...file,
    properties,
    required: ["version"],
    anyOf: [{ required: ["policies"] }, { required: ["extends"] }],
    definitions: {
      session: session(),
      cell: cell(),
      cellEvent: cellEvent(),
      source: source(),
      policy: policy(),
      test: test(),
      policyTest: policyTest(),
    },
  });
}

/** Tests that follow each other. */
function session(): JsonSchema {
  const whole = schemaOf(sessionSchema);
  const step = test();
  const after = {
    type: "string",
    pattern: "^[1-9]\\d{0,5}[smhd]$",
    description: "How long after the step before; default 1s.",
    examples: ["24h"],
  };
  const items = { ...step, properties: { ...propertiesOf(step), after } };
  const inner = propertiesOf(whole);
  return level("session", { ...whole, properties: { ...inner, steps: { ...inner["steps"], items } } });
}

/** A cell, and the events that set or empty it. */
function cell(): JsonSchema {
  const whole = schemaOf(cellSchema);
  const inner = propertiesOf(whole);
  const events = oneOrMore({ $ref: "#/definitions/cellEvent" });
  const keys = ["flag", "count", "set", "last", "until"].map((key) => [key, events] as const);
  const kinds = ["flag", "count", "set", "last", "origins"].map((key) => ({ required: [key] }));
  const origins = {
    ...inner["origins"],
    type: "object",
    minProperties: 1,
    propertyNames: { pattern: CELL_NAME.source },
    additionalProperties: oneOrMore({ $ref: "#/definitions/source" }),
  };
  const example = [{ events: "after_tool_call", when: "call.ok", each: "facts.reads", add: "path" }];
  return level("cell", {
    ...whole,
    properties: { ...inner, ...Object.fromEntries(keys), set: { ...events, examples: example }, origins },
    oneOf: kinds,
  });
}

function cellEvent(): JsonSchema {
  const whole = schemaOf(triggerSchema);
  const inner = propertiesOf(whole);
  const where = { ...inner["where"], examples: ["!it.list"] };
  return level("trigger", { ...whole, properties: { ...inner, where } });
}

function source(): JsonSchema {
  const whole = schemaOf(sourceSchema);
  const inner = propertiesOf(whole);
  const where = { ...inner["where"], examples: ["!it.list"] };
  const value = { ...inner["value"], examples: ["me@example.com"] };
  const only = describeKeys(inner["if"] ?? {}, SOURCE_IF_TEXTS);
  return level("source", { ...whole, properties: { ...inner, where, value, if: only } });
}

function policy(): JsonSchema {
  const whole = schemaOf(policySchema);
  const inner = propertiesOf(whole);
  const handlers = HANDLERS.map((key) => {
    const mapping = level(key, inner[key] ?? {});
    return [key, { anyOf: [TEXT, withTimeout(mapping)] }] as const;
  });
  return level("policy", {
    ...whole,
    properties: {
      ...inner,
      ...Object.fromEntries(handlers),
      events: {
        ...oneOrMore({ anyOf: [{ enum: CANONICAL.events.map(({ name }) => name) }, TEXT] }),
        examples: [
          "before_tool_call",
          ["before_tool_call", "after_tool_call"],
          "PreToolUse",
          "before_*",
          "*",
        ],
      },
      tests: { type: "array", items: { $ref: "#/definitions/policyTest" } },
    },
  });
}

/** A test of the whole file. */
function test(): JsonSchema {
  const whole = schemaOf(testSchema);
  const inner = propertiesOf(whole);
  const answers = { type: "object", additionalProperties: answer() };
  const expected = { anyOf: [{ enum: EXPECTED }, expectation(inner["expect"] ?? {})] };
  const event = { type: "object", additionalProperties: true };
  return level("test", { ...whole, properties: { ...inner, event, answers, expect: expected } });
}

/** What a test expects; unlike in a policy, its context is always a list. */
function expectation(mapping: JsonSchema): JsonSchema {
  const inner = propertiesOf(mapping);
  const context = { ...inner["context"], examples: [["use the branch main"]] };
  return level("expect", { ...mapping, properties: { ...inner, context } });
}

/** A test of one policy, whose answer needs no name. */
function policyTest(): JsonSchema {
  const whole = test();
  return level("test", { ...whole, properties: { ...propertiesOf(whole), answer: answer() } });
}

/** What a handler answers: a word, or a mapping. */
function answer(): JsonSchema {
  const answers = propertiesOf(schemaOf(testSchema))["answers"] ?? {};
  const mapping = answers["additionalProperties"];
  if (!isRecord(mapping)) throw new TypeError("expected a schema of answers");
  return { anyOf: [propertiesOf(mapping)["kind"] ?? {}, level("answer", mapping)] };
}

function packName(): JsonSchema {
  const names = PACKS.map(({ name }) => name);
  return { enum: [...names.map((name) => `pack/${name}`), ...names] };
}

/** A pack with details; which parameters it has, the loader knows. */
function packEntry(): JsonSchema {
  const texts = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] };
  const pack = { ...packName(), description: "The pack's name." };
  const without = { ...texts, description: "Policies of the pack that the file does without." };
  return {
    type: "object",
    properties: { pack, without },
    required: ["pack"],
    additionalProperties: texts,
  };
}

function oneOrMore(item: JsonSchema): JsonSchema {
  return { anyOf: [item, { type: "array", minItems: 1, items: item }] };
}

function withTimeout(schema: JsonSchema): JsonSchema {
  const { timeout, ...others } = propertiesOf(schema);
  if (timeout === undefined) return schema;
  const limits = { type: "integer", minimum: MIN_TIMEOUT_MS, maximum: LONGEST_TIMER_MS };
  const written = { type: "string", pattern: "^[1-9]\\d{0,9}(?:ms|s|m)$" };
  return { ...schema, properties: { ...others, timeout: { ...timeout, anyOf: [limits, written] } } };
}

function level(name: Level, schema: JsonSchema): JsonSchema {
  return describeKeys(schema, KEY_TEXTS[name], EXAMPLES);
}
