// The small part of `shipped.deep.test.ts`: what the build left in the workspace, again and again.
import { mkdtempSync, readdirSync, realpathSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isBuilt } from "../is-built.js";
import { builtCommand } from "./installed.js";
import { formsOf, harmfulOf, harmlessOf } from "./payloads.js";
import { writeThirty } from "./policies.js";
import { closeScene, openScene, playProcesses, playStores, type Scene } from "./scene.js";
import { emptyWorld } from "./world.js";

// The whole check builds first; a developer's own run need not.
describe.runIf(isBuilt())("the built command", () => {
  let root = "";
  let scene: Scene;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse-built-")));
    const world = emptyWorld(root);
    scene = await openScene(builtCommand(), world, writeThirty(world));
  });

  afterAll(async () => {
    await closeScene(scene);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  test("it answers four times as the source does", async () => {
    const { world } = scene;
    const payloads = [
      ...harmlessOf("claude-code", world).slice(20, 24),
      ...harmfulOf("claude-code", world).slice(0, 3),
      ...formsOf("claude-code", "codex", world).slice(0, 3),
    ];
    expect(payloads).toHaveLength(10);
    const { differences, answers } = await playProcesses(scene, payloads, 4);
    expect(differences).toEqual([]);
    expect(answers).toBe(40);
  });

  test("edited policies and a damaged store count at once", async () => {
    const { world } = scene;
    const payloads = harmfulOf("claude-code", world).slice(0, 1);
    expect((await playStores(scene, payloads)).differences).toEqual([]);
    for (const file of readdirSync(world.stores)) truncateSync(path.join(world.stores, file), 3_000);
    expect((await playProcesses(scene, payloads, 2)).differences).toEqual([]);
  });
});
