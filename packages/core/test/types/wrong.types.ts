import {
  applyRewrite,
  createGatehouse,
  defineHandler,
  defineHost,
  definePolicies,
  definePolicy,
  type Gatehouse,
  gateTool,
} from "@gatehouse-hooks/core";

// Programs that must not compile: `tsc -b` fails where one of these lines does. Nothing here runs.

const P = { id: "p", events: "before_tool_call" } as const;
const TOOL = { name: "Bash", execute: ({ command }: { command: string }) => command };

export const wrongPolicies = (): unknown => [
  // @ts-expect-error -- `event` for `events`
  definePolicy({ id: "1", event: "before_tool_call", deny: "no" }),
  // @ts-expect-error -- no id
  definePolicy({ events: "before_tool_call", deny: "no" }),
  // @ts-expect-error -- a misspelt event
  definePolicy({ id: "3", events: "before_tool_cal", deny: "no" }),
  // @ts-expect-error -- a misspelt event in a list
  definePolicy({ id: "4", events: ["before_tool_call", "PreToolUs"], deny: "no" }),
  // @ts-expect-error -- a misspelt effect
  definePolicy({ ...P, deney: "no" }),
  // @ts-expect-error -- a verdict is not a key
  definePolicy({ ...P, verdict: "deny" }),
  // @ts-expect-error -- two answers
  definePolicy({ ...P, deny: "no", ask: "really?" }),
  // @ts-expect-error -- a function and a judge
  definePolicy({ ...P, decide: () => "approve", judge: "x" }),
  // @ts-expect-error -- a kind of tool that there is not
  definePolicy({ ...P, kind: "bash", deny: "no" }),
  // @ts-expect-error -- a condition is a string
  definePolicy({ ...P, when: true, deny: "no" }),
  // @ts-expect-error -- a priority is a number
  definePolicy({ ...P, deny: "no", priority: "high" }),
  // @ts-expect-error -- a failure cannot allow
  definePolicy({ ...P, deny: "no", onFailure: "allow" }),
  // @ts-expect-error -- enabled is a boolean
  definePolicy({ ...P, deny: "no", enabled: "yes" }),
  // @ts-expect-error -- a misspelt key of the judge
  definePolicy({ ...P, judge: { promt: "x" } }),
  // @ts-expect-error -- a scope of the cache that there is not
  definePolicy({ ...P, judge: { prompt: "x", cache: "forever" } }),
  // @ts-expect-error -- a command without `run`
  definePolicy({ ...P, command: { command: "x" } }),
  // @ts-expect-error -- a verdict that there is not
  definePolicy({ ...P, decide: () => "deney" }),
  // @ts-expect-error -- a verdict that there is not, later
  definePolicy({ ...P, decide: async () => "aprove" }),
  // @ts-expect-error -- a verdict that there is not, with a reason
  definePolicy({ ...P, decide: () => ({ kind: "block", reason: "x" }) }),
  // @ts-expect-error -- a deny says why
  definePolicy({ ...P, decide: () => "deny" }),
  // @ts-expect-error -- nothing is not an answer
  definePolicy({ ...P, decide: () => undefined }),
  // @ts-expect-error -- without a kind the parameters are unknown
  definePolicy({ ...P, decide: ({ params }) => ({ kind: "deny", reason: params.command }) }),
  // @ts-expect-error -- a write has no command
  definePolicy({ ...P, kind: "write", decide: ({ params }) => ({ kind: "deny", reason: params.command }) }),
  // @ts-expect-error -- a prompt is not a call
  definePolicy({ id: "p", events: "prompt", decide: ({ params }) => (params.x ? "allow" : "approve") }),
  // @ts-expect-error -- a list of policies is not a policy
  definePolicies([P]),
  // @ts-expect-error -- a handler has a name
  defineHandler({ kind: "shell" }, () => "approve"),
  // @ts-expect-error -- an event that there is not
  defineHandler<"before_tool_call">("x", { events: "prompt" }, () => "approve"),
  // @ts-expect-error -- a fetch has no path
  defineHandler("x", { kind: "fetch" }, ({ params }) => ({ kind: "deny", reason: params.path })),
  // @ts-expect-error -- a host needs its tables
  defineHost({ name: "x", title: "X" }),
];

export const wrongOptions = async (gatehouse: Gatehouse): Promise<unknown> => [
  // @ts-expect-error -- `policy` for `policies`
  await createGatehouse({ policy: "x" }),
  // @ts-expect-error -- policies are needed
  await createGatehouse({}),
  // @ts-expect-error -- a word that there is not
  await createGatehouse({ policies: "x", onIssues: "refuse" }),
  // @ts-expect-error -- a misspelt option
  await createGatehouse({ policies: "x", unknownEvent: "deny" }),
  // @ts-expect-error -- the name of a model alone is not a judge
  await createGatehouse({ policies: "x", judge: "anthropic/x" }),
  // @ts-expect-error -- a tier that there is not
  await createGatehouse({ policies: { path: "x", tier: "system" } }),
  // @ts-expect-error -- a misspelt event
  await gatehouse.decide({ event: "before_tool_cal", toolName: "x", params: {} }),
  // @ts-expect-error -- a call has parameters
  await gatehouse.decide({ event: "before_tool_call", toolName: "x" }),
  // @ts-expect-error -- the tool's name is a string
  await gatehouse.decide({ event: "before_tool_call", toolName: 1, params: {} }),
  // @ts-expect-error -- a kind that there is not
  await gatehouse.decide({ event: "session_start", tool: { name: "x", kind: "bash" } }),
  // @ts-expect-error -- a prompt has its text
  await gatehouse.decide({ event: "prompt", text: "x" }),
  // @ts-expect-error -- what came from outside is not an event yet
  await gatehouse.decide({} as unknown),
  // @ts-expect-error -- approvals are a list
  await gatehouse.decide({ event: "session_start" }, { approvals: { id: "x" } }),
  // @ts-expect-error -- an effect that there is not
  (await gatehouse.decide({ event: "session_start" })).effect === "block",
  // @ts-expect-error -- a tool has a name
  gateTool({ execute: () => 1 }, gatehouse),
  // @ts-expect-error -- a kind that there is not
  gateTool(TOOL, gatehouse, { kind: "bash" }),
  // @ts-expect-error -- a yes is a boolean
  gateTool(TOOL, gatehouse, { ask: () => "yes" }),
  // @ts-expect-error -- the input of the tool
  await gateTool(TOOL, gatehouse).execute({ cmd: "x" }),
  // @ts-expect-error -- a decision, not an effect
  applyRewrite({}, "allow"),
];
