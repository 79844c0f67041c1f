import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AGENTS } from "./call-payload.js";
import { Compared, forEachOf } from "./compared.js";
import { type FromSource, fromSource } from "./from-source.js";
import type { Installed } from "./installed.js";
import type { Payload } from "./payload.js";
import { formsOf, harmfulOf, harmlessOf, oddOf, recordedOf, toolsOf } from "./payloads.js";
import { daemonRuns, playAsking, playProcess, playSocket } from "./play.js";
import { EDIT } from "./policies.js";
import type { World } from "./world.js";

/** One set of policies, and what decides by it. */
export interface Scene {
  readonly installed: Installed;
  readonly world: World;
  /** The file that is edited between calls. */
  readonly file: string;
  /** Its answers from source, and those of the edited policies. */
  readonly base: FromSource;
  readonly edited: FromSource;
}

/** Opens both versions of the policies from source; what the file holds is then as it was. */
export async function openScene(installed: Installed, world: World, file: string): Promise<Scene> {
  const program = path.dirname(installed.bin);
  const base = await fromSource(world, program);
  const text = edit(file);
  const edited = await fromSource(world, program);
  writeFileSync(file, text);
  return { installed, world, file, base, edited };
}

export async function closeScene({ base, edited }: Scene): Promise<void> {
  await base.close();
  await edited.close();
}

/** Adds a policy to a file, and returns what it held before. */
function edit(file: string): string {
  const text = readFileSync(file, "utf8");
  appendFileSync(file, EDIT);
  return text;
}

/** Every payload of every agent. */
export function everyPayload(world: World): readonly Payload[] {
  return AGENTS.flatMap((agent, index) => [
    ...harmlessOf(agent, world),
    ...harmfulOf(agent, world),
    ...oddOf(agent, world),
    ...toolsOf(agent, world),
    ...recordedOf(agent, world),
    ...formsOf(agent, AGENTS[(index + 1) % AGENTS.length] ?? "", world),
  ]);
}

/** Plays payloads while the store is cold, warm, stale since a file was edited, and warm again; then the file is as it was. */
export async function playStores(scene: Scene, payloads: readonly Payload[]): Promise<Compared> {
  const { installed, world, file, base, edited } = scene;
  const compared = new Compared();
  const play = async (how: string, source: FromSource): Promise<void> => {
    for (const payload of payloads)
      await compared.compare(how, source, payload, playProcess(installed, world, payload));
  };
  rmSync(world.stores, { recursive: true, force: true });
  await play("cold", base);
  await play("warm", base);
  const text = edit(file);
  try {
    await play("stale", edited);
    await play("warm again", edited);
  } finally {
    writeFileSync(file, text);
  }
  return compared;
}

/** Plays each payload by a process of its own, so many times, by one store that is warm after the first. */
export async function playProcesses(
  { installed, world, base }: Omit<Scene, "file" | "edited">,
  payloads: readonly Payload[],
  times = 1,
): Promise<Compared> {
  const compared = new Compared();
  for (let time = 1; time <= times; time++) {
    await forEachOf(payloads, async (payload) => {
      await compared.compare(`process ${time}`, base, payload, playProcess(installed, world, payload));
    });
  }
  return compared;
}

/**
 * Plays while the daemon starts (`some`, by the processes that start it), and while it runs: every payload over its socket so many times,
 * `some` by processes that ask it, and `some` again after a file was edited; then the file is as it was.
 */
export async function playDaemon(
  { installed, world, file, base, edited }: Scene,
  payloads: readonly Payload[],
  some: readonly Payload[],
  times: number,
): Promise<Compared> {
  const compared = new Compared();
  const processes = async (how: string, source: FromSource): Promise<void> =>
    await forEachOf(some, async (payload) => {
      await compared.compare(how, source, payload, playAsking(installed, world, payload));
    });
  const sockets = async (how: string, source: FromSource, list: readonly Payload[]): Promise<void> =>
    await forEachOf(list, async (payload) => {
      await compared.compare(how, source, payload, playSocket(world, payload));
    });
  await processes("the daemon starts", base);
  await daemonRuns(world);
  for (let time = 1; time <= times; time++) await sockets(`over the socket ${time}`, base, payloads);
  await processes("the daemon runs", base);
  const text = edit(file);
  try {
    // A process first: within a few milliseconds of its last call the daemon need not look at the files.
    await processes("the daemon runs, edited", edited);
    await sockets("over the socket, edited", edited, some);
  } finally {
    writeFileSync(file, text);
  }
  await processes("the daemon runs, as before", base);
  return compared;
}
