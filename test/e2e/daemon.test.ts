import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gatehouse } from "./spawn-cli.js";

let home = "";

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "gh-e-"));
  mkdirSync(join(home, ".gatehouse"));
  mkdirSync(join(home, "work"));
});
afterEach(async () => {
  await run(["daemon", "stop"]);
  rmSync(home, { recursive: true, force: true });
});

function write(text: string): void {
  writeFileSync(join(home, ".gatehouse", "rules.yaml"), text);
}

const rules = (word: string, reason: string): string =>
  `version: 1\npolicies:\n  - id: p\n    events: before_tool_call\n    when: params.command.includes("${word}")\n    deny: ${reason}\n`;

async function run(args: readonly string[], stdin = "") {
  const env = { HOME: home, XDG_CACHE_HOME: join(home, ".cache") };
  return await gatehouse(args, { cwd: join(home, "work"), env, stdin });
}

async function hook(command: string, daemon = "auto") {
  const payload = {
    session_id: "s1",
    transcript_path: "/t",
    cwd: join(home, "work"),
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "t1",
  };
  return (await run(["hook", "claude-code", "--daemon", daemon], JSON.stringify(payload))).stdout;
}

interface Status {
  readonly running: boolean;
  readonly projects?: readonly { readonly decisions: number; readonly broken: readonly string[] }[];
}

async function status(): Promise<Status> {
  return JSON.parse((await run(["daemon", "status", "--json"])).stdout) as Status;
}

async function running(): Promise<void> {
  for (let i = 0; i < 50 && !(await status()).running; i++)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

test("the first call decides by itself and starts it; then it answers the same, and follows edits", async () => {
  write(rules("push", "first"));
  expect((await status()).running).toBe(false);
  expect(await hook("git push")).toContain("[p] first");
  await running();
  expect(await hook("git push")).toContain("[p] first");
  expect(await hook("ls")).toBe("");
  expect((await status()).projects).toMatchObject([{ decisions: 2, broken: [] }]);
  write(rules("pull", "second"));
  expect(await hook("git push")).toBe("");
  expect(await hook("git pull")).toContain("[p] second");
  write("version: 1\npolicies: [");
  expect(await hook("git pull")).toContain("[p] second");
  expect((await status()).projects).toMatchObject([{ decisions: 5 }]);
  expect((await status()).projects?.[0]?.broken[0]).toContain("rules.yaml");
  write(rules("fetch", "third"));
  expect(await hook("git fetch")).toContain("[p] third");
});

test("the first call of a home leaves compiled policies that the next process takes: the daemon's own folder does not change that", async () => {
  write(rules("push", "no"));
  expect(await hook("ls")).toBe("");
  const folder = join(home, ".cache", "gatehouse");
  const stores = (): readonly unknown[] =>
    readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino]);
  const before = stores();
  expect(before).toHaveLength(1);
  await running();
  expect(await hook("ls", "off")).toBe("");
  expect(stores()).toEqual(before);
});

test("native-rules-hold: the daemon asks the agent's own rules before it changes a call, and only then", async () => {
  const set = '    when: params.command.includes("touch")\n    set: { command: tee marker }\n';
  write(`version: 1\npolicies:\n  - id: p\n    events: before_tool_call\n${set}`);
  const settings = join(home, "work", ".claude", "settings.json");
  mkdirSync(join(home, "work", ".claude"));
  writeFileSync(settings, '{"permissions":{"deny":["Bash(touch:*)"]}}');
  for (let call = 0; call < 2; call++) {
    const said = await hook("touch marker");
    expect(said).toContain('"permissionDecision":"deny"');
    expect(said).toContain("Bash(touch:*)");
    if (call === 0) await running();
  }
  writeFileSync(settings, "{}");
  expect(await hook("touch marker")).toContain("tee marker");
  writeFileSync(settings, "{ not JSON");
  expect(await hook("ls")).toBe("");
  expect(await hook("touch marker")).toContain('"permissionDecision":"ask"');
});

test("killed, the next call decides by itself, and starts another", async () => {
  write(rules("push", "no"));
  await run(["daemon", "start"]);
  const { pid } = (await status()) as Status & { readonly pid: number };
  expect(await hook("git push")).toContain("[p] no");
  process.kill(pid, "SIGKILL");
  expect(await hook("git push")).toContain("[p] no");
  await running();
  expect(await status()).not.toMatchObject({ pid });
});

test("the organisation's file of one agent decides about that agent's calls, and leaves those of others alone", async () => {
  const organisation = join(home, ".gatehouse", "organisation");
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  mkdirSync(organisation);
  writeFileSync(join(organisation, "agent.yaml"), 'permissions: { deny: ["shell:cmd=*sudo*"] }\n');
  writeFileSync(
    join(home, ".gatehouse", "organisation.pub"),
    publicKey.export({ type: "spki", format: "pem" }),
  );
  writeFileSync(join(home, "work", "key.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
  expect((await run(["sign", join(organisation, "agent.yaml"), "--key", "key.pem"])).code).toBe(0);
  write(rules("push", "for all"));
  await run(["daemon", "start"]);
  const docker = async (cmd: string): Promise<string> => {
    const payload = {
      session_id: "s2",
      cwd: join(home, "work"),
      hook_event_name: "pre_tool_use",
      tool_name: "shell",
      tool_use_id: "t1",
      tool_input: { cmd },
    };
    return (await run(["hook", "docker-agent", "--daemon", "auto"], JSON.stringify(payload))).stdout;
  };
  expect([await docker("sudo ls"), await docker("git push"), await docker("ls")]).toEqual([
    expect.stringContaining("sudo"),
    expect.stringContaining("for all"),
    "",
  ]);
  expect([await hook("sudo ls"), await hook("git push")]).toEqual(["", expect.stringContaining("for all")]);
  const decided = (await status()).projects?.map(({ decisions }) => decisions) ?? [];
  expect(decided.reduce((all, one) => all + one, 0)).toBe(5);
});
