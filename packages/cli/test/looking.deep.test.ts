import fc from "fast-check";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";

import { assertLaw } from "../../../test/assert-law.js";
import { folder, runCli } from "./run-cli.js";

/** Commands that look. */
const LOOKING: readonly (readonly string[])[] = [
  ["list"],
  ["list", "--verbose"],
  ["check"],
  ["try", "git push --force"],
  ["explain", "rm -rf build"],
  ["status"],
  ["status", "--line"],
  ["doctor"],
  ["doctor", "claude-code", "--json"],
  ["why"],
  ["log"],
  ["approve"],
  ["undo", "--list"],
  ["packs"],
  ["facts", "cat ~/.ssh/id_rsa"],
  ["daemon", "status"],
  ["init", "--dry-run", "--no-probe"],
];

const OLD = JSON.stringify({
  ...{
    code: "abcd-efgh",
    host: "claude-code",
    event: "before_tool_call",
    tool: "Bash",
    params: { command: "x" },
  },
  ...{ cwd: "/", policy: "p", reason: "r", call: "c".repeat(64), asked: 1, expires: 2 },
});
const RULES = "version: 1\nextends: [pack/git]\n";

/** What may be in a home and in a project, each there or not. */
const FILES: Readonly<Record<string, string>> = {
  "~/.gatehouse/rules.yaml": RULES,
  "~/.gatehouse/broken.yaml": "version: 1\npolicies:\n  - { id: a, events: nothing_like_it, denny: x }\n",
  "~/.gatehouse/settings.json": '{ "version": 1, "observe": true }',
  "~/.gatehouse/state/off.json": '{ "version": 1, "from": 1, "until": 2 }',
  "~/.gatehouse/state/decisions.jsonl": '{"at":1,"effect":"deny","policy":"p"}\nnot a line\n',
  [`~/.gatehouse/approvals/${"c".repeat(64)}.asked.json`]: OLD,
  "~/.claude/settings.json": '{ "hooks": {} }',
  "~/.codex/config.toml": "",
  ".gatehouse/rules.yaml": "version: 1\npolicies: []\n",
  ".gatehouse/team.yaml": RULES,
  ".claude/settings.json": '{ "permissions": { "allow": ["Bash(npm test)"] } }',
  "package.json": '{ "scripts": { "test": "vitest" } }',
};

/** All paths below a folder, with what is in them and when that was written. */
function tree(top: string): readonly string[] {
  return readdirSync(top, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const path = join(top, name);
      const stat = lstatSync(path);
      const inside = stat.isFile()
        ? readFileSync(path, "latin1")
        : stat.isSymbolicLink()
          ? readlinkSync(path)
          : "";
      return JSON.stringify([name, stat.mode, stat.mtimeMs, inside]);
    });
}

test("looking never writes: homes and projects are byte for byte as they were", async () => {
  const files = fc.subarray(Object.keys(FILES));
  const commands = fc.shuffledSubarray([...LOOKING], { minLength: 1, maxLength: 4 });
  await assertLaw(
    fc.asyncProperty(files, commands, async (names, run) => {
      const here = folder(Object.fromEntries(names.map((name) => [name, FILES[name] ?? ""])));
      try {
        for (const args of run) {
          const before = [...tree(here.home), ...tree(here.path)];
          await runCli(args, { cwd: here.path, home: here.home, env: { PATH: process.env["PATH"] ?? "" } });
          const after = [...tree(here.home), ...tree(here.path)];
          if (JSON.stringify(after) !== JSON.stringify(before))
            throw new Error(
              `\`gatehouse ${args.join(" ")}\` has changed something:\n${difference(before, after)}`,
            );
        }
      } finally {
        here.remove();
      }
    }),
    { least: 30, deep: 30, full: 500 },
    [[Object.keys(FILES), [...LOOKING]]],
  );
});

function difference(before: readonly string[], after: readonly string[]): string {
  return [
    ...before.filter((one) => !after.includes(one)).map((one) => `- ${one.slice(0, 300)}`),
    ...after.filter((one) => !before.includes(one)).map((one) => `+ ${one.slice(0, 300)}`),
  ].join("\n");
}
