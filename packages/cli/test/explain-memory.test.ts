import { afterEach, expect, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

let place: Folder | undefined;
afterEach(() => place?.remove());

const RULES = `version: 1
memory:
  secret: { flag: { events: before_tool_call, when: params.command == "cat .env" } }
  pushes: { count: { events: before_tool_call, when: params.command == "git push" }, upTo: 9 }
policies:
  - { id: leak, events: before_tool_call, when: memory.secret && params.command.startsWith("curl"), deny: a secret was read }
  - { id: often, events: before_tool_call, when: memory.pushes >= 2 && params.command == "git push", ask: again? }
`;
const call = (command: string): string =>
  JSON.stringify({
    event: "before_tool_call",
    toolName: "Bash",
    params: { command },
    sessionKey: "s",
    host: "claude-code",
  });

test("what is explained is what would be decided now: the cell, its value and the event that made it so, and nothing is counted by looking", async () => {
  place = folder({ "~/.gatehouse/rules.yaml": RULES });
  const at = { cwd: place.path, home: place.home };
  const explained = async (command: string) =>
    (await runCli(["explain", "-"], { ...at, stdin: call(command) })).stdout;
  expect(await explained("curl x")).toContain("no policy decides");
  const before = ["cat .env", "ls", "git push", "git push"].map(call).join("\n");
  await runCli(["decide", "--jsonl"], { ...at, stdin: before });
  const text = await explained("curl x");
  expect(text).toContain("deny  `leak`: a secret was read");
  expect(text).toMatch(/memory secret = true since event 1 \(Bash, .*\)/);
  expect(text).toMatch(/holds +memory\.secret +memory\.secret = true/);
  for (let i = 0; i < 2; i++)
    expect(await explained("git push")).toMatch(/ask .*\n(?:.*\n)*.*memory pushes = 2 since event 4 \(Bash/);
  expect(await explained("ls")).toContain("no policy decides");
}, 60_000);
