import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../temp-dir.js";
import { interruptedReplay, type Printed } from "./interrupted-replay.js";

const RULES = `version: 1
policies:
  - id: force
    events: before_tool_call
    when: params.command.includes("push --force")
    deny: no force
`;

test("a replay of standard input that is asked to end says what it has, and that there is more", async () => {
  const cwd = await tempDir();
  writeFileSync(path.join(cwd, "r.yaml"), RULES);
  const input = `${JSON.stringify({ event: "before_tool_call", toolName: "Bash", params: { command: "ls" } })}\n`;
  const ended = await interruptedReplay(["-", "--policies", "r.yaml"], { cwd, input, afterMs: 6_000 });
  expect(ended).toEqual({
    code: 143,
    printed: expect.objectContaining({
      complete: false,
      events: 1,
      stopped: { path: "-", offset: input.length },
    }) as Printed,
  });
}, 120_000);
