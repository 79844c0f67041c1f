import { callSocket } from "./call-socket.js";
import type { HookPrinted, HookCall } from "./hook-call.js";
import type { SocketPlace } from "./own-socket.js";

/** What the daemon said, or why it did not: then the caller decides by itself. */
export type DaemonReply =
  | { readonly kind: "answered"; readonly answered: HookPrinted }
  | { readonly kind: "silent"; readonly why: string };

/**
 * Asks the daemon. Never throws: a daemon that is not there, that is stuck or that talks nonsense is `silent`.
 *
 * @param timeoutMs for the whole exchange
 */
export async function askDaemon(
  place: SocketPlace,
  { agent, payload, folder, folderIs }: HookCall,
  timeoutMs: number,
): Promise<DaemonReply> {
  const path = `/hook/${agent}?${folderIs}=${encodeURIComponent(folder)}`;
  const reply = await callSocket(place, path, timeoutMs, payload);
  return reply.kind === "silent" ? reply : readAnswer(reply.status, reply.text);
}

function readAnswer(status: number, text: string): DaemonReply {
  if (status === 200) return { kind: "answered", answered: { stdout: text, stderr: "", exitCode: 0 } };
  if (status !== 422) return silent(`status ${status}`);
  try {
    const { stdout, stderr, exitCode } = JSON.parse(text) as Record<string, unknown>;
    if (typeof stdout === "string" && typeof stderr === "string" && Number.isInteger(exitCode))
      return { kind: "answered", answered: { stdout, stderr, exitCode: exitCode as number } };
  } catch {
    // Said below.
  }
  return silent("an answer that is none");
}

function silent(why: string): DaemonReply {
  return { kind: "silent", why };
}
