import { describe, expect, test } from "vitest";

import { readEventCommand, meantEvent, writeEventCommand } from "../src/model/event-command.js";
import { payloadExample } from "../src/model/examples.table.js";
import { TRIED_AGENTS } from "../src/model/prepare-trial.js";
import { NO_AGENT } from "../src/model/trial.js";

const NAMES = TRIED_AGENTS.map(({ name }) => name);
/** Characters that JSON and shells write otherwise. */
const COMMANDS = ["ls", "git push --force", `echo "a\\b" 'c' $D`, "a\nb\tc", ""];

describe.each(NAMES)("the command of an event of %s", (agent) => {
  test.each(COMMANDS)("%j is read, and written", (command) => {
    const event = payloadExample(agent, "true");
    expect(readEventCommand({ event, agent })).toBe("true");
    const changed = writeEventCommand({ event, agent }, command);
    expect(readEventCommand({ event: changed, agent })).toBe(command);
    expect(changed).toBe(payloadExample(agent, command));
  });
});

test("what else was written into the event stays, and a field with the same text is not taken for the command", () => {
  const event =
    '{"event": "before_tool_call", "toolName": "Bash",  "cwd": "ls", "params": {"command": "ls"}, "x": 1}';
  expect(writeEventCommand({ event, agent: NO_AGENT }, "pwd")).toBe(
    event.replace('"command": "ls"', '"command": "pwd"'),
  );
});

test("where there is no command, the agent's example has it", () => {
  const event = '{"event": "message_sending", "message": "hi"}';
  expect(readEventCommand({ event, agent: NO_AGENT })).toBeNull();
  expect(writeEventCommand({ event, agent: "claude-code" }, "ls")).toBe(payloadExample("claude-code", "ls"));
});

test("a payload of Claude Code is recognised, whatever agent is chosen", () => {
  const event = payloadExample("claude-code", "ls");
  for (const agent of NAMES.filter((name) => name !== "claude-code"))
    expect(meantEvent({ event, agent }), agent).toMatchObject({ kind: "payload", agent: "claude-code" });
  expect(meantEvent({ event, agent: "claude-code" })).toBeNull();
});

test("an event of the chosen agent is what it is", () => {
  for (const agent of NAMES)
    expect(meantEvent({ event: payloadExample(agent, "ls"), agent }), agent).toBeNull();
});

test("text that is not JSON is a command", () => {
  expect(meantEvent({ event: "git push --force\n", agent: "codex" })).toEqual({
    kind: "command",
    event: payloadExample("codex", "git push --force"),
  });
  for (const event of ["", "  ", "[1]", '"x"', "{", "x".repeat(30_000)])
    expect(meantEvent({ event, agent: "codex" }), event.slice(0, 20)).toBeNull();
});
