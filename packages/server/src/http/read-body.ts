import { parseJsonObject, type SealedObject } from "@gatehouse-hooks/json";
import { HttpProblem } from "./problem.js";

/** A request, and how its body comes. */
interface SentRequest {
  readonly request: Request;
  readonly peer: Peer;
}

/**
 * The JSON object of a request's body, as it came: own properties, no key twice, no half of a surrogate pair.
 *
 * @throws HttpProblem for a body of another type, one that is too long or is no JSON object
 */
export async function readJsonBody(sent: SentRequest, maxBytes: number): Promise<SealedObject> {
  requireJson(sent.request.headers.get("content-type"));
  return parsedBody(await readBodyBytes(sent, maxBytes), maxBytes);
}

/** @throws HttpProblem for what is no JSON object */
function parsedBody(bytes: Uint8Array, maxBytes: number): SealedObject {
  const { value, issue } = parseJsonObject(bytes, { maxBytes });
  if (issue !== undefined) throw new HttpProblem("bad-request", `the body cannot be read: ${issue.message}`);
  return value;
}

/** The bytes of a body. @throws HttpProblem where there are more than `maxBytes` */
export async function readBodyBytes({ request, peer }: SentRequest, maxBytes: number): Promise<Uint8Array> {
  const length = request.headers.get("content-length");
  const read = peer.readBody ?? (async () => await boundedBytes(request.body, maxBytes));
  let bytes: Uint8Array | undefined;
  try {
    bytes = length !== null && Number(length) > maxBytes ? undefined : await read(maxBytes);
  } catch {
    throw new HttpProblem("bad-request", "the body ended before its end");
  }
  if (bytes !== undefined) return bytes;
  throw new HttpProblem(
    "body-too-long",
    `the body is longer than ${maxBytes} bytes`,
    {},
    { connection: "close" },
  );
}

function requireJson(type: string | null): void {
  const [media = ""] = (type ?? "").split(";");
  if (media.trim().toLowerCase() !== "application/json")
    throw new HttpProblem("unsupported-media-type", "send the header `content-type: application/json`");
}

/** What is known of a request beside itself. */
export interface Peer {
  /** SHA-256 of the client's certificate, where it was verified: lower-case hex without colons. */
  readonly certificateSha256?: string | undefined;
  /**
   * Reads the body, where the server has a shorter way than the stream of the request. Resolves with undefined when there are more than
   * `maxBytes`; rejects when the body ends before its end.
   */
  readonly readBody?: ((maxBytes: number) => Promise<Uint8Array | undefined>) | undefined;
}

/** All bytes of a stream; undefined as soon as there are more than `maxBytes`, and then the rest is not read. */
export async function boundedBytes(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (stream === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
