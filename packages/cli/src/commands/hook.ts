import { HOSTS, type Spoken } from "@gatehouse-hooks/hosts";
import { fileURLToPath } from "node:url";
import { askDaemon } from "../daemon/ask-daemon.js";
import { socketPlace } from "../daemon/own-socket.js";
import { answerHook, MAX_PAYLOAD_BYTES, type WiredHost } from "../hook/answer-hook.js";
import { openDecider } from "../hook/open-decider.js";
import { startDaemon } from "../hook/start-daemon.js";
import { printable } from "../print/printable.js";
import type { Context } from "../settings.js";
import { UsageError } from "../usage-error.js";

/** The options of `gatehouse hook`. */
export interface HookFlags {
  /** A person is there to answer the agent's questions. */
  readonly interactive: boolean;
  /** `auto`: the daemon answers where it runs, and is started where it does not; `off`: this process decides. */
  readonly daemon: string;
  /** Seconds; absent: most of the agent's own timeout. */
  readonly deadline: string | undefined;
  /** The options are those of every call, so the daemon's answer is the same. */
  readonly plain: boolean;
}

/** Of the agent's own timeout: the answer has to arrive before it is over. */
const SHARE_OF_TIMEOUT = 0.8;
const DEFAULT_SECONDS = 30;
/** The daemon gets this share of the deadline; the rest is for deciding without it. */
const SHARE_OF_DAEMON = 0.6;

/** The hosts whose hooks are processes. */
export const WIRED: readonly WiredHost[] = HOSTS.filter((host): host is WiredHost => host.wire !== undefined);

/**
 * `gatehouse hook AGENT`: what an agent starts. The payload comes on standard input, and exactly this agent's answer goes out; the
 * exit code is the agent's, too. Whatever fails is a deny where the event gates something.
 */
export async function hook(context: Context, agent: string, flags: HookFlags): Promise<number> {
  const { io } = context;
  const host = WIRED.find(({ name }) => name === agent);
  if (host === undefined) {
    throw new UsageError(`no agent \`${agent}\``, `write one of ${WIRED.map(({ name }) => name).join(", ")}`);
  }
  if (flags.daemon !== "auto" && flags.daemon !== "off")
    throw new UsageError(`--daemon is \`${flags.daemon}\``, "write `auto` or `off`");
  const deadlineMs = deadlineOf(host, flags.deadline);
  const spoken = await answered(context, host, flags, deadlineMs).catch((error: unknown) =>
    host.wire.failure(`gatehouse failed: ${error instanceof Error ? error.message : String(error)}`),
  );
  if (spoken.stderr !== "") await io.stderr.write(spoken.stderr);
  if (spoken.stdout !== "") await io.stdout.write(spoken.stdout);
  return spoken.exitCode;
}

type Printed = Pick<Spoken, "stdout" | "stderr"> & { readonly exitCode: number };

async function answered(
  context: Context,
  host: WiredHost,
  { interactive, daemon, plain }: HookFlags,
  deadlineMs: number,
): Promise<Printed> {
  const { io, settings } = context;
  const started = Date.now();
  const payload = await payloadOf(io.stdin);
  if (payload === null) return host.wire.failure(`the payload is longer than ${MAX_PAYLOAD_BYTES} bytes`);
  const place = socketPlace(io.home);
  const mayAsk = daemon === "auto" && plain && !interactive;
  if (mayAsk) {
    const call = { agent: host.name, payload, cwd: settings.project };
    const asked = await askDaemon(place, call, deadlineMs * SHARE_OF_DAEMON);
    if (asked.kind === "answered") return asked.answered;
  }
  const decider = await openDecider(context);
  try {
    return await answerHook(host, payload, {
      hosts: WIRED,
      decide: decider.decide,
      deadlineMs: Math.max(1, deadlineMs - (Date.now() - started)),
      interactive,
      // The agent shows what is on standard error, if at all, for a failure.
      say: () => undefined,
    });
  } finally {
    if (mayAsk) await startDaemon(place, fileURLToPath(new URL("bin.js", import.meta.url))).catch(ignore);
    await decider.close();
  }
}

function deadlineOf({ wire }: WiredHost, given: string | undefined): number {
  const own = wire.capabilities.timeout?.seconds;
  if (given === undefined) return (own === undefined ? DEFAULT_SECONDS : own * SHARE_OF_TIMEOUT) * 1_000;
  const seconds = Number(given);
  if (!(seconds > 0 && seconds <= 3_600))
    throw new UsageError(`--deadline is \`${printable(given)}\``, "write seconds, for example 20");
  return seconds * 1_000;
}

async function payloadOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunks) {
    size += part.length;
    if (size > MAX_PAYLOAD_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function ignore(): void {
  // The next call tries again.
}
