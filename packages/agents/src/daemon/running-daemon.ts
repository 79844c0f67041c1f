import { own } from "@gatehouse-hooks/json";
import process from "node:process";
import { callSocket } from "./call-socket.js";
import type { SocketPlace } from "./own-socket.js";
import type { ProjectStatus } from "./projects.js";

/** What `GET /status` answers. */
export interface DaemonStatus {
  readonly version: string;
  readonly pid: number;
  readonly projects: readonly ProjectStatus[];
}

const STATUS_MS = 2_000;

/** What the daemon says of itself; null when none runs that is ours. */
export async function daemonStatus(place: SocketPlace): Promise<DaemonStatus | null> {
  const reply = await callSocket(place, "/status", STATUS_MS);
  return reply.kind === "replied" ? readStatus(reply.text) : null;
}

/** Asks the daemon to end, which it does when its calls are answered. False where none runs that is ours. */
export async function stopDaemon(place: SocketPlace): Promise<boolean> {
  const status = await daemonStatus(place);
  if (status === null) return false;
  try {
    process.kill(status.pid, "SIGTERM");
  } catch {
    // It has just ended by itself.
  }
  return true;
}

function readStatus(text: string): DaemonStatus | null {
  try {
    const status: unknown = JSON.parse(text);
    return isStatus(status) ? status : null;
  } catch {
    return null;
  }
}

function isStatus(value: unknown): value is DaemonStatus {
  return Number.isInteger(own(value, "pid")) && Array.isArray(own(value, "projects"));
}
