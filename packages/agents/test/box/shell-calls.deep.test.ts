import { own, parseJsonObject } from "@gatehouse-hooks/json";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { asUser, type Ended, eachWorld, MARKS, whyNoBox, type World } from "./world.js";

const why = whyNoBox();
let world: World;
eachWorld(why, (made) => {
  world = made;
  mkdirSync(join(world.home, ".gatehouse"), { recursive: true });
  writeFileSync(join(world.home, ".gatehouse", "settings.json"), '{ "version": 1, "shell": "box" }\n');
});

function env(): Readonly<Record<string, string>> {
  return { HOME: world.home, XDG_RUNTIME_DIR: world.runtime };
}

/** What Claude Code would run: the text that its hook has made of a command. */
async function changed(command: string): Promise<string> {
  const payload = {
    ...{ hook_event_name: "PreToolUse", tool_use_id: "t1", permission_mode: "default", session_id: "s1" },
    ...{ transcript_path: "/t.jsonl", cwd: world.workspace, tool_name: "Bash", tool_input: { command } },
  };
  const { stdout } = await asUser(
    process.execPath,
    [...commandArgs(), "hook", "claude-code", "--daemon", "off"],
    {
      cwd: world.workspace,
      env: env(),
      input: JSON.stringify(payload),
    },
  );
  const output = own(parseJsonObject(stdout).value, "hookSpecificOutput");
  const text = own(own(output, "updatedInput"), "command");
  if (typeof text !== "string") throw new Error(`nothing was changed: ${stdout}`);
  return text;
}

async function run(text: string, input = ""): Promise<Ended> {
  return await asUser("/bin/bash", ["-c", text], { cwd: world.workspace, env: env(), input });
}

/** Commands that stay in the workspace, with everything that a shell reads. */
const ODD: readonly string[] = [
  "printf '%s|' 'a b' \"it's\" '$HOME' \"\\\\\" a\\'b",
  "cat; echo err >&2; exit 7",
  "x='two\nlines'; echo \"$x\"",
  "echo $((1 + 2)) `echo back` $(echo sub) {a,b} # a comment",
  "cat <<'END'\n'quoted' \"both\" $HOME\nEND",
  "echo ünïcödé 漢字 \u{1f600}; false",
  "echo -n; kill -TERM $$",
];

describe.skipIf(why !== undefined)(`a call in a box${why === undefined ? "" : `: skipped, ${why}`}`, () => {
  test("gives the streams and the exit code of the call as it came", async () => {
    for (const command of ODD) {
      const bare = await run(command, "in\n");
      const { status, stdout, stderr } = await run(await changed(command), "in\n");
      expect({ command, status, stdout }).toEqual({
        command,
        status: bare.status ?? 143,
        stdout: bare.stdout,
      });
      const [said, ...lines] = stderr
        .split("\n")
        .toReversed()
        .filter((line) => line !== "");
      const own = status === 0 ? (said ?? "") : lines.join("\n");
      expect(own).toBe(bare.stderr.trim());
    }
  });

  test("reads no key by a text that no policy understands, and says that it was in a box", async () => {
    const read = `p=ss; perl -e 'open F, "<$ENV{HOME}/.".shift()."h/id_rsa" or exit 3; print <F>' "$p"`;
    expect((await run(read)).stdout).toContain(MARKS.key);
    const { status, stdout, stderr } = await run(await changed(read));
    expect(status).not.toBe(0);
    expect(stdout + stderr).not.toContain(MARKS.key);
    expect(stderr).toMatch(/this ran in a box: nothing is written outside of .*secrets\//);
  });
});
