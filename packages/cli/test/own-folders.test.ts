import { OWN_FOLDERS } from "@gatehouse-hooks/runtime";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { packageFolders } from "../../../tools/package-folders.js";
import { folder, type Folder, runCli } from "./run-cli.js";

let here: Folder | undefined;
afterEach(() => here?.remove());

const RULE =
  "version: 1\npolicies:\n  - { id: push, events: before_tool_call, when: params.command == 'git push', ask: ready? }\n";
const COMMANDS = [["check"], ["list"], ["test"], ["doctor", "claude-code"]];

async function saidIn(made: Folder): Promise<string> {
  let said = "";
  for (const args of COMMANDS) {
    const { stdout, stderr } = await runCli(args, { cwd: made.path, home: made.home });
    said += stdout + stderr;
  }
  return said;
}

test.each(OWN_FOLDERS)(
  "what Gatehouse keeps in `%s` is no policy file that a person has misplaced",
  async (name) => {
    here = folder({
      "~/.gatehouse/rules.yaml": RULE,
      [`~/.gatehouse/${name}/one.json`]: RULE,
      [`~/.gatehouse/${name}/below/two.yaml`]: RULE,
      [`.gatehouse/${name}/three.yaml`]: RULE,
    });
    expect(await saidIn(here)).not.toMatch(/sub-folder/);
  },
);

test("of another sub-folder it is said", async () => {
  here = folder({ "~/.gatehouse/team/one.yaml": RULE });
  expect(await saidIn(here)).toMatch(/the sub-folder holds policy files/);
});

test("after a call has waited for a person, no command complains of the record of it", async () => {
  here = folder({
    "~/.gatehouse/rules.yaml": RULE,
    "~/.gatehouse/settings.json": '{"version":1,"ownConfig":"off"}',
  });
  const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "git push" } };
  const asked = await runCli(["hook", "codex", "--daemon", "off"], {
    cwd: here.path,
    home: here.home,
    stdin: JSON.stringify({ session_id: "1", cwd: here.path, ...payload }),
  });
  expect(asked.stdout).toContain("gatehouse approve");
  expect(readdirSync(join(here.home, ".gatehouse"))).toContain("approvals");
  expect(await saidIn(here)).not.toMatch(/sub-folder|approvals/);
});

describe("every folder that is made there is in the table", () => {
  const root = join(import.meta.dirname, "../..");
  // Package by package: a recursive reading of all of them follows the links of `node_modules` for half a minute.
  const files = packageFolders(join(root, "..")).flatMap((name) =>
    readdirSync(join(root, name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(name, "src", file)),
  );
  test("by the sources", () => {
    const named = files.flatMap((name) =>
      [...readFileSync(join(root, name), "utf8").matchAll(/"\.gatehouse", "([a-z][\w-]*)"/g)].map(
        ([, one]) => one,
      ),
    );
    expect(new Set(named)).toContain("approvals");
    // Its files are policies.
    expect(
      [...new Set(named)].filter((name) => name !== "organisation" && !OWN_FOLDERS.includes(name ?? "")),
    ).toEqual([]);
  });
});
