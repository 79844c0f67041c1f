import { request } from "node:http";
import type { HookPrinted, HookCall } from "./hook-call.js";
import { type SocketPlace, whyNotOurs } from "./own-socket.js";

/** What the daemon said, or why it did not: then the caller decides by itself. */
export type DaemonReply =
  | { readonly kind: "answered"; readonly answered: HookPrinted }
  | { readonly kind: "silent"; readonly why: string };

/** More than any answer. */
const MAX_BYTES = 64 * 1024 * 1024;

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
  if (place.kind === "refused") return silent(place.message);
  const why = await whyNotOurs(place);
  if (why !== null) return silent(why);
  return await new Promise((resolve) => {
    const asking = request(
      {
        socketPath: place.socket,
        path: `/hook/${agent}?${folderIs}=${encodeURIComponent(folder)}`,
        method: "POST",
        agent: false,
        headers: { "content-length": payload.length },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
          if (text.length > MAX_BYTES) asking.destroy(new Error("an endless answer"));
        });
        response.on("error", (error) => resolve(silent(error.message)));
        response.on("end", () => resolve(readAnswer(response.statusCode ?? 0, text)));
        response.on("close", () => resolve(silent("the answer was cut")));
      },
    );
    asking.on("error", (error) => resolve(silent(error.message)));
    asking.end(payload);
  });
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
