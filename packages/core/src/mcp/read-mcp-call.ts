import { isRecord, type JsonObject, ownProperties, sealJsonObject } from "@gatehouse-hooks/json";
import { lookAlike, type RpcFields } from "./rpc-message.js";

/** A `tools/call`, read once: what is decided is what is sent. */
export interface McpCall {
  readonly tool: string;
  /** Absent where the client sent none. */
  readonly args?: JsonObject;
  /** What else the protocol has in the request's `params`, as far as it is there. */
  readonly rest: RpcFields;
}

/** Members of `params` that the protocol has (MCP, "Tools", "Tasks"); others stay behind: a server may read what no policy saw. */
const REST = ["_meta", "task"] as const;
const FIELDS: ReadonlySet<string> = new Set(["name", "arguments", ...REST]);
const MAX_NAME = 1_000;
/** A server may end a name at a character that a policy compares. */
const CONTROL = /\p{C}/u;
const LIMITS = { loneSurrogates: "refuse", maxBytes: 10_485_760, maxNodes: 1_000_000 } as const;

/** @returns a string: what is wrong with it */
export function readMcpCall(params: RpcFields | undefined): McpCall | string {
  if (params === undefined) return "expected `params` with the name of a tool";
  const twin = lookAlike(params, FIELDS);
  if (twin !== undefined) return `\`${twin}\` is nearly the name of another parameter`;
  const { name, arguments: given, ...others } = ownProperties(params);
  const rest = Object.fromEntries(
    REST.flatMap((key) => (key in others ? [[key, others[key]] as const] : [])),
  );
  if (typeof name !== "string" || name === "" || name.length > MAX_NAME || CONTROL.test(name))
    return "expected `name` to be the name of a tool";
  if (given === undefined) return { tool: name, rest };
  if (!isRecord(given)) return "expected `arguments` to be an object";
  const sealed = sealJsonObject(given, LIMITS);
  return sealed.issue === undefined
    ? { tool: name, args: sealed.value, rest }
    : `the arguments cannot be read: ${sealed.issue.message}`;
}
