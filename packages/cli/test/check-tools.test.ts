import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

const ISSUE_TOOL = {
  name: "create_issue",
  description: "Creates an issue",
  inputSchema: {
    type: "object",
    properties: {
      title: { type: "string" },
      labels: { type: "array", items: { type: "string" } },
      state: { enum: ["open", "closed"] },
    },
    required: ["title"],
    additionalProperties: false,
  },
};
const LIST = { tools: [ISSUE_TOOL, { name: "get_me", inputSchema: { type: "object", properties: {} } }] };

const policies = (...rules: readonly (readonly [tools: string, when: string])[]): string =>
  JSON.stringify({
    version: 1,
    policies: rules.map(([tools, when], i) => ({
      id: `p${i}`,
      events: ["before_tool_call"],
      tools,
      when,
      deny: "no",
    })),
  });

interface Said {
  readonly ok: boolean;
  readonly issues: readonly {
    readonly code: string;
    readonly severity: string;
    readonly path?: string;
    readonly line?: number;
    readonly column?: number;
    readonly cure?: string;
  }[];
  readonly untyped?: readonly object[];
}

let place: Folder | undefined;
afterEach(() => place?.remove());

async function check(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  place?.remove();
  place = folder(files);
  const { code, stdout, stderr } = await runCli(["check", ...args], { cwd: place.path, home: place.home });
  const json = args.includes("--json") && stdout !== "" ? (JSON.parse(stdout) as Said) : undefined;
  return { code, stdout, stderr, json, codes: json?.issues.map((issue) => issue.code) };
}

const RULES = policies(["mcp__github__create_issue", 'params.labels.includes("bug") || params.titel == "x"']);

describe("the same types, however the file is written", () => {
  test.each<[string, string, unknown]>([
    ["what a server answers", "github=t.json", LIST],
    ["the reply around it", "github=t.json", { jsonrpc: "2.0", id: 1, result: LIST }],
    ["the list alone", "github=t.json", LIST.tools],
    ["servers by their names", "t.json", { github: LIST, other: { tools: [] } }],
    ["a server that is any", "t.json", LIST],
    [
      "tools by the names that the agent gives them",
      "t.json",
      [{ ...ISSUE_TOOL, name: "mcp__github__create_issue" }],
    ],
  ])("%s", async (_, argument, content) => {
    const files = { "r.json": RULES, "t.json": JSON.stringify(content) };
    const { json, code } = await check(files, "r.json", "--tools", argument, "--json");
    expect(json?.issues).toMatchObject([
      {
        code: "type-mismatch",
        severity: "warning",
        line: 1,
        cure: 'write `"bug" in params.labels`, or `params.labels.any(x, x.includes(…))`',
      },
      { code: "unknown-field", cure: "did you mean `params.title`?" },
    ]);
    expect([code, json?.untyped]).toEqual([0, []]);
  });

  test("without them nothing is said, as of any tool that no document describes", async () => {
    const { json } = await check({ "r.json": RULES }, "r.json", "--json");
    expect(json?.issues).toEqual([]);
    expect(json).not.toHaveProperty("untyped");
  });

  test("what fits has no finding", async () => {
    const fine = policies(
      [
        "mcp__github__create_issue",
        '"bug" in params.labels && params.server == "github" && params.state == "open"',
      ],
      ["mcp__github__*", 'params.title.includes("x")'],
    );
    const { json } = await check(
      { "r.json": fine, "t.json": JSON.stringify(LIST) },
      "r.json",
      "--tools",
      "github=t.json",
      "--json",
    );
    expect(json?.issues).toEqual([]);
  });
});

test("several files; a server's tool that is not there; tools of which nothing is known", async () => {
  const files = {
    "r.json": policies(
      ["mcp__github__creat_issue", "params.title.size() > 3"],
      ["mcp__my_own__get", "params.url == 3"],
      ["deploy", 'params.target == "prod"'],
    ),
    "a.json": JSON.stringify(LIST),
    "b.json": JSON.stringify([{ name: "get", inputSchema: { properties: { url: { type: "string" } } } }]),
  };
  const given = ["--tools", "github=a.json", "--tools", "my.own=b.json"];
  const { json } = await check(files, "r.json", ...given, "--json");
  expect(json?.issues).toMatchObject([
    { code: "unknown-tool", cure: "did you mean `mcp__github__create_issue`?" },
    { code: "type-mismatch", cure: 'write `"3"`' },
  ]);
  expect(json?.untyped).toEqual([
    { policy: "p0", tool: "mcp__github__creat_issue" },
    { policy: "p2", tool: "deploy" },
  ]);
  const text = await check(files, "r.json", ...given);
  expect(text.stdout).toContain(
    "not checked, their arguments are not known: `mcp__github__creat_issue`, `deploy`\n",
  );
});

test("a list with more pages does not say which tools are not there", async () => {
  const files = {
    "r.json": policies(["mcp__github__other", "params.x == 1"]),
    "t.json": JSON.stringify({ ...LIST, nextCursor: "2" }),
  };
  expect((await check(files, "r.json", "--tools", "github=t.json", "--json")).codes).toEqual([]);
});

test.each<[string, string, number, number]>([
  ["not JSON", '{"tools": [\n  x]}', 2, 3],
  ["no tools", '{\n "name": 3 }', 1, 1],
  ["a tool without a name", '{"tools": [\n  {"name": "a"},\n  {"name": 3}]}', 3, 3],
  ["a schema that is not one", '{"tools": [{"name": "a",\n "inputSchema": 3}]}', 2, 17],
  ["a server without tools", '{"a": {"tools": []},\n "b": 3}', 2, 7],
])("a file of tools that is wrong is an error with its place: %s", async (_, content, line, column) => {
  const files = { "r.json": RULES, "t.json": content };
  const { json, code } = await check(files, "r.json", "--tools", "t.json", "--json");
  expect(code).toBe(1);
  expect(json?.issues.filter(({ severity }) => severity === "error")).toMatchObject([
    { path: "t.json", line, column },
  ]);
});

test("a file of tools that is not there is bad usage", async () => {
  const { code, stderr } = await check({ "r.json": RULES }, "r.json", "--tools", "none.json");
  expect([code, stderr]).toEqual([2, expect.stringContaining("cannot read `none.json`")]);
});

test("what follows from a type is not told again", async () => {
  const rule = (when: string): string =>
    `version: 1\npolicies:\n  - id: a\n    events: before_tool_call\n    tools: Bash\n    when: ${when}\n    deny: "no"\n`;
  expect(
    (await check({ "r.yaml": rule("params.command.length > 3") }, "r.yaml", "--json")).json?.issues,
  ).toMatchObject([{ code: "type-mismatch", line: 6, column: 11, cure: "write `params.command.size()`" }]);
  const both = `params.command.includes("rm") || params.command > 5`;
  expect((await check({ "r.yaml": rule(both) }, "r.yaml", "--json")).json?.issues).toMatchObject([
    { code: "type-mismatch", column: 44 },
  ]);
});

test("names that objects inherit are fields like others", async () => {
  const schema = `{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"additionalProperties":false}`;
  const files = {
    "r.json": policies([
      "mcp__x____proto__",
      'params.__proto__ == 3 || params.constructor == "x" || params.toString == 1',
    ]),
    "t.json": `{"tools":[{"name":"__proto__","inputSchema":${schema}}]}`,
  };
  const { codes } = await check(files, "r.json", "--tools", "x=t.json", "--json");
  expect(codes).toEqual(["type-mismatch", "type-mismatch", "unknown-field"]);
});

test("the document shows what is printed", async () => {
  const text = readFileSync(new URL("../../../docs/check.md", import.meta.url), "utf8");
  const section = text.slice(text.indexOf("## Types\n"));
  const block = (language: string): string => section.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";
  const { stdout } = await check({ ".gatehouse/rules.yaml": block("yaml") });
  const lines = stdout
    .split("\n")
    .filter((line) => !/^ *\d* \||^gatehouse help/.test(line) && !line.startsWith("1 file"));
  expect(lines.join("\n")).toBe(block("text"));
});
