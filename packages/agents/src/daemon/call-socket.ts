import { request } from "node:http";
import { type SocketPlace, whyNotOurs } from "./own-socket.js";

/** What came back, or why nothing did. */
type SocketReply =
  | { readonly kind: "replied"; readonly status: number; readonly text: string }
  | { readonly kind: "silent"; readonly why: string };

/** More than any answer. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * One request to the daemon's socket: a `POST` with a payload, else a `GET`. Never throws: a daemon that is not there, that is not
 * this user's or that is stuck is `silent`.
 *
 * @param path with its query
 * @param timeoutMs for the whole exchange
 */
export async function callSocket(
  place: SocketPlace,
  path: string,
  timeoutMs: number,
  payload?: Uint8Array,
): Promise<SocketReply> {
  if (place.kind === "refused") return { kind: "silent", why: place.message };
  const notOurs = await whyNotOurs(place);
  if (notOurs !== null) return { kind: "silent", why: notOurs };
  return await new Promise((resolve) => {
    const silent = (why: string): void => resolve({ kind: "silent", why });
    const asking = request(
      {
        socketPath: place.socket,
        path,
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(payload !== undefined && { method: "POST", headers: { "content-length": payload.length } }),
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
          if (text.length > MAX_BYTES) asking.destroy(new Error("an endless answer"));
        });
        response.on("error", (error) => silent(error.message));
        response.on("end", () => resolve({ kind: "replied", status: response.statusCode ?? 0, text }));
        response.on("close", () => silent("the answer was cut"));
      },
    );
    asking.on("error", (error) => silent(error.message));
    asking.end(payload);
  });
}
