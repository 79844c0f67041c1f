// A file of docker-agent, and the native file that is made of it, decide alike.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Folder, folder, runCli } from "../../packages/cli/test/run-cli.js";
import { type DoorRow, ROWS, toldIn } from "../e2e/door-rows.js";
import { AGENT, CALLS, native } from "./docker-agent-calls.js";

describe("at the hook", () => {
  let before: Folder;
  let after: Folder;
  beforeAll(() => {
    before = folder({ ".git/HEAD": "", "~/.gatehouse/agent.yaml": AGENT });
    after = folder({ ".git/HEAD": "", "~/.gatehouse/imported.yaml": native(AGENT) });
  });
  afterAll(() => {
    before.remove();
    after.remove();
  });

  const answered = async (place: Folder, { agent, payload }: DoorRow): Promise<string> => {
    const at = { cwd: place.path, home: place.home, env: { PATH: process.env["PATH"] ?? "" } };
    const stdin = JSON.stringify({ ...payload, cwd: place.path });
    const { stdout } = await runCli(["hook", agent], { ...at, stdin });
    return toldIn(stdout);
  };

  test.each([...ROWS, ...CALLS])("both files say the same of $name", async (row) => {
    expect(await answered(after, row)).toBe(await answered(before, row));
  });

  test("the rows tell allow, ask and deny", async () => {
    const told = new Set(await Promise.all(CALLS.map(async (row) => await answered(after, row))));
    expect([...told].sort()).toEqual(["abstain", "allow", "ask", "deny"]);
  });

  test.each([1, 2, 3, 99, "3", null, undefined])(
    "both files say the same of model call %j",
    async (iteration) => {
      const payload = { session_id: "s1", hook_event_name: "before_llm_call", messages: [], iteration };
      const row: DoorRow = { name: "", agent: "docker-agent", payload };
      const told = await answered(before, row);
      expect(told).toBe(typeof iteration === "number" && iteration > 2 ? "deny" : "abstain");
      expect(await answered(after, row)).toBe(told);
    },
  );

  test("context is added where the file adds it", async () => {
    const at = { cwd: after.path, home: after.home, env: {} };
    const payload = {
      session_id: "s1",
      hook_event_name: "session_start",
      source: "startup",
      cwd: after.path,
    };
    const { stdout } = await runCli(["hook", "docker-agent"], { ...at, stdin: JSON.stringify(payload) });
    expect(stdout).toContain("additional_context");
  });
});
