import { spawn, spawnSync } from "node:child_process";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandArgs } from "../../../test/e2e/spawn-cli.js";
import { type Folder, folder } from "./run-cli.js";

const ASKS = `version: 1
policies:
  - id: push
    events: before_tool_call
    when: params.command.startsWith("git push")
    ask: is it ready?
`;

/** What types on a terminal that it has made itself, as soon as it is asked for a word. */
const TYPES = `
import { spawn } from "node:child_process";
export function typed(words, extra = {}) {
  return new Promise((resolve) => {
    const child = spawn("script", ["-qec", words.map((one) => "'" + one + "'").join(" "), "/dev/null"], extra);
    let out = "", told = false;
    child.stdout.setEncoding("utf8").on("data", (text) => {
      out += text;
      const word = /type ([a-z]{6}) to /.exec(out)?.[1];
      if (word !== undefined && !told) { told = true; child.stdin.write(word + "\\r"); }
    });
    child.on("close", (code) => resolve({ code, out }));
  });
}
`;

/** An agent of no known name: its hook is asked, it approves by a program of its own, and tries again. */
const AGENT = `
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync, existsSync, renameSync, writeFileSync } from "node:fs";
import { typed } from "./types.mjs";
const [way, command] = [process.argv[2], JSON.parse(process.argv[3])];
const payload = JSON.stringify({ session_id: "s", turn_id: "t", transcript_path: null, cwd: process.cwd(), hook_event_name: "PreToolUse",
  model: "m", permission_mode: "default", tool_name: "Bash", tool_input: { command: "git push" }, tool_use_id: "c" });
const line = [...command, "hook", "codex", "--daemon", "off"].map((one) => "'" + one + "'").join(" ");
const ask = () => spawnSync("/bin/sh", ["-c", line], { input: payload, encoding: "utf8" });
const denied = ask();
const code = /gatehouse approve ([0-9a-z]{4}-[0-9a-z]{4})/.exec(denied.stdout + denied.stderr)?.[1] ?? "none";
const words = [...command, "approve", code];
let approved = {};
if (way === "waits") {
  writeFileSync("code.new", code);
  renameSync("code.new", "code");
  while (!existsSync("approved")) await new Promise((go) => setTimeout(go, 20));
} else if (way === "left behind") {
  const child = spawn("sh", ["-c", "setsid node types-alone.mjs \\"$@\\" </dev/null >/dev/null 2>&1 &", "sh", ...words], { env: { PATH: process.env.PATH, HOME: process.env.HOME } });
  await new Promise((resolve) => child.on("close", resolve));
  while (!existsSync("said")) await new Promise((go) => setTimeout(go, 20));
  approved = JSON.parse(readFileSync("said", "utf8"));
} else approved = await typed(words);
const again = ask();
console.log(JSON.stringify({ code, approved, again: again.stdout + again.stderr }));
`;

const ALONE = `
import { writeFileSync, renameSync } from "node:fs";
import { typed } from "./types.mjs";
const said = await typed(process.argv.slice(2));
writeFileSync("said.new", JSON.stringify(said));
renameSync("said.new", "said");
`;

let here: Folder;
beforeEach(() => {
  here = folder({
    "~/.gatehouse/push.yaml": ASKS,
    "~/.gatehouse/settings.json": '{ "version": 1, "ownConfig": "off" }',
    "agent.mjs": AGENT,
    codex: `#!/bin/sh\nexec "${process.execPath}" agent.mjs "$@"\n`,
    "types.mjs": TYPES,
    "types-alone.mjs": ALONE,
  });
});
afterEach(() => here.remove());

interface Said {
  readonly code: string;
  readonly approved: { readonly code?: number; readonly out?: string };
  readonly again: string;
}

const command = (): readonly string[] => [process.execPath, ...commandArgs()];
const places = (): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } => ({
  cwd: here.path,
  env: { PATH: process.env["PATH"], HOME: here.home },
});

/** Lets the agent do its work; meanwhile what a person does. */
async function agentDoes(way: string, meanwhile: () => void = () => undefined): Promise<Said> {
  const child = spawn(process.execPath, ["agent.mjs", way, JSON.stringify(command())], places());
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.pipe(process.stderr);
  const ended = new Promise((resolve) => child.on("close", resolve));
  meanwhile();
  await ended;
  return JSON.parse(out) as Said;
}

test.each([
  ["on a terminal that it makes", /agent that wants to make the call/],
  ["left behind", /left behind/],
])(
  "%s, an agent approves nothing",
  async (way, why) => {
    const { code, approved, again } = await agentDoes(way);
    expect(code).toMatch(/^[0-9a-z]{4}-/);
    expect([approved.code, approved.out]).toEqual([2, expect.stringMatching(why)]);
    expect(again).toContain(`gatehouse approve ${code}`);
  },
  60_000,
);

test("a person on a terminal that the agent has not made approves the same call", async () => {
  const said = await agentDoes("waits", () => {
    const person = `
      import { existsSync, readFileSync, writeFileSync } from "node:fs";
      import { typed } from "./types.mjs";
      while (!existsSync("code")) await new Promise((go) => setTimeout(go, 20));
      const said = await typed([...${JSON.stringify(command())}, "approve", readFileSync("code", "utf8")]);
      writeFileSync("approved", "");
      console.log(JSON.stringify(said));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", person], {
      ...places(),
      encoding: "utf8",
    });
    expect(JSON.parse(stdout)).toMatchObject({ code: 0 });
  });
  expect(said.again).toBe("");
}, 60_000);
