// What is shipped is what is tested: the packed command, installed in an empty folder, answers byte for byte as the source does.
import { mkdtempSync, readdirSync, realpathSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AGENTS } from "./call-payload.js";
import { HARMLESS } from "./calls.table.js";
import { Compared } from "./compared.js";
import { brokenCopy, FAULTS } from "./faults.js";
import { fromSnapshot, type Installed, installCommand } from "./installed.js";
import { installedLine, playLine } from "./installed-line.js";
import { harmfulOf, harmlessOf, recordedOf } from "./payloads.js";
import { playProcess, runInstalled } from "./play.js";
import { POLICY_NAMES, writeThirty } from "./policies.js";
import {
  closeScene,
  everyPayload,
  openScene,
  playDaemon,
  playProcesses,
  playStores,
  type Scene,
} from "./scene.js";
import { emptyWorld, type World } from "./world.js";

let folder = "";
let installed: Installed;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse-shipped-")));
  installed = await installCommand(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** The policies that `gatehouse init` of the installed command writes. */
async function initialise(world: World): Promise<string> {
  const { exitCode, stderr } = await runInstalled(installed, world, [
    "init",
    "claude-code",
    "--yes",
    "--no-probe",
  ]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return path.join(world.home, ".gatehouse/first.yaml");
}

const SETS = [
  { name: "init", title: "the policies of init", write: initialise },
  {
    name: "thirty",
    title: "thirty others, and those of a project",
    write: async (world: World) => writeThirty(world),
  },
] as const;

describe.each(SETS.map((set, index) => ({ ...set, index })))("$title", ({ name, write, index }) => {
  let scene: Scene;
  beforeAll(async () => {
    const world = emptyWorld(path.join(folder, name));
    scene = await openScene(installed, world, await write(world));
  });
  afterAll(async () => {
    await runInstalled(installed, scene.world, ["daemon", "stop"]);
    await closeScene(scene);
  });

  test("a store that is cold, warm, stale and warm again answers as the source does", async () => {
    for (const agent of AGENTS.filter((_agent, at) => at % 2 === index)) {
      const payloads = [
        ...harmlessOf(agent, scene.world).slice(0, 1),
        ...harmfulOf(agent, scene.world).slice(0, 1),
      ];
      const { differences, answers } = await playStores(scene, payloads);
      expect(differences).toEqual([]);
      expect(answers).toBe(8);
    }
  });

  test("a damaged store is not believed", async () => {
    const payloads = harmfulOf("claude-code", scene.world).slice(0, 2);
    await playProcesses(scene, payloads);
    for (const file of readdirSync(scene.world.stores))
      truncateSync(path.join(scene.world.stores, file), 3_000);
    const { differences } = await playProcesses(scene, payloads, 2);
    expect(differences).toEqual([]);
  });

  test("every payload is answered as the source does, by processes of its own", async () => {
    // Each payload by one of the sets; what is harmless by those that a user has first.
    const payloads = everyPayload(scene.world).filter(
      (payload, at) => at % 2 === index || (index === 0 && payload.name.startsWith("harmless")),
    );
    const { differences, answers } = await playProcesses(scene, payloads);
    expect(differences).toEqual([]);
    expect(answers).toBeGreaterThan(400);
  });

  test("every payload is answered as the source does, from a snapshot that was made in another environment", async () => {
    const { world } = scene;
    const env = { ...world.env, TZ: "Asia/Tokyo", LANG: "tr_TR.UTF-8", USER: "other" };
    const shot = { ...scene, installed: fromSnapshot(installed), world: { ...world, env } };
    const payloads = everyPayload(world).filter(
      (payload, at) => at % 2 !== index || payload.name.startsWith("harm"),
    );
    // Twice: four times is what the program alone plays, and it is the same program.
    const { differences, answers } = await playProcesses(shot, payloads, 2);
    expect(differences).toEqual([]);
    expect(answers).toBeGreaterThan(200);
    // What is not in it is loaded beside it: once, and as the program is.
    const agents = AGENTS.slice(index * 4, index * 4 + 2);
    for (const agent of agents)
      expect((await playStores(shot, harmfulOf(agent, world).slice(0, 1))).differences).toEqual([]);
  });

  test("every payload is answered as the source does, while the daemon starts and while it runs", async () => {
    const every = everyPayload(scene.world);
    const some = AGENTS.flatMap((agent, at) => [harmlessOf(agent, scene.world)[at] ?? []].flat());
    const { differences, answers } = await playDaemon(scene, every, some, 2);
    expect(differences).toEqual([]);
    expect(answers).toBe(2 * every.length + 5 * some.length);
  });

  test.runIf(name === "init")("nothing that is harmless is denied, or asked about", async () => {
    const { world, base } = scene;
    const harmless = harmlessOf("claude-code", world);
    expect(harmless).toHaveLength(HARMLESS.length);
    for (const payload of harmless) {
      const answer = await playProcess(installed, world, payload);
      expect(answer, payload.text).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    }
    // Those of the other agents answer as the source does, as was compared.
    for (const payload of AGENTS.flatMap((agent) => harmlessOf(agent, world)))
      expect((await base.answer(payload)).decision?.effect, payload.text).toBe("abstain");
    for (const payload of AGENTS.flatMap((agent) => harmfulOf(agent, world)))
      expect((await base.answer(payload)).decision?.effect, payload.text).toBe("deny");
  });

  test.runIf(name === "init")("the installed line passes on the answers", async () => {
    const { world, base } = scene;
    const line = installedLine(world);
    const compared = new Compared();
    for (const payload of [
      ...harmlessOf("claude-code", world).slice(0, 2),
      ...harmfulOf("claude-code", world).slice(0, 2),
    ])
      await compared.compare("the installed line", base, payload, playLine(world, line, payload));
    expect(compared.differences).toEqual([]);
  });

  test.runIf(name === "thirty")("every policy has a part in an answer", async () => {
    const { world, base } = scene;
    const spoken = new Set<string>();
    for (const payload of everyPayload(world))
      for (const { policy } of (await base.answer(payload)).decision?.trace ?? []) spoken.add(policy);
    expect(POLICY_NAMES.filter((policy) => !spoken.has(policy))).toEqual(["off"]);
    expect(base.lost).toHaveLength(1);
  });

  test.runIf(name === "thirty").each(Object.entries(FAULTS))(
    "a program in which %s answers otherwise",
    async (fault, change) => {
      const { world, base } = scene;
      const payloads = [
        ...harmlessOf("claude-code", world).slice(0, 3),
        ...harmfulOf("claude-code", world).slice(0, 3),
        // A session's begin is decided by everything that a question takes, not by the store alone.
        ...recordedOf("claude-code", world).filter(({ text }) => text.includes('"SessionStart"')),
      ];
      expect(payloads.length).toBeGreaterThan(6);
      const copy = `broken-${Object.keys(FAULTS).indexOf(fault)}`;
      const { broken, changed } = brokenCopy(installed, copy, change);
      expect(changed).toBeGreaterThan(0);
      const { differences } = await playProcesses({ installed: broken, world, base }, payloads, 2);
      expect(differences).not.toEqual([]);
    },
  );
});
