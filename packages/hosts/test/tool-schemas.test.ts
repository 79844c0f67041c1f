import { isRecord } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { TOOL_TYPES as CLAUDE_CODE } from "../src/claude-code/tool-types.table.js";
import { TOOL_TYPES as DOCKER_AGENT } from "../src/docker-agent/tool-types.table.js";
import { eventKindOf, load, toolSchemaOf, VOCABULARY } from "../src/index.js";
import { TOOL_TYPES as MAYROS } from "../src/mayros/tool-types.table.js";

const fieldsOf = (tool: string, event: string): readonly string[] | undefined => {
  const properties = toolSchemaOf(tool, eventKindOf(event))?.["properties"];
  return isRecord(properties) ? Object.keys(properties) : undefined;
};

test("each argument with a type is one of a documented tool", () => {
  const documented = new Map(VOCABULARY.tools.map(({ name, fields = [] }) => [name, fields]));
  for (const types of [CLAUDE_CODE, DOCKER_AGENT, MAYROS])
    for (const [tool, fields] of Object.entries(types))
      expect([tool, documented.get(tool)]).toEqual([tool, expect.arrayContaining(Object.keys(fields))]);
});

test.each([
  ["Write", "before_tool_call", ["file_path", "content", "path"]],
  ["Write", "PreToolUse", ["file_path", "content"]],
  ["shell", "before_tool_call", ["cmd", "cwd", "timeout", "command"]],
  ["shell", "pre_tool_use", ["cmd", "cwd", "timeout"]],
  ["run_shell_command", "before_tool_call", ["command"]],
  ["run_shell_command", "PreToolUse", undefined],
  ["deploy", "before_tool_call", undefined],
  ["constructor", "before_tool_call", undefined],
])("%s in %s", (tool, event, fields) => {
  const found = fieldsOf(tool, event);
  expect(found && [...new Set(found)].sort()).toEqual(fields?.toSorted());
});

test("a tool whose arguments no document lists may have others", () => {
  const kind = eventKindOf("before_tool_call");
  expect(toolSchemaOf("run_shell_command", kind)).toHaveProperty("additionalProperties", true);
  expect(toolSchemaOf("Write", kind)).not.toHaveProperty("additionalProperties");
});

describe("canonical parameters are fields of canonical events", () => {
  const said = (events: string, tools: string, path: string): readonly string[] => {
    const text = `version: 1\npolicies:\n  - { id: a, events: ${events}, tools: ${tools}, when: '${path} == "x"', deny: "no" }\n`;
    return load(text, { path: "a.yaml" }).issues.map(({ cure = "" }) => cure);
  };
  test.each([
    ["before_tool_call", "Write", "params.path", []],
    ["before_tool_call", "shell", "params.command", []],
    ["before_tool_call", "fetch", "params.urls", []],
    ["before_tool_call", "Write", "params.command", ["the fields are file_path, content, path"]],
    ["PreToolUse", "Write", "tool_input.path", ["did you mean `tool_input.file_path`?"]],
    ["pre_tool_use", "shell", "tool_input.command", ["did you mean `tool_input.cmd`?"]],
  ])("%s, %s: %s", (events, tools, path, cures) => {
    expect(said(events, tools, path)).toEqual(cures);
  });
});
