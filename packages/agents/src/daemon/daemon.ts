import { appendFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { createBoxes } from "@gatehouse-hooks/boxes/kept";
import { answerCall } from "./answer-call.js";
import { openProject } from "./open-project.js";
import { ownFile } from "../hook/hook-context.js";
import { readUserSettings } from "@gatehouse-hooks/local/own-config";
import { type SocketPlace, socketPlace } from "./own-socket.js";
import { createProjects } from "./projects.js";
import { type DaemonStatus, daemonStatus, stopDaemon } from "./running-daemon.js";
import { serveDaemon } from "./serve-daemon.js";
import { exitCode, type ExitCode, UsageError, version } from "@gatehouse-hooks/console";
import { startDaemon } from "./start-daemon.js";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

/** What `start --json` and `status --json` print. */
export interface DaemonStatusJson extends Partial<DaemonStatus> {
  readonly running: boolean;
}

/** What `stop --json` prints. */
export interface DaemonStoppedJson {
  readonly stopped: boolean;
}

const IDLE_MS = 15 * 60_000;
const START_MS = 10_000;
/** For spans that have not been sent. */
const TRACE_MS = 10_000;

/**
 * `gatehouse daemon [start|stop|status|run]`: a process of the user that answers hooks without starting one for each call.
 *
 * @throws UsageError
 */
export async function daemon(
  context: Context,
  action: string,
  flags: { readonly idle: string | undefined },
): Promise<ExitCode> {
  const place = socketPlace(context.io.home);
  if (place.kind === "refused") throw new UsageError(place.message, place.cure);
  switch (action) {
    case "run":
      return await run(context, place, idleOf(flags.idle));
    case "start":
      return await start(context, place);
    case "stop":
      return await stop(context, place);
    case "status":
      return await tellStatus(context, place);
    default:
      throw new UsageError(`no action \`${printable(action)}\` of daemon`, "start, stop, status or run");
  }
}

type Place = Extract<SocketPlace, { kind: "place" }>;

async function run({ io }: Context, place: Place, idleMs: number): Promise<ExitCode> {
  const log = join(place.folder, "daemon.log");
  const say = (message: string): void =>
    appendFileSync(log, `${new Date().toISOString()} ${printable(message)}\n`, { mode: 0o600 });
  const projects = createProjects((project) => openProject(io, project), say);
  const used = new Set<string>();
  const { tracing: file } = readUserSettings(io.home);
  const tracing =
    file === null
      ? undefined
      : (await import("../hook/open-tracing.js")).openTracing(ownFile(file, io.home), {
          home: io.home,
          env: io.env,
          told: say,
        });
  const bin = process.argv[1] ?? "";
  const began = await stat(bin, { bigint: true }).catch(() => null);
  const boxes = createBoxes({ home: io.home, folder: place.folder }, projects.box);
  const server = await serveDaemon({
    place,
    idleMs,
    isBusy: () => boxes.count() > 0,
    answer: (call) => answerCall(projects, io.home, call, used, tracing),
    status: (): DaemonStatus => ({ version, pid: process.pid, projects: projects.status() }),
    isCurrent: async () => {
      const now = await stat(bin, { bigint: true }).catch(() => null);
      return now?.ino === began?.ino && now?.mtimeNs === began?.mtimeNs;
    },
  });
  const withdraw = io.onInterrupt(() => void server.close());
  await server.closed;
  await boxes.close();
  await projects.close();
  await tracing?.close(TRACE_MS);
  withdraw();
  return exitCode.fine;
}

async function start(context: Context, place: Place): Promise<ExitCode> {
  if ((await daemonStatus(place)) === null) await startDaemon(place, process.argv[1] ?? "");
  for (const until = Date.now() + START_MS; Date.now() < until;) {
    if ((await daemonStatus(place)) !== null) return await tellStatus(context, place);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new UsageError("the daemon does not start", "see what it says: gatehouse daemon run");
}

async function stop(context: Context, place: Place): Promise<ExitCode> {
  const stopped = await stopDaemon(place);
  await printResult(context, { stopped } satisfies DaemonStoppedJson, [
    stopped ? "the daemon stops" : "no daemon runs",
  ]);
  return exitCode.fine;
}

async function tellStatus(context: Context, place: Place): Promise<ExitCode> {
  const status = await daemonStatus(place);
  await printResult(
    context,
    { running: status !== null, ...status } satisfies DaemonStatusJson,
    status === null
      ? ["no daemon runs"]
      : [
          `daemon ${status.version}, process ${status.pid}`,
          ...status.projects.map(
            ({ project, decisions, reloads, broken }) =>
              `${printable(project)}  ${decisions} decisions, ${reloads} reloads${broken.map((why) => `\n  not in force: ${printable(why)}`).join("")}`,
          ),
        ],
  );
  return status === null ? exitCode.refused : exitCode.fine;
}

function idleOf(given: string | undefined): number {
  const minutes = given === undefined ? IDLE_MS / 60_000 : Number(given);
  if (!(minutes > 0 && minutes <= 1_440))
    throw new UsageError(`--idle is \`${printable(given ?? "")}\``, "write minutes, for example 15");
  return minutes * 60_000;
}
