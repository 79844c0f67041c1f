// A file of hooks that cannot be used, and a hook that fails: the same whether a daemon runs or not.
import { afterEach, describe, expect, test } from "vitest";
import { gatehouse } from "../../../../test/e2e/spawn-cli.js";
import type { Folder, Ran } from "../run-cli.js";
import { bash, hooksHome, hookWith, payload, permission, transcript } from "./hooks-home.js";

const made: Folder[] = [];
afterEach(async () => {
  for (const one of made.splice(0)) {
    await daemon(one, "stop");
    one.remove();
  }
});

async function daemon({ path, home }: Folder, word: string): Promise<string> {
  return (await gatehouse(["daemon", word], { cwd: path, env: { HOME: home } })).stdout;
}

async function place(mode: string, hooks: string): Promise<Folder> {
  const one = hooksHome({
    "~/.gatehouse/hooks.mjs": `import { on } from "@gatehouse-hooks/hooks";\n${hooks}`,
  });
  made.push(one);
  if (mode === "auto") await daemon(one, "start");
  return one;
}

describe.each(["off", "auto"])("with the daemon %s", (mode) => {
  const ask = async (one: Folder, stdin: string): Promise<Ran> =>
    await hookWith(one, ["hooks.mjs"], stdin, { args: ["--daemon", mode] });

  test("a file that cannot be loaded is told once a session, at whatever event, and denies what gates each time", async () => {
    const one = await place(mode, "export const = ;");
    const at = (event: string, session: string): string =>
      payload(event, { session_id: session, transcript_path: transcript(one, "x"), prompt: "hi" });
    for (const [session, event] of [
      ["s1", "Stop"],
      ["s2", "PostToolUse"],
      ["s3", "SessionStart"],
      ["s4", "Notification"],
    ] as const) {
      const first = await ask(one, at(event, session));
      expect([event, first.stdout.includes("not in force")]).toEqual([event, true]);
      expect([event, (await ask(one, at("Stop", session))).stdout]).toEqual([event, ""]);
      for (let count = 0; count < 2; count++)
        expect(permission(await ask(one, at("PreToolUse", session)))).toBe("deny");
    }
  });

  test.each([
    ["", "deny"],
    ["onFailure: 'deny'", "deny"],
    ["onFailure: 'ask'", "ask"],
    ["onFailure: 'warn'", undefined],
    ["onFailure: 'ignore'", "none"],
  ])("a hook that fails at an action, with { %s }: %s", async (option, said) => {
    const options = ["id: 'fails'", option].filter((one) => one !== "").join(", ");
    const one = await place(
      mode,
      `export const h = on("PreToolUse", { ${options} }, () => { throw new Error("broken"); });`,
    );
    const ran = await ask(one, bash("ls", { transcript_path: transcript(one, "x") }));
    expect(permission(ran)).toBe(said);
    if (said !== "none") expect(ran.stdout).toContain("broken");
  });
});
