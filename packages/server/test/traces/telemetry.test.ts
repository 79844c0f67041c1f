import { context, propagation, trace } from "@opentelemetry/api";
import { logs } from "@opentelemetry/api-logs";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  InMemoryLogRecordExporter,
  LoggerProvider,
  type ReadableLogRecord,
  SimpleLogRecordProcessor,
} from "@opentelemetry/sdk-logs";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { decisionTracer } from "@gatehouse-hooks/server";
import { ask, gatehouseOf, serverOf, tokenOf } from "../served.js";

const POLICIES = `
version: 1
policies:
  - { id: no-writing, events: access_request, when: action.name == "write", deny: nobody may }
  - { id: no-commands, events: before_tool_call, deny: nobody may }
  - { id: lending, events: access_request, when: action.name == "lend", ask: may it be lent }
`;
const PARENT = "0af7651916cd43dd8448eb211c80319c";
const SECRET = "a-word-of-the-event";

const spans = new InMemorySpanExporter();
const records = new InMemoryLogRecordExporter();
const tracing = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const logging = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: records })] });

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracing);
  logs.setGlobalLoggerProvider(logging);
});
beforeEach(() => {
  spans.reset();
  records.reset();
});
afterAll(async () => {
  trace.disable();
  logs.disable();
  context.disable();
  propagation.disable();
  await Promise.all([tracing.shutdown(), logging.shutdown()]);
});

const EVALUATION = {
  subject: { type: "user", id: SECRET },
  action: { name: "write" },
  resource: { type: "book", id: "1" },
};
const CALL = {
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: SECRET },
  session_id: "s",
};

test.each([
  ["authzen", "/access/v1/evaluation", EVALUATION],
  [
    "decide",
    "/v1/decide",
    { event: { event: "before_tool_call", toolName: "Bash", params: { command: SECRET } } },
  ],
  [
    "step",
    "/v1/step",
    { event: { event: "before_tool_call", toolName: "Bash", params: { command: SECRET } } },
  ],
  ["hook", "/v1/hooks/claude-code", CALL],
])(
  "a decision through the door %s: a span below the caller's, and a record that belongs to it",
  async (door, path, body) => {
    const server = await serverOf(POLICIES);
    await ask(server, path, { body, headers: { traceparent: `00-${PARENT}-b7ad6b7169203331-01` } });
    const [span, ...others] = spans.getFinishedSpans();
    expect(others).toEqual([]);
    const { traceId } = span?.spanContext() ?? {};
    expect([traceId, span?.parentSpanContext?.spanId, span?.attributes["http.response.status_code"]]).toEqual(
      [PARENT, "b7ad6b7169203331", 200],
    );
    const attributes = {
      "gatehouse.tenant": "main",
      "gatehouse.door": door,
      "gatehouse.effect": "deny",
      "gatehouse.policy": door === "authzen" ? "no-writing" : "no-commands",
    };
    expect(span?.events.map(({ name, attributes: told }) => [name, told])).toEqual([
      ["decision", attributes],
    ]);
    const [record, ...more] = records.getFinishedLogRecords();
    expect(more).toEqual([]);
    expect([record?.eventName, record?.severityText, record?.attributes]).toEqual([
      "gatehouse.decision",
      "INFO",
      attributes,
    ]);
    expect(record?.spanContext?.traceId).toBe(PARENT);
    expectNoWordOfTheEvent();
  },
);

test("with the server's tracer, each decision is a span below that of its request", async () => {
  const server = await serverOf(await gatehouseOf(POLICIES, { tracer: decisionTracer() }));
  await ask(server, "/access/v1/evaluation", {
    body: EVALUATION,
    headers: { traceparent: `00-${PARENT}-b7ad6b7169203331-01` },
  });
  const [decision, request, ...others] = spans.getFinishedSpans();
  expect([decision?.name, others]).toEqual(["gatehouse.decide", []]);
  expect(decision?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  expect(decision?.spanContext().traceId).toBe(PARENT);
  expect(decision?.attributes).toMatchObject({
    "gatehouse.effect": "deny",
    "gatehouse.policy": "no-writing",
    "gatehouse.questions": 0,
  });
  expectNoWordOfTheEvent();
});

test("a person's answer is told", async () => {
  const server = await serverOf(POLICIES);
  const asked = await ask(server, "/access/v1/evaluation", {
    body: { ...EVALUATION, action: { name: "lend" } },
  });
  const { approval } = asked.body["context"] as { readonly approval: { readonly id: string } };
  await ask(server, `/v1/approvals/${approval.id}`, {
    body: { answer: "approve" },
    token: tokenOf("approve"),
  });
  const [, record] = records.getFinishedLogRecords();
  expect([record?.eventName, record?.attributes["gatehouse.approval"]]).toEqual([
    "gatehouse.approved",
    approval.id,
  ]);
  expectNoWordOfTheEvent();
});

test("a defect is told as an error", async () => {
  const real = await gatehouseOf(POLICIES);
  const decideAtOnce = (): never => {
    throw new TypeError(`cannot read ${SECRET}`);
  };
  const server = await serverOf({ ...real, decideAtOnce }, { onError: () => undefined });
  expect((await ask(server, "/access/v1/evaluation", { body: EVALUATION })).status).toBe(500);
  const told = records
    .getFinishedLogRecords()
    .map(({ eventName, severityText }) => [eventName, severityText]);
  expect(told).toEqual([["gatehouse.error", "ERROR"]]);
  expectNoWordOfTheEvent();
});

function expectNoWordOfTheEvent(): void {
  const told: readonly (ReadableSpan | ReadableLogRecord)[] = [
    ...spans.getFinishedSpans(),
    ...records.getFinishedLogRecords(),
  ];
  for (const { attributes } of told) expect(JSON.stringify(attributes)).not.toContain(SECRET);
  for (const { body } of records.getFinishedLogRecords()) expect(JSON.stringify(body)).not.toContain(SECRET);
}
