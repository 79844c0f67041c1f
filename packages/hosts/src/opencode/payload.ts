import { isRecord, type JsonObject, type JsonValue, isList } from "@gatehouse-hooks/json";
import { callWithPatch } from "../prepare/patch-paths.js";
import type { Call } from "../prepare/prepare-payload.js";
import { TOOLS } from "./tools.table.js";

const PATCHES: ReadonlySet<string> = new Set(["patch", "apply_patch"]);

/** The name of an event of the bus, else the name of the plugin's hook. */
export function openCodeEventName({ hook, input }: JsonObject): string | undefined {
  if (typeof hook !== "string") return undefined;
  const type = hook === "event" && isRecord(input) ? input["type"] : undefined;
  return typeof type === "string" ? type : hook;
}

/** The call of a tool hook: its arguments are the second parameter's before the call, the first one's after it. */
export function openCodeCall(event: string, { input, output }: JsonObject): Call | string | undefined {
  if (!event.startsWith("tool.execute.")) return undefined;
  if (!isRecord(input) || typeof input["tool"] !== "string" || input["tool"] === "")
    return "expected `input.tool` to be the tool's name";
  const after = event === "tool.execute.after";
  const args = after ? input["args"] : isRecord(output) ? output["args"] : undefined;
  if (args !== undefined && args !== null && !isRecord(args))
    return `expected \`${after ? "input" : "output"}.args\` to be an object`;
  const own: JsonObject = isRecord(args) ? args : {};
  const name = input["tool"];
  return patchOrServerCall(name, own) ?? { name, input: own };
}

function patchOrServerCall(name: string, own: JsonObject): Call | string | undefined {
  const patch = PATCHES.has(name) ? own["patchText"] : undefined;
  if (typeof patch === "string") return callWithPatch(name, own, patch);
  if (TOOLS.some((tool) => tool.name === name) || !name.includes("_")) return undefined;
  // `server_tool` with one line between can be taken apart; with more, a wrong server would be worse than none.
  const [, server, tool] = /^([^_]+)_([^_]+)$/s.exec(name) ?? [];
  const params = server === undefined || tool === undefined ? {} : { params: { server, tool } };
  return { name, input: own, kind: "mcp", ...params };
}

/** The fields of the event that are inside the two parameters of a hook. */
export function openCodeFields(event: string, { input, output, directory }: JsonObject): JsonObject {
  const given = isRecord(input) ? input : {};
  const properties = isRecord(given["properties"]) ? given["properties"] : {};
  const info = isRecord(properties["info"]) ? properties["info"] : {};
  const session = given["sessionID"] ?? properties["sessionID"] ?? info["id"];
  const id = event.startsWith("tool.execute.") ? given["callID"] : undefined;
  const cwd = typeof given["cwd"] === "string" ? given["cwd"] : (directory ?? given["directory"]);
  return {
    ...(typeof session === "string" ? { sessionKey: session } : {}),
    ...(typeof cwd === "string" ? { cwd } : {}),
    ...(event === "chat.message" ? { prompt: promptOf(output) } : {}),
    ...(typeof id === "string" && id !== "" ? { toolCallId: id } : {}),
    ...agentIn(given, info),
  };
}

/** Who calls: a subagent is a session of its own, and the event of its beginning says whose. */
function agentIn({ agent }: JsonObject, { id, parentID }: JsonObject): JsonObject {
  if (typeof id === "string" && typeof parentID === "string" && parentID !== "")
    return { agent: { id, parent: parentID } };
  return typeof agent === "string" && agent !== "" ? { agent: { kind: agent } } : {};
}

function promptOf(output: JsonValue | undefined): string {
  const parts = isRecord(output) ? output["parts"] : undefined;
  if (!isList(parts)) return "";
  return parts
    .flatMap((part) => (isRecord(part) && typeof part["text"] === "string" ? [part["text"]] : []))
    .join("\n");
}
