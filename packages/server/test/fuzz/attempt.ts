import { type Agent, request } from "node:http";
import fc from "fast-check";
import { misfits } from "../misfits.js";
import { rawSocket } from "../node/raw-socket.js";
import { mayGetYes, YES } from "./allowed-model.js";
import { broken, immense, type RawAttempt } from "./broken-bytes.js";
import { documented, elsewhere, type HttpAttempt } from "./http-requests.js";

/** Something that is sent to the server. */
export type Attempt = HttpAttempt | RawAttempt;

export const attempts: fc.Arbitrary<Attempt> = fc.oneof(
  { weight: 3_400, arbitrary: documented },
  { weight: 300, arbitrary: elsewhere },
  { weight: 600, arbitrary: broken },
  { weight: 1, arbitrary: immense },
);

/** Longer than any limit of the server, on a machine that does other work too. */
const HANG_MS = 60_000;

/** What came back. */
export interface Outcome {
  /** `cut` where there was no answer. */
  readonly status: string;
  readonly yes: boolean;
}

/** @throws Error for a status that no request may get, a yes to nonsense, an answer that is not as documented, or none in time */
export async function attempt(origin: string, one: Attempt, agent: Agent): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("neither answered nor cut off")), HANG_MS);
  });
  try {
    return await Promise.race([one.kind === "http" ? send(origin, one, agent) : write(origin, one), hang]);
  } finally {
    clearTimeout(timer);
  }
}

function expectAllowed(status: number, text: string): void {
  if (status >= 500 && status !== 501 && status !== 503)
    throw new Error(`status ${status}: ${text.slice(0, 500)}`);
}

/** An address as a server of the Fetch API sees it. */
function routed(path: string): string {
  const { pathname } = new URL(`http://localhost${path}`);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

function send(origin: string, one: HttpAttempt, agent: Agent): Promise<Outcome> {
  const { hostname, port } = new URL(origin);
  const body = one.body === null ? undefined : Buffer.from(one.body, "latin1");
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ hostname, port, agent, method: one.method, path: one.path },
        headers: { ...one.headers, ...(body !== undefined && { "content-length": body.length }) },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("error", reject);
        response.on("end", () => {
          try {
            const status = response.statusCode ?? 0;
            const type = response.headers["content-type"] ?? "";
            expectAllowed(status, text);
            const yes = YES.test(text);
            if (yes && !mayGetYes(one)) throw new Error(`a yes to nonsense: ${text}`);
            // Node's own, to what it does not hand on: a head that is too long, a client that was too slow.
            const bare = text === "" && [400, 408, 417, 431].includes(status);
            const { method } = one;
            const path = routed(one.path);
            const wrong =
              !bare && (method === "GET" || method === "POST")
                ? misfits({ method, path, status, type, text })
                : [];
            if (wrong.length > 0)
              throw new Error(`not as documented: ${wrong.join("; ")}: ${text.slice(0, 500)}`);
            resolve({ status: String(status), yes });
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
      },
    );
    // A body that is too long is answered before it has been sent, and the connection ends.
    sent.on("error", (error) => {
      if ("code" in error && ["ECONNRESET", "EPIPE"].includes(String(error.code)))
        resolve({ status: "cut", yes: false });
      else reject(error);
    });
    sent.end(body);
  });
}

async function write(origin: string, { pieces, leaves }: RawAttempt): Promise<Outcome> {
  const raw = await rawSocket(origin);
  for (const piece of pieces) {
    if (raw.socket.destroyed) break;
    if (!raw.socket.write(piece, "latin1"))
      await Promise.race([raw.closed, new Promise((resolve) => raw.socket.once("drain", resolve))]);
    else await new Promise((resolve) => setImmediate(resolve));
  }
  if (leaves) raw.socket.end();
  const text = await raw.closed;
  const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
  for (const status of statuses) expectAllowed(status, text);
  if (YES.test(text)) throw new Error(`a yes to nonsense: ${text}`);
  return { status: String(statuses[0] ?? "cut"), yes: false };
}
