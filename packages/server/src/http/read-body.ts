import { parseJsonObject, type SealedObject } from "@gatehouse-hooks/json";
import { HttpProblem } from "./problem.js";

/**
 * The JSON object of a request's body, as it came: own properties, no key twice, no half of a surrogate pair.
 *
 * @throws HttpProblem for a body of another type, one that is too long or is no JSON object
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<SealedObject> {
  requireJson(request.headers.get("content-type"));
  return parsedBody(await readBodyBytes(request, maxBytes), maxBytes);
}

/** @throws HttpProblem for what is no JSON object */
export function parsedBody(bytes: Uint8Array, maxBytes: number): SealedObject {
  const { value, issue } = parseJsonObject(bytes, { maxBytes });
  if (issue !== undefined) throw new HttpProblem("bad-request", `the body cannot be read: ${issue.message}`);
  return value;
}

/** The bytes of a body. @throws HttpProblem where there are more than `maxBytes` */
export async function readBodyBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLong = (): HttpProblem =>
    new HttpProblem(
      "body-too-long",
      `the body is longer than ${maxBytes} bytes`,
      {},
      { connection: "close" },
    );
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > maxBytes) throw tooLong();
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > maxBytes) throw tooLong();
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    throw new HttpProblem("bad-request", "the body ended before its end");
  }
  return Buffer.concat(parts);
}

function requireJson(type: string | null): void {
  const [media = ""] = (type ?? "").split(";");
  if (media.trim().toLowerCase() !== "application/json")
    throw new HttpProblem("unsupported-media-type", "send the header `content-type: application/json`");
}
