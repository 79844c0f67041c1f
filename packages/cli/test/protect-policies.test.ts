import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";

const GUARD = join(import.meta.dirname, "../../../examples/guards/protect-policies.yaml");

let made: Folder | undefined;
afterEach(() => made?.remove());

/** The effect of an event, where the user has copied the guard. */
async function effect(event: object): Promise<unknown> {
  made = folder({});
  mkdirSync(join(made.home, ".gatehouse"));
  copyFileSync(GUARD, join(made.home, ".gatehouse/protect-policies.yaml"));
  const place = { cwd: made.path, home: made.home, stdin: JSON.stringify(event) };
  const { stdout } = await runCli(["decide", "--json"], place);
  made.remove();
  return (JSON.parse(stdout) as { effect: unknown }).effect;
}

const exec = (command: string): object => ({
  event: "before_tool_call",
  toolName: "exec",
  params: { command },
});

describe("an agent does not change the rules that it is held to (S20)", () => {
  test("the guard loads without an issue, and its own tests pass", async () => {
    const place = { cwd: "/", home: "/nonexistent" };
    expect((await runCli(["check", GUARD], place)).stdout).toMatch(/0 errors, 0 warnings/);
    const { code, stdout } = await runCli(["test", GUARD], place);
    expect([code, stdout]).toEqual([0, expect.stringContaining("0 failed")]);
  });

  test.each([
    "gatehouse trust .gatehouse/r.yaml",
    "gatehouse  trust .",
    "npx gatehouse trust .",
    "node_modules/.bin/gatehouse trust .",
    "node node_modules/gatehouse/dist/gatehouse.js trust .",
    "cd .. && gatehouse --project p trust .",
    "'gatehouse' trust .",
    "script -qec 'gatehouse trust x' /dev/null",
    "rm -r .gatehouse",
    "echo x >.gatehouse/r.yaml",
    "echo x >> ~/.gatehouse/trust.json",
    "cp x.md .mayros/hooks/",
    "sed -i s/a/b/ /etc/gatehouse/rules.yaml",
    'python3 -c \'open(".gatehouse/r.yaml", "w")\'',
    "cat x > .mimir/config.yml",
    "mv a mayros.json5",
  ])("denied: %s", async (command) => {
    expect(await effect(exec(command))).toBe("deny");
    expect(await effect({ event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: command } })).toBe(
      "deny",
    );
    expect(await effect({ event: "PreToolUse", tool_name: "Bash", tool_input: { command } })).toBe("deny");
    expect(await effect({ event: "pre-bash-execution", bash_command: command })).toBe("deny");
  });

  test.each([
    "ls",
    "cat .gatehouse/r.yaml",
    "git diff .gatehouse/r.yaml",
    "gatehouse check .gatehouse",
    "git commit -m 'trust gatehouses'",
  ])("no objection: %s", async (command) => {
    expect(await effect(exec(command))).toBe("abstain");
  });

  test.each([
    ".gatehouse/r.yaml",
    "/home/a/.gatehouse/trust.json",
    ".mayros/hooks/x.md",
    "/p/.mimir/config.yml",
    "mayros.json5",
  ])("%s is read, and not written", async (path) => {
    const write = { event: "before_tool_call", toolName: "write", params: { path, content: "x" } };
    expect(await effect(write)).toBe("deny");
    expect(await effect({ ...write, toolName: "edit" })).toBe("deny");
    expect(await effect({ ...write, toolName: "read", params: { path } })).toBe("abstain");
    expect(await effect({ event: "pre-file-write", file_path: path })).toBe("deny");
  });
});
