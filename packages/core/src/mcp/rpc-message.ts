import { isRecord, ownProperties } from "@gatehouse-hooks/json";

/** What a request is answered under. */
export type RpcId = string | number;

/** Fields of a message, as they came. */
export type RpcFields = Readonly<Record<string, unknown>>;

/** One message of JSON-RPC 2.0, as MCP has it: `params` are an object, and there are no batches. */
export type RpcMessage =
  | { readonly kind: "request"; readonly id: RpcId; readonly method: string; readonly params?: RpcFields }
  | { readonly kind: "notification"; readonly method: string; readonly params?: RpcFields }
  | { readonly kind: "response"; readonly id: RpcId; readonly result?: RpcFields; readonly error?: RpcFields }
  | { readonly kind: "malformed"; readonly id?: RpcId; readonly why: string };

/** The errors that the gate answers with (JSON-RPC 2.0, section 5.1). */
export const RPC_ERROR = { request: -32_600, method: -32_601, params: -32_602, gate: -32_000 } as const;

const FIELDS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params", "result", "error"]);
/** UTF-16 code units of an id, and of a method's name. */
const MAX_NAME = 1_000;

/** Reads one message. Never throws; what could be read in two ways is malformed. */
export function readRpcMessage(message: unknown): RpcMessage {
  if (Array.isArray(message)) return malformed("batches are not part of MCP");
  if (!isRecord(message)) return malformed("expected a JSON object");
  const fields = ownProperties(message);
  const { id } = fields;
  const twin = lookAlike(message, FIELDS);
  const why = twin === undefined ? undefined : `\`${twin}\` is nearly the name of another field`;
  const read = why ?? (fields["method"] === undefined ? readAnswer(fields) : readCallOf(fields));
  return typeof read === "string" ? { ...(isId(id) && { id }), ...malformed(read) } : read;
}

function readAnswer({ id, result, error }: RpcFields): RpcMessage | string {
  if (!isId(id)) return "neither a method nor the id of a request";
  if (isRecord(result) && error === undefined) return { kind: "response", id, result };
  if (isRecord(error) && result === undefined) return { kind: "response", id, error };
  return "expected either a `result` or an `error`";
}

function readCallOf({ id, method, params, result, error }: RpcFields): RpcMessage | string {
  if (typeof method !== "string" || method === "" || method.length > MAX_NAME)
    return "expected `method` to be a name";
  if (result !== undefined || error !== undefined) return "both a request and an answer";
  if (params !== undefined && !isRecord(params)) return "expected `params` to be an object";
  const named = { method, ...(params !== undefined && { params }) };
  if (id === undefined) return { kind: "notification", ...named };
  return isId(id) ? { kind: "request", id, ...named } : "expected `id` to be a string or an integer";
}

/** A message as it is sent: what was read, and nothing else. */
export function rpcOf(message: Exclude<RpcMessage, { readonly kind: "malformed" }>): object {
  const fields = Object.entries(message).filter(([key]) => key !== "kind");
  return { jsonrpc: "2.0", ...Object.fromEntries(fields) };
}

/**
 * A field whose name is that of a known one but for letter case and blanks: readers that do not look at case take one for the
 * other.
 */
export function lookAlike(object: object, known: ReadonlySet<string>): string | undefined {
  return Object.keys(object).find((key) => !known.has(key) && known.has(caseless(key)));
}

/** The letter case that Unicode's simple folding ignores, `ſ` and the Kelvin sign among them. */
export function caseless(name: string): string {
  return name.trim().toUpperCase().toLowerCase();
}

function isId(id: unknown): id is RpcId {
  return typeof id === "string" ? id.length <= MAX_NAME : Number.isSafeInteger(id);
}

function malformed(why: string): { readonly kind: "malformed"; readonly why: string } {
  return { kind: "malformed", why };
}
