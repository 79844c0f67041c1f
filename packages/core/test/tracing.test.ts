import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { createGatehouse } from "@gatehouse-hooks/core";
import { afterAll, beforeEach, expect, test } from "vitest";
import { call, POLICIES, SECRET } from "./traced-policies.js";

const spans = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });

beforeEach(() => spans.reset());
afterAll(async () => await provider.shutdown());

const traced = () =>
  createGatehouse({ policies: POLICIES, tracer: provider.getTracer("test"), onNotice: () => {} });
test("a span for each decision, with effect, policy, duration and questions", async () => {
  const gatehouse = await traced();
  for (const command of ["rm", "push", "slow", "broken", "ls"]) await gatehouse.decide(call(command));
  const shown = spans.getFinishedSpans().map(({ name, attributes, duration, status }: ReadableSpan) => {
    expect([name, duration.every((part) => part >= 0)]).toEqual(["gatehouse.decide", true]);
    expect(attributes).toMatchObject({
      "gatehouse.event": "before_tool_call",
      "gatehouse.host": "mine",
      "gen_ai.tool.name": "Bash",
    });
    const of = (key: string): unknown => attributes[`gatehouse.${key}`];
    return [of("effect"), of("policy"), of("questions"), status.code];
  });
  expect(shown).toEqual([
    ["deny", "no-rm", 0, 0],
    ["ask", "push", 0, 0],
    ["abstain", undefined, 1, 0],
    ["deny", "broken", 1, 2],
    ["abstain", undefined, 0, 0],
  ]);
  expect(JSON.stringify(spans.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain(SECRET);
  await gatehouse.close();
});

test("what is decided at once has a span, and what is not has one when it is decided", async () => {
  const gatehouse = await traced();
  expect(gatehouse.decideAtOnce(call("rm"))?.effect).toBe("deny");
  expect(gatehouse.decideAtOnce(call("slow"))).toBeUndefined();
  expect(spans.getFinishedSpans().map(({ attributes }) => attributes["gatehouse.policy"])).toEqual(["no-rm"]);
  await gatehouse.close();
});

test("without a tracer there is no span", async () => {
  const gatehouse = await createGatehouse({ policies: POLICIES });
  await gatehouse.decide(call("rm"));
  expect(spans.getFinishedSpans()).toEqual([]);
  await gatehouse.close();
});

const BROKEN = {
  "when a span is started": () => {
    throw new Error("no");
  },
  "at each attribute": <Work extends (span: never) => unknown>(_: string, __: object, work: Work) =>
    work({
      setAttributes: () => {
        throw new Error("no");
      },
      setStatus: () => undefined,
      end: () => undefined,
    } as never) as ReturnType<Work>,
  "without a word": () => undefined as never,
};

test.each(Object.entries(BROKEN))(
  "a tracer that fails %s changes no decision, and is reported once",
  async (_, startActiveSpan) => {
    const said: string[] = [];
    const gatehouse = await createGatehouse({
      policies: POLICIES,
      tracer: { startActiveSpan },
      onNotice: ({ code }) => void said.push(code),
    });
    expect((await gatehouse.decide(call("rm"))).policy).toBe("no-rm");
    expect((await gatehouse.decide(call("slow"))).effect).toBe("abstain");
    expect(gatehouse.decideAtOnce(call("rm"))?.policy).toBe("no-rm");
    expect(said.filter((code) => code === "broken-tracer")).toHaveLength(1);
    await gatehouse.close();
  },
);

test("an event that throws where it is read is decided as without a tracer, which is not broken", async () => {
  const said: string[] = [];
  const gatehouse = await createGatehouse({
    policies: POLICIES,
    tracer: provider.getTracer("test"),
    onNotice: ({ code }) => void said.push(code),
  });
  const hostile = Object.defineProperty({ ...call("rm") }, "toolName", {
    enumerable: true,
    get: () => {
      throw new Error("no");
    },
  });
  expect((await gatehouse.decideUnknown(hostile)).effect).toBe("deny");
  expect(said).not.toContain("broken-tracer");
  await gatehouse.close();
});

test("what is no tracer is refused", async () => {
  const tracer = {} as never;
  await expect(createGatehouse({ policies: POLICIES, tracer })).rejects.toThrow(/tracer/);
});
