import {
  applyRewrite,
  approve,
  createGatehouse,
  type CallableTool,
  defineHandler,
  definePolicies,
  definePolicy,
  dryRun,
  type EventInput,
  type GatedTool,
  gateTool,
  toMessage,
} from "@gatehouse-hooks/core";
import type { Decision } from "@gatehouse-hooks/engine";
import { expectTypeOf } from "vitest";

// Programs that compile without an annotation, and what is inferred in them. Nothing here runs: `tsc -b` reads it.

export const statics = [
  definePolicy({ id: "1", events: "before_tool_call", deny: "no" }),
  definePolicy({ id: "2", events: ["before_tool_call", "tool_permission"], ask: "really?" }),
  definePolicy({ id: "3", events: "PreToolUse", tools: "Bash", warn: "look" }),
  definePolicy({ id: "4", events: "prompt", when: 'prompt.includes("x")', allow: "fine" }),
  definePolicy({ id: "5", events: "message_sending", judge: "Deny secrets." }),
  definePolicy({
    id: "6",
    events: "before_tool_call",
    judge: { prompt: "Deny.", timeout: "20s", cache: "none" },
  }),
  definePolicy({ id: "7", events: "before_tool_call", command: "./check.sh" }),
  definePolicy({
    id: "8",
    events: "before_tool_call",
    command: { run: "./check.sh", args: ["-q"], timeout: 500 },
  }),
  definePolicy({ id: "12", events: "before_tool_call", decide: async () => "approve" }),
  ...definePolicies({ id: "13", events: "before_tool_call", decide: async () => "approve" }),
  defineHandler("answers", {}, async () => "approve"),
  definePolicy({ id: "9", events: "before_tool_call", function: "own" }),
  definePolicy({ id: "10", events: "before_tool_call", context: "Be careful." }),
  definePolicy({ id: "11", events: "before_tool_call", set: { command: "ls" }, kind: "shell" }),
  definePolicy({ id: "12", events: "before_tool_call", kind: ["shell", "write"], deny: "no", priority: 5 }),
  definePolicy({ id: "13", events: "session_start", systemMessages: ["hello"], enabled: false }),
  definePolicy({ id: "14", events: "before_tool_call", deny: "no", onFailure: "ask", description: "why" }),
  definePolicy<"my_event">({ id: "15", events: "my_event", deny: "no" }),
];

definePolicy({
  id: "16",
  events: "before_tool_call",
  kind: "shell",
  decide: (event) => {
    expectTypeOf(event.params.command).toEqualTypeOf<string>();
    expectTypeOf(event.event).toEqualTypeOf<"before_tool_call">();
    expectTypeOf(event.tool.kind).toEqualTypeOf<"shell">();
    return "approve";
  },
});
definePolicy({
  id: "17",
  events: "before_tool_call",
  kind: "write",
  decide: ({ params }) => ({ kind: "deny", reason: params.content.slice(0, params.path.length) }),
});
definePolicy({
  id: "18",
  events: "prompt",
  decide: async ({ prompt }) => (prompt.length > 3 ? { kind: "warn", reason: "long" } : "approve"),
});
definePolicy({
  id: "19",
  events: "before_tool_call",
  decide: ({ toolName, params }, { signal }) => {
    expectTypeOf(toolName).toEqualTypeOf<string>();
    expectTypeOf(params).toEqualTypeOf<Readonly<Record<string, unknown>>>();
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
    return { kind: "ask" };
  },
});
definePolicy({
  id: "20",
  events: ["message_sending", "prompt"],
  decide: (event) => {
    if (event.event === "prompt") expectTypeOf(event.prompt).toEqualTypeOf<string>();
    else expectTypeOf(event.message).toEqualTypeOf<string>();
    return { kind: "approve", context: ["x"], updatedInput: { message: "y" } };
  },
});

export const handlers = {
  ...defineHandler("21", {}, () => "approve"),
  ...defineHandler("22", { kind: "fetch" }, ({ params }) => ({ kind: "deny", reason: params.url })),
  ...defineHandler("23", { events: "tool_permission", kind: "mcp" }, ({ params }) => ({
    kind: "deny",
    reason: `${params.server} ${params.tool}`,
  })),
};

export const list = definePolicies(
  { id: "24", events: "before_tool_call", deny: "no" },
  definePolicy({ id: "25", events: "prompt", deny: "no" }),
);

export async function embedding(): Promise<void> {
  const gatehouse = await createGatehouse({
    policies: [
      "folder",
      new URL("file:///x"),
      { path: "x.yaml", tier: "user" },
      { text: "version: 1" },
      list,
    ],
    judge: { model: "anthropic/x", env: {} },
    cache: false,
    facts: false,
    handlers: { function: handlers },
    onIssues: "throw",
    unknownEvents: "deny",
    onNotice: ({ code }) => expectTypeOf(code).toEqualTypeOf<string>(),
  });
  const call = { event: "before_tool_call", toolName: "Bash", params: { command: "ls" } } as const;
  const decision = await gatehouse.decide(call);
  expectTypeOf(decision).toEqualTypeOf<Decision>();
  expectTypeOf(decision.effect).toEqualTypeOf<"allow" | "ask" | "deny" | "abstain">();
  await gatehouse.decide({ event: "prompt", prompt: "hello", sessionKey: "s" });
  await gatehouse.decide({ event: "session_start", cwd: "/x", anything: 1 });
  await gatehouse.decide({ event: "PreToolUse", tool_name: "Bash" });
  await gatehouse.decide<"my_event">({ event: "my_event", more: [1] });
  await gatehouse.decideUnknown(JSON.parse("{}"));
  expectTypeOf(gatehouse.decideAtOnce(call)).toEqualTypeOf<Decision | undefined>();
  const next = gatehouse.step(call);
  if (next.kind === "pending") expectTypeOf(next.needs[0]?.id).toEqualTypeOf<string | undefined>();
  else expectTypeOf(next.decision).toEqualTypeOf<Decision>();
  await gatehouse.decide(call, { approvals: [approve(decision, call)], signal: AbortSignal.timeout(1) });
  await gatehouse.reload({ text: "version: 1" });
  expectTypeOf(toMessage(decision)).toEqualTypeOf<string>();
  expectTypeOf(applyRewrite({ command: "ls" }, decision)).toEqualTypeOf<{ command: string }>();
  const tool = gateTool(
    {
      name: "Bash",
      description: "runs",
      execute: ({ command }: { command: string }, times: number) => command + times,
    },
    dryRun(gatehouse, () => undefined),
    { kind: "shell", event: () => ({ sessionKey: "s" }), ask: async () => true },
  );
  expectTypeOf(tool.description).toEqualTypeOf<string>();
  expectTypeOf(tool.execute).toEqualTypeOf<(input: { command: string }, times: number) => Promise<string>>();
  expectTypeOf<GatedTool<CallableTool>["name"]>().toEqualTypeOf<string>();
  const event: EventInput = call;
  await gatehouse.decide(event);
}
