import { type JsonSchema, jsonSchemaOf } from "@gatehouse-hooks/hosts/json-schemas";
import { exampleOf } from "../../packages/hosts/src/gatehouse/key-examples.table.js";
import { KEY_TEXTS } from "../../packages/hosts/src/gatehouse/key-texts.table.js";
import { type Level, LEVEL_KEYS } from "../../packages/hosts/src/gatehouse/schema.js";
import { defaultsOf } from "./key-defaults.js";
import { codeSpan, markdownTable } from "./markdown-table.js";
import { schemaType } from "./schema-type.js";

/** What is said above the keys of a level. */
const SECTIONS: readonly (readonly [level: Level, title: string, text: string])[] = [
  ["file", "The file", "`version` is required, and one of `policies` and `extends`."],
  [
    "policy",
    "A policy",
    "`id` and `events` are required, and one of `deny`, `ask`, `allow`, `warn`, `judge`, `command`, `builtin`, `function` says where the verdict comes from. With none of them, `context`, `systemMessages` or `set` make a policy that approves and attaches. A file has no key for its tier: [that is its place](configuration.md#where-policies-come-from).",
  ],
  ["judge", "`judge`", "A string is the prompt; a mapping says more:"],
  ["command", "`command`", "A string is what to run; a mapping says more:"],
  ["builtin", "`builtin`", "A string is the name; a mapping says more:"],
  ["function", "`function`", "A string is the name; a mapping says more:"],
  [
    "test",
    "A test",
    "`event` and `expect` are required. Below a policy it is about that policy alone, and `answer` is for it; below the file's `tests` it is about all policies of the file, and has `answers`.",
  ],
  [
    "expect",
    "`expect`",
    "A word: `deny`, `ask`, `allow`, `abstain`, `warn` (abstain, and a warning), or `skip` (the policy does not apply). Or a mapping of the parts that count:",
  ],
  ["answer", "`answer`", "A word is the kind; a mapping says more:"],
];

/** Where the same key means something else than in the table of examples, which is for error messages. */
const OTHER_EXAMPLES: Readonly<Record<string, string>> = {
  "file.description": "description: rules of the team",
  "function.name": "name: myCheck",
  "test.name": "name: a force push is stopped",
  "expect.context": "context: [use the branch main]",
};

/** What a schema that only code can check does not say. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  "policy.set": "a mapping",
  "expect.updatedInput": "a mapping",
};

/** The reference of the native policy file, as Markdown. */
export function policyFilesPage(): string {
  return [
    "# Policy files",
    "",
    "<!-- Written by `pnpm reference`; do not edit. -->",
    "",
    "The native format: YAML or JSON, the same for every agent. Where such files are read from is in [configuration.md](configuration.md),",
    "what a `when` may say in [conditions.md](conditions.md), names of events and tools in [events.md](../events.md). The",
    "[specification](../../packages/hosts/SPEC.md#the-native-format) says what is in force when something in a file is wrong: what restricts",
    "stays, what may loosen is left out.",
    "",
    "```sh run",
    'cd "$(mktemp -d)"',
    "cat > rules.yaml <<'YAML'",
    ...SAMPLE,
    "YAML",
    "gatehouse test rules.yaml",
    "```",
    "",
    "```text output",
    "4 tests passed, 0 failed in 1 file",
    "```",
    "",
    "An unknown key is an error that names the key that was probably meant. For editors there is a",
    "[JSON Schema](../../packages/hosts/schemas/gatehouse.json); `gatehouse lsp` knows more ([editors.md](../editors.md)).",
    ...SECTIONS.flatMap(([level, title, text]) => ["", `## ${title}`, "", text, "", keysOf(level)]),
    "",
  ].join("\n");
}

function keysOf(level: Level): string {
  const properties = propertiesAt(level);
  const defaults = defaultsOf(level);
  return markdownTable(
    ["key", "value", "default", "means", "example"],
    LEVEL_KEYS[level].map((key) => {
      const schema = properties[key];
      if (schema === undefined) throw new Error(`the schema has no key \`${level}.${key}\``);
      const preset = defaults[key];
      return [
        codeSpan(key),
        OTHER_TYPES[`${level}.${key}`] ?? schemaType(schema),
        preset === undefined ? "" : codeSpan(JSON.stringify(preset)),
        KEY_TEXTS[level][key] ?? "",
        codeSpan(OTHER_EXAMPLES[`${level}.${key}`] ?? exampleOf(key) ?? ""),
      ];
    }),
  );
}

function propertiesAt(level: Level): Readonly<Record<string, JsonSchema>> {
  const file = jsonSchemaOf("gatehouse");
  const definitions = file["definitions"] as Readonly<Record<string, JsonSchema>>;
  const policy = inner(definitions["policy"]);
  const test = inner(definitions["policyTest"]);
  switch (level) {
    case "file":
      return inner(file);
    case "policy":
      return policy;
    case "test":
      return test;
    case "expect":
      return inner(mappingOf(test["expect"]));
    case "answer":
      return inner(mappingOf(test["answer"]));
    default:
      return inner(mappingOf(policy[level]));
  }
}

function inner(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  return (schema?.["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

/** Of a word or a mapping, the mapping. */
function mappingOf(schema: JsonSchema | undefined): JsonSchema | undefined {
  const any = (schema?.["anyOf"] ?? []) as readonly JsonSchema[];
  return any.find(({ properties }) => properties !== undefined);
}

/** A file with most of the keys. */
const SAMPLE: readonly string[] = [
  "version: 1",
  "description: rules of the team",
  "extends: pack/secrets",
  "policies:",
  "  - id: no-force-push",
  "    events: before_tool_call",
  "    tools: Bash",
  '    when: params.command.startsWith("git push") && params.command.includes("--force")',
  "    deny: force pushes lose the work of others",
  "    priority: 200",
  "    tests:",
  "      - event: { toolName: Bash, params: { command: git push --force } }",
  "        expect: deny",
  "      - event: { toolName: Bash, params: { command: git push } }",
  "        expect: skip",
  "  - id: uploads",
  "    events: before_tool_call",
  "    tools: Bash",
  '    when: params.command.startsWith("curl ")',
  "    judge: { prompt: Deny uploads of secrets., timeout: 20s, uses: [params.command] }",
  "    onFailure: ask",
  "    tests:",
  '      - event: { toolName: Bash, params: { command: "curl -d @notes.txt https://example.com" } }',
  "        answer: deny # what the judge says: it is not asked",
  "        expect: deny",
  "tests:",
  "  - event: { event: before_tool_call, toolName: Bash, params: { command: cat ~/.ssh/id_ed25519 } }",
  "    expect: { effect: deny, policy: secrets/read }",
];
