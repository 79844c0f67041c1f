import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { afterAll, describe, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { PROJECT_SESSIONS, type ProjectSession } from "./project-sessions.table.js";
import { asUser, bare, type Ended, makeWorld, USER, whyNoBox, type World } from "./world.js";

const why = whyNoBox();
const worlds: World[] = [];
afterAll(() => {
  for (const world of worlds) world.remove();
});

function give(path: string): void {
  if (USER === undefined) return;
  chownSync(path, USER, USER);
  if (lstatSync(path).isSymbolicLink()) return;
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name));
}

/** Two worlds with the project in their workspaces; undefined: it cannot be had here. */
async function projectTwice({ get }: ProjectSession): Promise<readonly [World, World] | undefined> {
  const pair = [await makeWorld(), await makeWorld()] as const;
  worlds.push(...pair);
  const [first, second] = pair;
  for (const { workspace } of pair) {
    rmSync(workspace, { recursive: true });
    mkdirSync(workspace);
  }
  const { status } = spawnSync("/bin/sh", ["-ec", get], { cwd: first.workspace, timeout: 300_000 });
  if (status !== 0) return undefined;
  cpSync(first.workspace, second.workspace, { recursive: true, verbatimSymlinks: true });
  for (const { root, home, workspace } of pair) {
    mkdirSync(join(home, ".cache"), { recursive: true });
    writeFileSync(join(workspace, ".env"), "TOKEN=x\n");
    chmodSync(root, 0o755);
    give(workspace);
    give(join(home, ".cache"));
  }
  return pair;
}

async function inBox({ home, workspace, runtime }: World, command: string): Promise<Ended> {
  const args = [...commandArgs(), "box", "--told", "--session", "s", "--", "/bin/bash", "-c", command];
  const env = { HOME: home, XDG_RUNTIME_DIR: runtime, GIT_CONFIG_NOSYSTEM: "1" };
  return await asUser(process.execPath, args, { cwd: workspace, env });
}

describe.skipIf(why !== undefined)(
  `sessions of projects in the box${why === undefined ? "" : `: skipped, ${why}`}`,
  () => {
    test.for(PROJECT_SESSIONS)(
      "$name: at most one call in a hundred fails that succeeds bare",
      { timeout: 3_600_000 },
      async (session, { skip }) => {
        const pair = await projectTwice(session);
        if (pair === undefined) return skip("the registry cannot be reached");
        const [first, second] = pair;
        const failed: object[] = [];
        const notCounted: string[] = [];
        let succeeded = 0;
        // What is in /tmp goes from call to call without a box, too.
        const shared = `mkdir -p '${first.root}/tmp'`;
        await bare(first, shared);
        for (const call of session.calls) {
          const { status } = await bare(first, call.replaceAll("/tmp", `${first.root}/tmp`));
          const boxed = await inBox(second, call);
          if (status === 0) succeeded++;
          else notCounted.push(call);
          if (status === 0 && boxed.status !== 0) failed.push({ call, ...boxed });
        }
        console.log(`${session.name}: ${failed.length} of ${succeeded} calls fail in the box alone`);
        // Else the session shows little.
        expect(notCounted.length).toBeLessThan(3);
        expect(failed.slice(Math.floor(succeeded / 100))).toEqual([]);
      },
    );
  },
);
