import { isList, isRecord, own } from "@gatehouse-hooks/json";
import { createServer } from "node:http";

/** A span, as it came. */
export interface ReceivedSpan {
  readonly name: unknown;
  readonly traceId: unknown;
  readonly parentSpanId: unknown;
  /** Its attributes, whose values are strings or numbers. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Takes spans as a collector does: OTLP over HTTP, as JSON. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: () => readonly ReceivedSpan[];
  /** Everything that came. */
  readonly text: () => string;
  readonly close: () => Promise<void>;
}

export async function otlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      bodies.push(Buffer.concat(parts).toString("utf8"));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String(own(server.address(), "port"))}/v1/traces`,
    spans: () =>
      bodies.flatMap((body) => withMember(JSON.parse(body), "startTimeUnixNano")).map((span) => spanOf(span)),
    text: () => bodies.join("\n"),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spanOf(span: unknown): ReceivedSpan {
  const attributes = withMember(own(span, "attributes"), "key").map((one): readonly [string, unknown] => {
    const value = own(one, "value");
    return [String(own(one, "key")), own(value, "stringValue") ?? own(value, "intValue")];
  });
  const [name, traceId, parentSpanId] = ["name", "traceId", "parentSpanId"].map((key) => own(span, key));
  return { name, traceId, parentSpanId, attributes: Object.fromEntries(attributes) };
}

/** All objects of a JSON value that have this member. */
function withMember(value: unknown, key: string): readonly unknown[] {
  const members = isList(value) ? value : isRecord(value) ? Object.values(value) : [];
  const found = own(value, key) === undefined ? [] : [value];
  return [...found, ...members.flatMap((member) => withMember(member, key))];
}
