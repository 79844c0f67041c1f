// What a tool has answered, and is too long for a model, by docker-agent's hook.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Folder, folder, runCli } from "../run-cli.js";

let here: Folder | undefined;
afterEach(() => here?.remove());

const LIMIT = "{ type: builtin, command: limit_large_tool_results }";
const REDACT = "{ type: builtin, command: redact_secrets }";
const hooks = (...list: readonly string[]): string =>
  `hooks:\n  session_end: [${LIMIT}]\n  tool_response_transform: [{ hooks: [${list.join(", ")}] }]\n`;
const SECRET = ["AKIA", "QYLPMN5HFIQR7XYA"].join("");

test.each([
  ["after what hides secrets", hooks(REDACT, LIMIT)],
  ["before what hides secrets", hooks(LIMIT, REDACT)],
  ["beside the agent's flag", `agents: { root: { redact_secrets: true } }\n${hooks(LIMIT)}`],
])("no secret of it is kept on the disk, whether the limit is %s", async (_where, file) => {
  here = folder({ "agent.yaml": file, "~/.gatehouse/x": "" });
  const { path: cwd, home } = here;
  const hook = async (event: object): Promise<string> => {
    const stdin = JSON.stringify({ session_id: "s1", cwd, ...event });
    const { stdout } = await runCli(["hook", "docker-agent", "--policies", "agent.yaml"], {
      cwd,
      home,
      stdin,
    });
    return stdout;
  };
  const kept = join(home, ".gatehouse/cache/tool-results");
  const files = (): readonly string[] =>
    readdirSync(kept).flatMap((session) =>
      readdirSync(join(kept, session)).map((name) => readFileSync(join(kept, session, name), "utf8")),
    );
  const call = { tool_name: "shell", tool_category: "shell", tool_input: { cmd: "cat x" } };
  const told = await hook({
    hook_event_name: "tool_response_transform",
    ...call,
    tool_response: `${"a line\n".repeat(9_000)}${SECRET}\n`,
  });
  expect(told).toContain("Tool call result was too large");
  expect(told).not.toContain(SECRET);
  expect(files().map((text) => [text.includes(SECRET), text.includes("[REDACTED]")])).toEqual([
    [false, true],
  ]);
  await hook({ hook_event_name: "session_end", reason: "other" });
  expect(existsSync(kept) ? files() : []).toEqual([]);
});
