import { isList, isRecord, own } from "@gatehouse-hooks/json";
import type { CallDecider } from "../gatehouse.js";
import type { EventFields } from "../events/event-input.js";
import { ToolDenied } from "../gatehouse-error.js";
import { decidedFailure, decidedOutput, type ResultForm } from "../settle-result.js";
import { callEventOf } from "./decide-call.js";
import type { McpCall } from "./read-mcp-call.js";
import type { RpcFields, RpcId } from "./rpc-message.js";

/** A call that was made. */
interface MadeCall {
  readonly call: McpCall;
  /** The server's name. */
  readonly server: string;
  readonly event: EventFields;
}

/** A result of a tool is an object with content: what takes its place as text is content. */
export const CONTENT: ResultForm = {
  read: (output) => output,
  write: (_, read) => {
    if (isRecord(read)) return read;
    const text = typeof read === "string" ? read : JSON.stringify(read);
    return { content: [{ type: "text", text }] };
  },
};

/** An answer to a call, or to the question for the result of a task. */
export interface CallReply {
  readonly result?: RpcFields | undefined;
  readonly error?: RpcFields | undefined;
}

/** What of an answer the client may read. Never rejects: what cannot be decided is withheld. */
export async function answerOf(
  gatehouse: CallDecider,
  { call, server, event }: MadeCall,
  { result, error }: CallReply,
  decideMs: number,
): Promise<CallReply> {
  const options = { form: CONTENT, signal: AbortSignal.timeout(decideMs) };
  try {
    const made = callEventOf(call, server, event);
    if (error === undefined) {
      const output = await decidedOutput(gatehouse, made, made.params, result, options);
      return { result: isRecord(output) ? output : {} };
    }
    const text = JSON.stringify(error);
    const said = await decidedFailure(gatehouse, made, made.params, new Error(text), options);
    if (said instanceof ToolDenied) return { result: deniedResult(said.message) };
    return {
      error:
        said instanceof Error && said.message !== text
          ? { code: error["code"], message: said.message }
          : error,
    };
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    return {
      result: deniedResult(
        failure instanceof ToolDenied ? why : `The result is withheld: gatehouse failed: ${why}.`,
      ),
    };
  }
}

/** As a tool says that it failed (MCP, "Tools", error handling). */
export function deniedResult(text: string): RpcFields {
  return { content: [{ type: "text", text }], isError: true };
}

/** The message with an answer, and with what policies say to the model about the call. */
export function answerMessage(id: RpcId, { result, error }: CallReply, told: string): object {
  if (result === undefined) return { jsonrpc: "2.0", id, error };
  const content = own(result, "content");
  if (told === "" || !isList(content)) return { jsonrpc: "2.0", id, result };
  const more = [...content, { type: "text", text: told }];
  return { jsonrpc: "2.0", id, result: { ...result, content: more } };
}
