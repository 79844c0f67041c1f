import { isRecord, own } from "@gatehouse-hooks/json";
import type { RpcFields, RpcMessage } from "./rpc-message.js";

/** What a program gave a number to: nothing that a sentence fits into. */
const TOKEN = /^[\w.:+/=-]{1,256}$/;
const VERSION = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{8,20}(?:Z|[+-]\d\d:\d\d)$/;
const CAPABILITIES: ReadonlySet<string> = new Set(
  "completions logging prompts resources tools tasks listChanged subscribe list cancel requests call".split(
    " ",
  ),
);
const MOST_DEPTH = 4;
const STATUS: ReadonlySet<unknown> = new Set("working input_required completed failed cancelled".split(" "));

type Keep = (value: unknown) => unknown;
type Form = Readonly<Record<string, Keep>>;

const number: Keep = (value) => (typeof value === "number" ? value : undefined);
const matching =
  (form: RegExp): Keep =>
  (value) =>
    typeof value === "string" && form.test(value) ? value : undefined;
const token: Keep = (value) => (typeof value === "number" ? value : matching(TOKEN)(value));

const TASK: Form = {
  taskId: token,
  status: (value) => (STATUS.has(value) ? value : undefined),
  createdAt: matching(TIME),
  lastUpdatedAt: matching(TIME),
  ttl: (value) => (value === null ? value : number(value)),
  pollInterval: number,
};

/** What the client may read of an answer to each method: of methods that are not here, nothing. */
const ANSWERS: Readonly<Record<string, Form>> = {
  initialize: { protocolVersion: matching(VERSION), capabilities: (value) => neutralCapabilities(value, 0) },
  ping: {},
  "tools/list": { tools: () => [] },
  "logging/setLevel": {},
  "resources/list": { resources: () => [] },
  "resources/templates/list": { resourceTemplates: () => [] },
  "prompts/list": { prompts: () => [] },
  "tasks/get": TASK,
  "tasks/cancel": TASK,
  "tasks/list": { tasks: () => [] },
};

/** The same of what the server says by itself. */
const SAID: Readonly<Record<string, Form>> = {
  ping: {},
  "notifications/tools/list_changed": {},
  "notifications/resources/list_changed": {},
  "notifications/prompts/list_changed": {},
  "notifications/cancelled": { requestId: token },
  "notifications/progress": { progressToken: token, progress: number, total: number },
  "notifications/tasks/status": TASK,
};

/**
 * What the client may read of a result of a server that no person has accepted: built anew of numbers and names of the protocol, so that
 * no word of the server is in it.
 *
 * @returns undefined where nothing is left of it
 */
export function neutralResult(method: string, result: RpcFields): RpcFields | undefined {
  const form = own(ANSWERS, method);
  return form === undefined ? undefined : kept(form, result);
}

/** Does anything of an answer to this method pass? */
export function hasNeutralResult(method: string): boolean {
  return Object.hasOwn(ANSWERS, method);
}

/** The same of a request and a notification of the server. @returns undefined for what stays behind */
export function neutralMessage(
  message: Extract<RpcMessage, { readonly kind: "request" | "notification" }>,
): object | undefined {
  const form = own(SAID, message.method);
  const id = message.kind === "request" ? { id: message.id } : {};
  if (form === undefined || ("id" in id && token(id.id) === undefined)) return undefined;
  const params = kept(form, message.params ?? {});
  return {
    jsonrpc: "2.0",
    ...id,
    method: message.method,
    ...(Object.keys(params).length > 0 && { params }),
  };
}

/** Where a list goes on. @returns undefined for what is more than a token */
export function neutralCursor(result: RpcFields): unknown {
  return token(own(result, "nextCursor"));
}

function kept(form: Form, fields: RpcFields): RpcFields {
  const read = Object.entries(form).map(([key, keep]) => [key, keep(own(fields, key))] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

function neutralCapabilities(value: unknown, depth: number): RpcFields {
  if (!isRecord(value) || depth > MOST_DEPTH) return {};
  const known = Object.entries(value).filter(([key]) => CAPABILITIES.has(key));
  return Object.fromEntries(
    known.map(([key, one]) => [key, typeof one === "boolean" ? one : neutralCapabilities(one, depth + 1)]),
  );
}
