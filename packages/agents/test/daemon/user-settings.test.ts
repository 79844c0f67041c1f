import type { Event } from "@gatehouse-hooks/engine";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Io } from "../../../console/src/io.js";
import { openProject } from "../../src/daemon/open-project.js";

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "gatehouse-settings-"));
  mkdirSync(join(home, "project"));
  mkdirSync(join(home, ".gatehouse"));
  writeFileSync(
    join(home, ".gatehouse", "rules.yaml"),
    "version: 1\npolicies: [{ id: no, events: before_tool_call, when: params.command == 'x', deny: no }]\n",
  );
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const silent: Io["stdout"] = { columns: undefined, write: () => Promise.resolve() };

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* [];
}

test("user settings that are written in place make a daemon's project stale: a silent trial ends with its setting", async () => {
  const project = join(home, "project");
  const io: Io = {
    ...{
      stdin: nothing(),
      stdout: silent,
      stderr: silent,
      env: { GATEHOUSE_STORE: "off" },
      cwd: project,
      home,
    },
    interactive: false,
    terminal: () => undefined,
    onInterrupt: () => () => undefined,
  };
  const event: Event = {
    event: "before_tool_call",
    toolName: "Bash",
    params: { command: "x" },
    cwd: project,
  };
  const settings = (observe: boolean): void => {
    const text = JSON.stringify({ version: 1, ownConfig: "off", observe });
    writeFileSync(join(home, ".gatehouse", "settings.json"), text);
  };
  settings(true);
  // The first decision makes folders of its own beside the policies.
  const first = await openProject(io, { project, also: [] });
  await first.decide(event);
  await first.close();
  const trial = await openProject(io, { project, also: [] });
  expect([(await trial.decide(event)).effect, trial.isFresh()]).toEqual(["abstain", true]);
  settings(false);
  expect(trial.isFresh()).toBe(false);
  const acting = await openProject(io, { project, also: [] });
  expect([(await acting.decide(event)).effect, acting.isFresh()]).toEqual(["deny", true]);
  settings(true);
  expect(acting.isFresh()).toBe(false);
  await Promise.all([trial.close(), acting.close()]);
});
