import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../hook/hook-under-test.js";
import type { InstalledAgent } from "../install/installed-agent.js";
import type { ScriptedModel, ScriptOptions } from "../model/scripted-model.js";
import { startScriptedModel } from "../model/scripted-model.js";
import type { ScriptedCall, Turn } from "../model/script.js";
import type { Native, Profile } from "../profiles/profile.js";
import { sessionProcesses, signalAll } from "./processes.js";
import { type SessionPlace, makePlace } from "./session-place.js";

/** What the scripted model gives in one turn, and what happens before it is given. */
export interface SessionTurn {
  /** Shell commands, given together. */
  readonly commands?: readonly string[];
  /** Calls of other tools, in the agent's own names, given after the commands. */
  readonly calls?: (place: SessionPlace) => readonly ScriptedCall[];
  /** What the model says besides. */
  readonly text?: string;
  /** Shell commands that follow from what the model has read. */
  readonly follows?: (heard: readonly string[]) => readonly string[];
  readonly tokens?: Turn["tokens"];
  readonly before?: (place: SessionPlace) => void | Promise<void>;
}

export interface SessionOptions {
  readonly agent: InstalledAgent;
  readonly profile: Profile;
  readonly native: Native;
  readonly turns: readonly SessionTurn[];
  /** Puts the hook into the session's home, once the agent's own settings are there. */
  readonly equip: (place: SessionPlace, env: Environment) => void | Promise<void>;
  /** What the user says besides, each when the agent has ended, and goes on with the session. */
  readonly prompts?: readonly string[];
  /** What the agent's processes see besides. */
  readonly env?: Environment;
  /** What the model answers to others than the agent, in the conversation of a subagent, and after a compaction. */
  readonly model?: Pick<ScriptOptions, "aside" | "subtask" | "compaction">;
  /** False: the agent is not told to trust the hooks that it finds. */
  readonly trustHooks?: boolean;
  /** Milliseconds, after which the agent counts as hanging. */
  readonly timeoutMs: number;
}

/** What came of a session. */
export interface SessionReport {
  readonly hung: boolean;
  readonly exitCode: number | null;
  /** How many turns of the script the agent has asked for. */
  readonly reached: number;
  /** Whether a file is in the project: what a command leaves behind when it runs. */
  ran(file: string): boolean;
  /** Whether a file is in the home, outside of the project. */
  escaped(file: string): boolean;
  /** What is in a file of the project, or undefined. */
  contents(file: string): string | undefined;
  /** Whether the model was told a string. */
  told(text: string): boolean;
  /** Every string that the model was told at last, in order. */
  heard(): readonly string[];
  /** What others than the agent asked the model. */
  readonly asides: readonly (readonly string[])[];
  /** Whether a subagent's model was told a string. */
  subtasks(text: string): boolean;
  /** Whether the model of a conversation that was compacted was told a string. */
  compacted(text: string): boolean;
  /** What the model was told of the calls of one turn. */
  result(turn: number): string;
  /** What the agent printed, its end. */
  readonly output: string;
}

const PROMPT = "Do what the test wants.";

/** Runs an agent once, with a home of its own, until it ends. */
export async function runSession(options: SessionOptions): Promise<SessionReport> {
  const { agent, profile, native, trustHooks = true } = options;
  const place = makePlace();
  const turns = options.turns.map(({ commands = [], calls, text, follows, tokens, before }): Turn => ({
    ...(text !== undefined && { text }),
    ...(tokens !== undefined && { tokens }),
    ...(follows && { follows: (heard) => follows(heard).map((command) => profile.shell(command)) }),
    calls: [...commands.map((command) => profile.shell(command)), ...(calls?.(place) ?? [])],
    ...(before && { before: () => before(place) }),
  }));
  const id = randomBytes(4).toString("hex");
  const model = await startScriptedModel({ turns, run: id, ...options.model });
  try {
    const launch = profile.settle({ place, url: model.url, native, prompt: PROMPT, trustHooks });
    symlinkSync(agent.command, path.join(place.bin, path.basename(agent.command)));
    const env = { ...sessionEnvironment(place), ...launch.env, ...options.env };
    const trouble = await equip(options, place, env);
    if (trouble !== undefined)
      return report({ hung: false, exitCode: null, output: trouble }, place, { model, run: id });
    const [command, ...first] = agent.argv;
    const run = (args: readonly string[]): Promise<Ended> =>
      watch(command, [...first, ...args], env, place, options.timeoutMs);
    let ended = await run(launch.args);
    for (const next of options.prompts ?? []) ended = await run(launch.goOn?.(next) ?? []);
    return report(ended, place, { model, run: id });
  } finally {
    await model.close();
    rmSync(place.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** What a process of a session sees of the machine. */
function sessionEnvironment(place: SessionPlace): Environment {
  const { home } = place;
  return {
    PATH: `${place.bin}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    USER: "user",
    LANG: "C.UTF-8",
    TERM: "dumb",
    NO_COLOR: "1",
    TMPDIR: place.tmp,
    XDG_CONFIG_HOME: path.join(home, ".config"),
    XDG_DATA_HOME: path.join(home, ".local/share"),
    XDG_STATE_HOME: path.join(home, ".local/state"),
    XDG_CACHE_HOME: path.join(home, ".cache"),
  };
}

/** @returns why the session could not be made ready */
async function equip(
  options: SessionOptions,
  place: SessionPlace,
  env: Environment,
): Promise<string | undefined> {
  try {
    await options.equip(place, env);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Ended {
  readonly hung: boolean;
  readonly exitCode: number | null;
  readonly output: string;
}

/** The most that is kept of what an agent prints, in characters. */
const OUTPUT_KEPT = 4_000;

async function watch(
  command: string,
  args: readonly string[],
  env: Environment,
  place: SessionPlace,
  timeoutMs: number,
): Promise<Ended> {
  const child = spawn(command, args, { cwd: place.project, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString("utf8")).slice(-OUTPUT_KEPT);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  let hung = false;
  const stop = (): void => signalAll(sessionProcesses(place.home), "SIGKILL");
  const timer = setTimeout(() => {
    hung = true;
    stop();
  }, timeoutMs);
  // Not "close": what the agent leaves behind may hold its streams open.
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  clearTimeout(timer);
  stop();
  child.stdout.destroy();
  child.stderr.destroy();
  return { hung, exitCode, output };
}

function report(
  ended: Ended,
  place: SessionPlace,
  { model, run }: { readonly model: ScriptedModel; readonly run: string },
): SessionReport {
  const files = new Map(
    readdirSync(place.project, { withFileTypes: true }).map((entry) => [
      entry.name,
      entry.isFile() ? readFileSync(path.join(place.project, entry.name), "utf8") : "",
    ]),
  );
  const inHome = new Set(readdirSync(place.home));
  const hasText = (requests: readonly (readonly string[])[], text: string): boolean =>
    requests.some((said) => said.some((one) => one.includes(text)));
  return {
    ...ended,
    reached: Math.max(-1, ...model.turns) + 1,
    ran: (file) => files.has(file),
    escaped: (file) => inHome.has(file),
    contents: (file) => files.get(file),
    told: (text) => model.saw(text),
    heard: () => model.heard(),
    asides: model.asides,
    subtasks: (text) => hasText(model.subtasks, text),
    compacted: (text) => hasText(model.compacted, text),
    result: (turn) =>
      model
        .results()
        .filter(({ id }) => id.includes(`_${run}_${turn}_`))
        .map(({ text }) => text)
        .join("\n"),
  };
}
