import { join } from "node:path";
import { createGatehouse } from "@gatehouse-hooks/core";
import { hostOf } from "../../packages/hosts/test/agents/samples.js";
import { afterAll, expect, test } from "vitest";
import { folder, runCli } from "../../packages/cli/test/run-cli.js";
import { FILES as FOUND, homeOfNative, NATIVE_ROWS } from "./door-rows.js";
import { expectSame } from "./door-table.js";
import { coreDoor, decideDoor, hookDoor, serverDoors } from "./open-doors.js";

// The law of doors: the same event and the same file give the same decision by `decide`, by an agent's hook, and in a program, or the door
// says that it has nobody to ask, and denies where the hook would have gated.
const place = folder({
  ".git/HEAD": "",
  "native.yaml": `version: 1
policies:
  - { id: no-rm, events: before_tool_call, when: 'params.command.startsWith("rm")', deny: no }
  - { id: look, events: before_tool_call, when: 'params.command.startsWith("git")', ask: sure? }
  - { id: fine, events: before_tool_call, when: 'params.command == "ls"', allow: fine }
`,
  "hooks/.mimir/config.yml": `hooks:
  pre-bash-execution:
    command: case {bash_command} in rm*) exit 1;; esac
    continueOnError: false
`,
  "advice/.mimir/config.yml": `hooks: { pre-bash-execution: { command: "exit 1" } }\n`,
  "no-rm.md": `---\nname: "no-rm"\nevents: "before_tool_call"\ncondition: 'params.command.startsWith("rm")'\n---\nDeny it.\n`,
});
afterAll(place.remove);

/** Each file, in its format; a door without a runner of commands and without a model can answer none of the later two. */
const FILES = [
  { file: "native.yaml", format: "gatehouse", asks: false },
  { file: "hooks/.mimir/config.yml", format: "mimir", asks: true },
  { file: "advice/.mimir/config.yml", format: "mimir", asks: true },
  { file: "no-rm.md", format: "mayros", asks: true },
] as const;
const COMMANDS = ["rm -rf /", "git push", "ls", "echo"];

const payloadOf = (command: string): Readonly<Record<string, string | object>> => ({
  session_id: "s1",
  transcript_path: "/t.jsonl",
  cwd: place.path,
  hook_event_name: "PreToolUse",
  permission_mode: "default",
  tool_name: "Bash",
  tool_use_id: "t1",
  tool_input: { command },
});

test.each(FILES)("$file is the same at every door", async ({ file, format, asks }) => {
  const path = join(place.path, file);
  const args = ["--policies", path, "--policy-format", format];
  const at = { cwd: place.path, home: place.home, env: { PATH: process.env["PATH"] ?? "" } };
  const told: string[] = [];
  const gatehouse = await createGatehouse({
    policies: path,
    onNotice: ({ code }) => void told.push(code),
  });
  for (const command of COMMANDS) {
    const prepared = hostOf("claude-code").prepare(JSON.parse(JSON.stringify(payloadOf(command))));
    if (prepared.kind !== "event") throw new Error("the payload is not an event");
    const { event } = prepared;
    const decided = await runCli(["decide", "--json", ...args], { ...at, stdin: JSON.stringify(event) });
    const hooked = await runCli(["hook", "claude-code", ...args], {
      ...at,
      stdin: JSON.stringify(payloadOf(command)),
    });
    const { effect } = JSON.parse(decided.stdout) as { readonly effect: string };
    const spoken = /"permissionDecision":"(\w+)"/.exec(hooked.stdout)?.[1] ?? "abstain";
    const whole = await gatehouse.decideUnknown(event);
    expect([command, spoken]).toEqual([command, effect]);
    const isUnanswered = whole.trace.some(({ failure }) => failure?.code.endsWith("-unavailable") === true);
    if (command === "rm -rf /") expect(isUnanswered).toBe(asks);
    if (isUnanswered) {
      expect(told.some((code) => code.endsWith("-unavailable"))).toBe(true);
      expect([command, effect === "abstain" || whole.effect === "deny"]).toEqual([command, true]);
    } else expect([command, whole.effect]).toEqual([command, effect]);
  }
  await gatehouse.close();
});

// One process of each; all rows of all documents, and the daemon, are in the deep tier.
test("a server, a program and the built hook decide by a native file as `decide` does", async () => {
  const home = homeOfNative();
  const files = FOUND.slice(0, 1);
  const decide = decideDoor(home);
  const core = await coreDoor(home, files);
  const { decide: decided, hook: overHttp, end, said } = await serverDoors(home, files);
  try {
    const hook = hookDoor(home, "--daemon", "off");
    for (const row of NATIVE_ROWS) {
      const isFirst = row === NATIVE_ROWS[0];
      await expectSame(row, decide, { core: core.ask, decided, overHttp, ...(isFirst && { hook }) });
    }
    expect([core.told, said()]).toEqual([[], expect.not.stringContaining("note")]);
  } finally {
    await end();
    await core.end();
    home.remove();
  }
});
