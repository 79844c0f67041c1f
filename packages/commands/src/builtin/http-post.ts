import { lookup } from "node:dns";
import { request as requestPlain, type ClientRequest } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type Builtin, NO_OPINION } from "../builtin-call.js";

const MOST_REDIRECTS = 10;
const LONGEST_MS = 30_000;

/**
 * `http_post`: sends `args[1]` to the address `args[0]`. What comes back is not read, and an address that does not answer is a warning:
 * nobody waits for a message to arrive.
 *
 * @param reaches whether it may connect to an address: a hook must not speak with what only this machine can reach
 */
export function httpPost(reaches: (address: string) => boolean): Builtin {
  return async ({ args: [address = "", body = ""], signal, timeoutMs }) => {
    if (address.trim() === "") return NO_OPINION;
    const url = webAddress(address);
    if (url === null) {
      const message = "http_post: expected the first argument to be an http(s) address";
      return { kind: "failure", code: "invalid-value", message, source: "http_post" };
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeoutMs, LONGEST_MS))]);
    try {
      await send(url, body, reaches, limit);
      return NO_OPINION;
    } catch (error) {
      // The rest of the address may be a secret.
      const why = error instanceof Error ? error.message : "";
      return { ...NO_OPINION, warnings: [`\`http_post\` could not reach ${url.host}: ${why}`] };
    }
  };
}

function webAddress(text: string, base?: URL): URL | null {
  if (!URL.canParse(text, base?.href)) return null;
  const url = new URL(text, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}

async function send(
  url: URL,
  body: string,
  reaches: (address: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  let next: { readonly url: URL; readonly body: string | null } = { url, body };
  for (let sent = 0; sent <= MOST_REDIRECTS; sent++) {
    const { status, location } = await answerOf(next.url, next.body, reaches, signal);
    const target = status >= 300 && status < 400 ? webAddress(location, next.url) : null;
    if (location === "" || target === null) return;
    next = { url: target, body: status === 307 || status === 308 ? next.body : null };
  }
  throw new Error(`more than ${MOST_REDIRECTS} redirects`);
}

interface Answered {
  readonly status: number;
  readonly location: string;
}

function answerOf(
  url: URL,
  body: string | null,
  reaches: (address: string) => boolean,
  signal: AbortSignal,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    // A name is looked up on the way, a number is not.
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0 && !reaches(host)) throw new NotReached(host);
    const request = url.protocol === "https:" ? requestSecure : requestPlain;
    const headers = {
      "user-agent": "gatehouse",
      ...(body !== null && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    };
    const method = body === null ? "GET" : "POST";
    const sent: ClientRequest = request(url, {
      method,
      headers,
      signal,
      agent: false,
      lookup: guarded(reaches),
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? "" });
      response.destroy();
    });
    sent.end(body ?? "");
  });
}

class NotReached extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`);
  }
}

/** Looks a name up, and refuses it where one of its addresses may not be reached: it connects to the address that was checked. */
function guarded(reaches: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      const inner = found?.find(({ address }) => !reaches(address));
      if (error !== null || first === undefined) callback(error ?? new Error("no address"), "");
      else if (inner !== undefined) callback(new NotReached(inner.address), "");
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
