import { isRecord, type JsonObject, ownProperties, sealJsonObject } from "@gatehouse-hooks/json";
import { lookAlike, type RpcFields } from "./rpc-message.js";

/** A `tools/call`, read once: what is decided is what is sent. */
export interface McpCall {
  readonly tool: string;
  /** Absent where the client sent none. */
  readonly args?: JsonObject;
  /** Everything else of the request's `params`. */
  readonly rest: RpcFields;
}

const FIELDS: ReadonlySet<string> = new Set(["name", "arguments"]);
const MAX_NAME = 1_000;
const LIMITS = { loneSurrogates: "refuse", maxBytes: 10_485_760, maxNodes: 1_000_000 } as const;

/** @returns a string: what is wrong with it */
export function readCall(params: RpcFields | undefined): McpCall | string {
  if (params === undefined) return "expected `params` with the name of a tool";
  const twin = lookAlike(params, FIELDS);
  if (twin !== undefined) return `\`${twin}\` is nearly the name of another parameter`;
  const { name, arguments: given, ...rest } = ownProperties(params);
  if (typeof name !== "string" || name === "" || name.length > MAX_NAME)
    return "expected `name` to be the name of a tool";
  if (given === undefined) return { tool: name, rest };
  if (!isRecord(given)) return "expected `arguments` to be an object";
  const sealed = sealJsonObject(given, LIMITS);
  return sealed.issue === undefined
    ? { tool: name, args: sealed.value, rest }
    : `the arguments cannot be read: ${sealed.issue.message}`;
}
