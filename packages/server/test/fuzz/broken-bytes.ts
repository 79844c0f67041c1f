import fc from "fast-check";
import { tokenOf } from "../served-by.js";

/** Bytes that are no request, or nearly: none of them may get a yes. */
export interface RawAttempt {
  readonly kind: "raw";
  /** One character for each byte; written one after the other. */
  readonly pieces: readonly string[];
  /** Whether the client goes away after them; else it waits until it is cut off. */
  readonly leaves: boolean;
}

const BODY =
  '{"subject":{"type":"user","id":"a"},"action":{"name":"write"},"resource":{"type":"book","id":"1"}}';

function request(body: string, ...headers: readonly string[]): string {
  return [
    "POST /access/v1/evaluation HTTP/1.1",
    "host: localhost",
    `authorization: Bearer ${tokenOf("decide")}`,
    "content-type: application/json",
    ...headers,
    "",
    body,
  ].join("\r\n");
}

const WHOLE = request(BODY, `content-length: ${BODY.length}`);

const framed = fc.constantFrom(
  WHOLE,
  WHOLE + WHOLE + WHOLE,
  request(BODY, "content-length: 5"),
  request(BODY, "content-length: 5000"),
  request(BODY, "content-length: -1"),
  request(BODY, "content-length: 1e3"),
  request(BODY, "content-length: 99999999999999999999"),
  request(BODY, "content-length: 10", "content-length: 11"),
  request(BODY, `content-length: ${BODY.length}`, "transfer-encoding: chunked"),
  request(`${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`, "transfer-encoding: chunked"),
  request(`ffffffffffffffff\r\n${BODY}`, "transfer-encoding: chunked"),
  request(`zz\r\n${BODY}`, "transfer-encoding: chunked"),
  request(BODY, "transfer-encoding: gzip, chunked"),
  request(BODY, "expect: 100-continue", `content-length: ${BODY.length}`),
  request(BODY, "expect: tea", `content-length: ${BODY.length}`),
  request("", "upgrade: websocket", "connection: upgrade"),
  request(BODY, `x-long: ${"a".repeat(70_000)}`),
  request(BODY, ...Array.from({ length: 3_000 }, (_, i) => `x${i}: 1`)),
  request(BODY, `content-length: ${BODY.length}`, " folded: yes", "x y: z", ":", "\0: \0"),
  "GET http://[::1/ HTTP/1.1\r\nhost: localhost\r\n\r\n",
  "GET http://user:pass@elsewhere/healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
  "GET /healthz HTTP/9.9\r\nhost: localhost\r\n\r\n",
  "GET /healthz\r\n\r\n",
  "CONNECT localhost:1 HTTP/1.1\r\nhost: localhost\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "\r\n\r\n\r\n",
);

/** A byte here and there that is another, gone, or there twice. */
const mangled = fc
  .tuple(
    framed,
    fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.nat(255), fc.nat(2)),
      { maxLength: 4 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((now, [where, byte, how]) => {
      const at = Math.floor(where * Math.min(now.length, 400));
      const put = how === 0 ? "" : String.fromCharCode(byte);
      return now.slice(0, at) + put + now.slice(at + (how === 2 ? 0 : 1));
    }, text),
  );

export const broken: fc.Arbitrary<RawAttempt> = fc
  .record({
    text: mangled,
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
    // Most clients that say nothing more go away: each that waits is cut off only after the server's limits.
    leaves: fc.nat(9).map((n) => n > 0),
  })
  .map(({ text, cuts, leaves }) => {
    const places = [0, ...cuts.map((cut) => Math.floor(cut * text.length)), text.length].toSorted(
      (a, b) => a - b,
    );
    return {
      kind: "raw",
      pieces: places.slice(1).map((place, i) => text.slice(places[i], place)),
      leaves,
    };
  });

/** A body of 50 MB, said or in chunks. */
export const immense: fc.Arbitrary<RawAttempt> = fc.boolean().map((chunked) => {
  const piece = "a".repeat(1_000_000);
  const head = chunked
    ? request('1\r\n"\r\n', "transfer-encoding: chunked")
    : request('{"a":"', "content-length: 50000000");
  const part = chunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece;
  return { kind: "raw", pieces: [head, ...Array.from({ length: 50 }, () => part)], leaves: false };
});
