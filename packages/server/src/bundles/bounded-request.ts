import { boundedBytes } from "../http/read-body.js";

/** How much a source may send, and how long it may take. */
interface RequestBounds {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** An answer that was read whole. */
export interface BoundedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/**
 * One request over HTTP. Redirects are not followed: where they lead is not what the operator has named.
 *
 * @throws Error with words for people
 */
export async function boundedRequest(
  url: string,
  init: RequestInit,
  { maxBytes, timeoutMs }: RequestBounds,
): Promise<BoundedAnswer> {
  const response = await fetch(url, {
    ...init,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const bytes = await boundedBytes(response.body, maxBytes);
  if (bytes === undefined) throw new Error(`it is longer than ${maxBytes} bytes`);
  return { status: response.status, headers: response.headers, bytes };
}
