import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

const COMMAND = path.resolve(import.meta.dirname, "../../packages/cli/dist/bin.js");

const POLICY = `---
name: ask-about-pushes
events: [before_tool_call]
---

Deny pushes that the user did not ask for.
`;

const EVENT = JSON.stringify({
  event: "before_tool_call",
  toolName: "exec",
  params: { command: "git push --force" },
});

// Of a pipe that has just been looked at, Node 20 mistakes every link in the path of a module for a pipe.
test.each([
  ["a store", []],
  ["no store", ["--store", "off"]],
])("the command with %s, its event on a pipe, finds an SDK that pnpm has linked", (_name, more) => {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-linked-"));
  try {
    const policies = path.join(folder, ".mayros/hooks");
    mkdirSync(policies, { recursive: true });
    writeFileSync(path.join(policies, "ask.md"), POLICY);
    const args = [COMMAND, "decide", "--policies", policies, ...more];
    // Port 9 of this machine answers nothing: the judge fails, but for the network, not for a missing SDK.
    const env = {
      PATH: process.env["PATH"],
      HOME: folder,
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
    };
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env,
      input: EVENT,
      encoding: "utf8",
    });
    expect(stderr).not.toContain("install");
    expect(stdout).toContain("no answer from `anthropic`");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
