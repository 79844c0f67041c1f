import { expect, test } from "vitest";
import { folder, runCli } from "./run-cli.js";

const RULES = `version: 1
policies:
  - id: stop
    events: before_tool_call
    tools: rm
    deny: no
`;

test("events that come without a pause do not lose their records", async () => {
  const made = folder({ "rules.yaml": RULES });
  try {
    const place = { cwd: made.path, home: made.home };
    const trail = ["--audit", "trail"];
    // More than the queue of the trail holds, in one chunk.
    const stdin = '{"event":"before_tool_call","toolName":"rm","params":{}}\n'.repeat(11_000);
    const { stdout } = await runCli(["decide", "--jsonl", "--policies", "rules.yaml", ...trail], {
      ...place,
      stdin,
    });
    expect(stdout.split("\n").length).toBe(11_001);
    const verified = await runCli(["audit", "verify", ...trail, "--json"], place);
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, lost: 0, records: 11_002 });
  } finally {
    made.remove();
  }
});
