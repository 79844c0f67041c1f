import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/** Headers of one connection, which say nothing of the next (RFC 9110, 7.6.1), and what is for the proxy alone. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers that go on to the other side. */
export function forwardedHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = new Set(
    (headers.connection ?? "")
      .toLowerCase()
      .split(",")
      .map((one) => one.trim()),
  );
  // What frames a body is not for a header to take away.
  named.delete("content-length");
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || HOP_BY_HOP.has(name) || named.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}
