import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { load } from "@gatehouse-hooks/hosts";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import type { JsonObject } from "@gatehouse-hooks/json";

import { hookCommandLine } from "../packages/agents/src/init/hook-command-line.js";
import { hookFile } from "../packages/agents/src/init/hook-file.js";
import { askingLauncher } from "../packages/agents/src/init/launcher.js";
import { makeSnapshot } from "../packages/agents/src/init/snapshot/make-snapshot.js";
import { keptConnection } from "./frame/kept-connection.js";
import type { Frame } from "./frame/frame.js";
import { type ProcessTree, processTree } from "./frame/process-tree.js";
import { median, quantile } from "./frame/statistics.js";
import { eventsOf } from "./realistic/events.js";
import { FIRST_RULE } from "../packages/agents/src/init/first-rule.js";
import { definitionsOf, fileOf } from "./realistic/gatehouse.js";
import { rulesOf } from "./realistic/rules.js";

const COMMAND = path.resolve("packages/cli/dist/bin.js");
const AGENT = "claude-code";
/** Round trips a second over a kept connection. */
const RATE = 200;
/** Calls before the first that counts. */
const WARM = 1_000;

/** What a hook costs: processes over bare Node, and round trips to the daemon. */
export default async function hook(frame: Frame): Promise<void> {
  // The installed line starts from it, as after `init`.
  if (!makeSnapshot({ node: process.execPath, binary: COMMAND })) throw new Error("no snapshot can be made");
  for (const count of [0, 100, 1000]) {
    const place = makePlace(count);
    const daemon = spawn(process.execPath, [COMMAND, "daemon", "run"], { env: place.env, stdio: "ignore" });
    try {
      await processes(frame, count, place);
      await roundTrips(frame, count, place, daemon);
    } finally {
      daemon.kill();
      rmSync(place.root, { recursive: true, force: true });
    }
  }
}

interface Place {
  readonly root: string;
  readonly project: string;
  readonly socket: string;
  readonly env: Readonly<Record<string, string>>;
}

function makePlace(count: number): Place {
  const root = mkdtempSync(path.join(tmpdir(), "gatehouse-hook-"));
  const project = path.join(root, "project");
  mkdirSync(path.join(project, ".git"), { recursive: true });
  mkdirSync(path.join(root, ".gatehouse"));
  writeFileSync(path.join(root, ".gatehouse/first.yaml"), FIRST_RULE);
  if (count > 0) writeFileSync(path.join(root, ".gatehouse/policies.json"), fileOf(rulesOf(count)));
  return {
    root,
    project,
    socket: path.join(root, ".gatehouse/run/daemon.sock"),
    // Nothing of the caller's own: settings of Node, such as certificates of a company, cost more than a hook.
    env: { PATH: process.env["PATH"] ?? "", HOME: root },
  };
}

/** What the policies of `init` say of these is not the same; the first is the one whose time is taken. */
const COMMANDS = [
  "git status --short",
  "git push --force origin main",
  "cat ~/.ssh/id_ed25519",
  "npm test",
] as const;

function shellCall(command: string): JsonObject {
  return { event: "before_tool_call", toolName: "Bash", params: { command, description: "what it is for" } };
}

function labelOf(count: number): string {
  return count === 0 ? "the policies of init" : `and ${count} others`;
}

/** Whether a payload is denied, decided by the same policies without a process, a store or a daemon. */
function fromSource(home: string, workspace: string, count: number): (payload: string) => boolean {
  const { policies } = load(FIRST_RULE, { path: "first.yaml" });
  const set = compilePolicies([...policies, ...definitionsOf(rulesOf(count))], {
    derive: createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] }),
  }).set;
  const host = WIRED_HOSTS.find(({ name }) => name === AGENT);
  return (payload) => {
    const prepared = host?.prepare(JSON.parse(payload) as JsonObject);
    if (prepared?.kind !== "event") throw new Error("the payload is refused");
    const read = readEvent({ ...prepared.event, home, workspace });
    return read.kind === "event" && decide(set, read.event).effect === "deny";
  };
}

/** The event as Claude Code sends it. */
function payloadOf(project: string, { toolName = null, params = null }: JsonObject): string {
  return JSON.stringify({
    session_id: "5b1d7c52-0c1f-4a3e-9b1e-100000000000",
    transcript_path: path.join(project, "session.jsonl"),
    cwd: project,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: toolName,
    tool_input: params,
    tool_use_id: "toolu_01",
  });
}

async function processes(frame: Frame, count: number, { root, project, socket, env }: Place): Promise<void> {
  const label = `hook ${AGENT}, ${labelOf(count)}`;
  const line = (name: string, asking: ReturnType<typeof askingLauncher>): readonly string[] => {
    const file = path.join(root, name);
    writeFileSync(file, hookFile({ node: process.execPath, binary: COMMAND, ...asking }));
    return ["sh", "-c", hookCommandLine(AGENT, { file, blocks: true })];
  };
  const own = [process.execPath, COMMAND, "hook", AGENT];
  const subjects: Readonly<Record<string, readonly string[]>> = {
    "bare Node": [process.execPath, "-e", "0"],
    "by itself": own,
    "by itself, the installed line": line("alone", {}),
    "the daemon, Node": [...own, "--daemon", "auto"],
    "the daemon, the installed line": line("asking", askingLauncher({ env, home: root })),
  };
  for (const until = Date.now() + 10_000; !existsSync(socket) && Date.now() < until;) await wait(20);
  const ran = (argv: readonly string[], event: JsonObject): Promise<ProcessTree> =>
    processTree(argv, { cwd: project, env, stdin: payloadOf(project, event) });
  const { "bare Node": bare = [], ...hooks } = subjects;
  const decides = fromSource(root, project, count);
  const events = [...COMMANDS.map(shellCall), ...eventsOf().slice(0, frame.quick ? 4 : 12)];
  await frame.agree(
    label,
    {
      "the engine": (event: JsonObject) => decides(payloadOf(project, event)),
      ...Object.fromEntries(
        Object.entries(hooks).map(([name, argv]) => [
          name,
          async (event: JsonObject) => (await ran(argv, event)).stdout.includes('"deny"'),
        ]),
      ),
    },
    events,
  );
  const harmless = shellCall(COMMANDS[0]);
  const runs = new Map(Object.keys(subjects).map((name) => [name, new Array<ProcessTree>()]));
  for (let round = 0; round < (frame.quick ? 5 : 31); round++) {
    for (const [name, argv] of Object.entries({ "bare Node": bare, ...hooks }))
      runs.get(name)?.push(await ran(argv, harmless));
  }
  for (const [metric, key] of [
    ["process", "cpuMs"],
    ["process (wall)", "wallMs"],
  ] as const) {
    const base = median((runs.get("bare Node") ?? []).map((run) => run[key]));
    for (const [subject, all] of runs) {
      const value = median(all.map((run) => run[key]));
      frame.record({
        subject,
        case: label,
        metric,
        value,
        unit: "ms",
        ratioTo: "bare Node",
        ratio: value / base,
      });
    }
  }
}

/** Answers nothing, as fast as Node does. */
const BARE =
  "require('node:http').createServer((q, r) => q.resume().on('end', () => r.end(''))).listen(process.argv[1])";

async function roundTrips(frame: Frame, count: number, place: Place, daemon: ChildProcess): Promise<void> {
  const { root, project, socket } = place;
  const bareSocket = path.join(root, "bare.sock");
  const bare = spawn(process.execPath, ["-e", BARE, bareSocket], { env: place.env, stdio: "ignore" });
  try {
    while (!existsSync(bareSocket)) await wait(20);
    const address = `/hook/${AGENT}?project=${encodeURIComponent(project)}`;
    const payloads = eventsOf().map((event) => payloadOf(project, event));
    const subjects = [
      { subject: "bare node:http", process: bare, connection: await keptConnection(bareSocket) },
      { subject: "daemon", process: daemon, connection: await keptConnection(socket) },
    ];
    const seconds = frame.quick ? 2 : 10;
    for (const { subject, process: server, connection } of subjects) {
      const post = (i: number): Promise<string> =>
        connection.post(address, payloads[i % payloads.length] ?? "");
      // What runs often is compiled first.
      for (let i = 0; i < WARM; i++) await post(i);
      const before = cpuMs(server);
      const times: number[] = [];
      const start = performance.now();
      for (let i = 0; i < seconds * RATE; i++) {
        const early = start + (i * 1_000) / RATE - performance.now();
        if (early > 0) await wait(early);
        const sent = performance.now();
        await post(i);
        times.push(performance.now() - sent);
      }
      const spent = cpuMs(server) - before;
      connection.close();
      const row = { subject, case: `${RATE} calls a second, ${count} policies`, unit: "ms" };
      for (const [name, share] of [
        ["p50", 0.5],
        ["p99", 0.99],
      ] as const)
        frame.record({ ...row, metric: `round trip (wall), ${name}`, value: quantile(times, share) });
      if (spent > 0) frame.record({ ...row, metric: "CPU a call", value: spent / times.length });
    }
  } finally {
    bare.kill();
  }
}

/** The processor time of a process so far, where the system says it: 0 elsewhere. In ms, to 10 ms. */
function cpuMs({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}
