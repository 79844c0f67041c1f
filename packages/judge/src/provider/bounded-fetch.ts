/** Longest response body, in bytes. A reply of the longest kind, escaped, fits. */
export const maxBodyBytes = 524_288;

/** The response was longer than `maxBodyBytes`; its connection has been closed. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";

  constructor() {
    super(`the response has more than ${maxBodyBytes} bytes`);
  }
}

/**
 * `fetch` with a limit on the body, and without redirects: a redirect would carry the key and the event to a server
 * that is not configured.
 */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (response.body === null) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBodyBytes) controller.error(new BodyTooLarge());
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(limit), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}
