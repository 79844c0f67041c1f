import { own, ownProperties } from "@gatehouse-hooks/json";
import { refuseUnknownOptions } from "@gatehouse-hooks/runtime/portable";
import { gateToolSet, type SdkTool } from "./ai-sdk/gate-tool-set.js";
import { createGatehouse } from "./create-gatehouse.js";
import { type CallableTool, gateTool, type GateToolOptions } from "./gate-tool.js";
import type { Gatehouse } from "./gatehouse.js";
import { gateGraphTools, type GraphTool } from "./langchain/gate-graph-tools.js";
import { gateMastraTools, type MastraTool } from "./mastra/gate-mastra-tools.js";
import { type AgentsTool, gateFunctionTools } from "./openai-agents/gate-function-tools.js";
import type { PoliciesFrom } from "./policies/policies-from.js";
import { gateMcpClient, gateServerTools, type McpCaller, type ServerTool } from "./mcp/gate-mcp-tools.js";
import type { GateOptions } from "./frameworks/tool-gate.js";

const OPTIONS: ReadonlySet<string> = new Set<keyof GateOptions>([
  ...(["kinds", "event", "approval", "asked"] as const),
  ...(["ask", "server"] as const),
]);

/**
 * Gates all tools of an agent, whatever made them: a set of the AI SDK or of Mastra, a list of the OpenAI Agents SDK, of LangChain, of the
 * Claude Agent SDK or of plain tools (`name`, `execute`), or the client of an MCP server. A denied call does not run, and the model hears
 * why; an ask is the framework's own pause, or `ask`; a rewrite reaches the tool.
 *
 * @param policies where policies come from, or what decides already
 * @returns the same tools, of the same types
 * @throws TypeError (as a rejection) for tools of no known kind, for no tools at all, and where the gate of their framework throws
 * @example const tools = await gate({ bash }, "policies", { kinds: { bash: "shell" } })
 */
export async function gate<Tools extends object>(
  tools: Tools,
  policies: PoliciesFrom | readonly PoliciesFrom[] | Gatehouse,
  options?: GateOptions,
): Promise<Tools>;
export async function gate(
  tools: object,
  policies: PoliciesFrom | readonly PoliciesFrom[] | Gatehouse,
  given: GateOptions = {},
): Promise<unknown> {
  refuseUnknownOptions(given, OPTIONS);
  const options = ownProperties(given);
  const gatehouse = isGatehouse(policies) ? policies : await createGatehouse({ policies });
  if (isMcpClient(tools)) return gateMcpClient(tools, gatehouse, options);
  return Array.isArray(tools) ? gateList(tools, gatehouse, options) : gateSet(tools, gatehouse, options);
}

function gateList(tools: readonly unknown[], gatehouse: Gatehouse, options: GateOptions): unknown {
  const { ask: _ask, server: _server, ...paused } = options;
  if (tools.length === 0) throw noTools();
  if (areAll(tools, isAgentsTool)) return gateFunctionTools(tools, gatehouse, paused);
  if (areAll(tools, isServerTool)) return gateServerTools(tools, gatehouse, options);
  if (areAll(tools, isGraphTool)) return gateGraphTools(tools, gatehouse, paused);
  if (areAll(tools, isCallable))
    return tools.map((tool) => gateTool(tool, gatehouse, toolOptions(tool.name, options)));
  throw unknownTools();
}

function gateSet(tools: object, gatehouse: Gatehouse, options: GateOptions): unknown {
  const { ask: _ask, server: _server, ...paused } = options;
  const set: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(tools));
  const each = Object.values(set);
  if (each.length === 0) throw noTools();
  if (areAllOf(set, isMastraTool)) return gateMastraTools(set, gatehouse, paused);
  if (areAllOf(set, isSdkTool)) return gateToolSet(set, gatehouse, paused);
  throw unknownTools();
}

/** What one tool of its own is gated with. */
function toolOptions(name: string, { kinds, event, approval, ask }: GateOptions): GateToolOptions {
  return {
    kind: kinds !== undefined && Object.hasOwn(kinds, name) ? kinds[name] : undefined,
    event: typeof event === "function" ? (input) => event(input, name) : event,
    approval,
    ask,
  };
}

function noTools(): TypeError {
  return new TypeError("there are no tools to gate: nothing would be decided");
}

function unknownTools(): TypeError {
  return new TypeError(
    "expected tools of the AI SDK, the OpenAI Agents SDK, LangChain, Mastra, the Claude Agent SDK, an MCP client, or tools with `name` and `execute`, all of one kind",
  );
}

function areAll<Tool>(
  tools: readonly unknown[],
  is: (tool: unknown) => tool is Tool,
): tools is readonly Tool[] {
  return tools.every(is);
}

function areAllOf<Tool>(
  set: Readonly<Record<string, unknown>>,
  is: (tool: unknown) => tool is Tool,
): set is Readonly<Record<string, Tool>> {
  return Object.values(set).every(is);
}

/** Whether it has these members, which a class may define. */
function has(tool: unknown, functions: readonly string[], others: readonly string[] = []): boolean {
  if (typeof tool !== "object" || tool === null) return false;
  const members: object = tool;
  return (
    others.every((name) => name in members) &&
    functions.every((name) => typeof Reflect.get(members, name) === "function")
  );
}

const isAgentsTool = (tool: unknown): tool is AgentsTool =>
  own(tool, "type") === "function" && has(tool, ["invoke", "needsApproval"], ["name"]);
const isServerTool = (tool: unknown): tool is ServerTool => has(tool, ["handler"], ["name"]);
const isGraphTool = (tool: unknown): tool is GraphTool => has(tool, ["invoke"], ["name"]);
const isCallable = (tool: unknown): tool is CallableTool => has(tool, ["execute"], ["name"]);
const isMastraTool = (tool: unknown): tool is MastraTool =>
  typeof own(tool, "id") === "string" && has(tool, ["execute"]);
const isSdkTool = (tool: unknown): tool is SdkTool =>
  has(tool, [], ["inputSchema"]) || has(tool, ["execute"]);
const isMcpClient = (tools: object): tools is McpCaller => has(tools, ["callTool", "listTools"]);
const isGatehouse = (given: object | string): given is Gatehouse =>
  has(given, ["decideUnknown", "decide", "reload"]);
