// The doors that users start, as real processes: each is started once.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createGatehouse } from "@gatehouse-hooks/core";
import { type Folder, runCli } from "../../packages/cli/test/run-cli.js";
import { type DoorRow, eventOf, FILES, toldIn } from "./door-rows.js";
import { cleanEnv, commandArgs, gatehouse } from "./spawn-cli.js";

/** What one door makes of a row: what the agent is told, or, of a door for programs, what was decided. */
export type Door = (row: DoorRow) => Promise<string>;

const withCwd = (place: Folder, { payload }: DoorRow): string =>
  JSON.stringify({ ...payload, cwd: place.path });

/** `decide` in this process, by the files of the home. */
export function decideDoor(place: Folder): Door {
  return async (row) => {
    const event = eventOf({ ...row, payload: { ...row.payload, cwd: place.path } });
    const { stdout } = await runCli(["decide", "--json"], {
      ...{ cwd: place.path, home: place.home, env: { PATH: process.env["PATH"] ?? "" } },
      stdin: JSON.stringify(event),
    });
    return (JSON.parse(stdout) as { readonly effect: string }).effect;
  };
}

/** The command `hook AGENT` in a process of its own. */
export function hookDoor(place: Folder, ...more: readonly string[]): Door {
  return async (row) => {
    const args = ["hook", row.agent, ...more];
    const env = { HOME: place.home, XDG_CACHE_HOME: join(place.home, "cache") };
    const { stdout } = await gatehouse(args, { cwd: place.path, env, stdin: withCwd(place, row) });
    return toldIn(stdout);
  };
}

/** The hook, answered by a daemon. */
export async function daemonDoor(place: Folder): Promise<{
  readonly ask: Door;
  readonly answered: () => Promise<number>;
  readonly end: () => Promise<void>;
}> {
  const run = async (action: string) =>
    await gatehouse(["daemon", action, "--json"], { cwd: place.path, env: { HOME: place.home } });
  await run("start");
  return {
    ask: async (row) => {
      const { stdout } = await gatehouse(["hook", row.agent, "--daemon", "auto"], {
        ...{ cwd: place.path, env: { HOME: place.home } },
        stdin: withCwd(place, row),
      });
      return toldIn(stdout);
    },
    answered: async () => {
      const status = JSON.parse((await run("status")).stdout) as {
        readonly projects?: readonly { readonly decisions: number }[];
      };
      return (status.projects ?? []).reduce((all, { decisions }) => all + decisions, 0);
    },
    end: async () => void (await run("stop")),
  };
}

/** A program with the same files. */
export async function coreDoor(
  place: Folder,
  files: readonly string[] = FILES,
): Promise<{ readonly ask: Door; readonly told: readonly string[]; readonly end: () => Promise<void> }> {
  const told: string[] = [];
  const opened = await createGatehouse({
    policies: files.map((file) => ({ path: join(place.home, file), tier: "user" as const })),
    onNotice: ({ code }) => void told.push(code),
  });
  return {
    ask: async (row) => (await opened.decideUnknown(eventOf(row))).effect,
    told: [...told],
    end: async () => await opened.close(),
  };
}

/** A decision server with the same files; `decide` and `hook` are its two addresses. */
export async function serverDoors(
  place: Folder,
  files: readonly string[] = FILES,
): Promise<{
  readonly decide: Door;
  readonly hook: Door;
  readonly said: () => string;
  readonly end: () => Promise<void>;
}> {
  const policies = files.flatMap((file) => ["--policies", join(place.home, file)]);
  const args = [...commandArgs(), "serve", ...policies, "--listen", "127.0.0.1:0", "--json"];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: place.path,
    env: cleanEnv({ HOME: place.home }),
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  while (!stdout.includes("\n") || !stderr.includes("is in force")) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${stderr}`);
    await Promise.race([
      once(child.stdout ?? child, "data"),
      once(child.stderr ?? child, "data"),
      once(child, "exit"),
    ]);
  }
  const { origin } = JSON.parse(stdout) as { readonly origin: string };
  const token = /those who ask:\s+(\S+)/.exec(stderr)?.[1] ?? "";
  const post = async (path: string, body: unknown): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return await response.text();
  };
  return {
    decide: async (row) => {
      const body = await post("/v1/decide", { event: eventOf(row) });
      return (JSON.parse(body) as { readonly decision: { readonly effect: string } }).decision.effect;
    },
    hook: async (row) => toldIn(await post(`/v1/hooks/${row.agent}`, row.payload)),
    said: () => stderr,
    end: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
