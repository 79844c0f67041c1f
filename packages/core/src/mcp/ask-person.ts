import type { Decision } from "@gatehouse-hooks/engine";
import { isRecord, own } from "@gatehouse-hooks/json";
import type { OwnRequests } from "./own-requests.js";
import type { McpCall } from "./read-mcp-call.js";
import type { RpcFields, RpcId } from "./rpc-message.js";

/** UTF-16 code units of the arguments: people do not read more, and what was not shown cannot be approved. */
const MAX_SHOWN = 4_000;
const MAX_REASON = 2_000;

/** Whether a client can show a form to a person: a capability without modes means forms (MCP 2025-11-25, "Elicitation"). */
export function canElicit(params: RpcFields | undefined): boolean {
  const elicitation = own(own(params, "capabilities"), "elicitation");
  return isRecord(elicitation) && (isRecord(own(elicitation, "form")) || !isRecord(own(elicitation, "url")));
}

/** What a call's question needs. */
interface AskPersonOptions {
  readonly server: string;
  /** Milliseconds. */
  readonly askMs: number;
  readonly signal: AbortSignal;
  readonly relatedRequestId: RpcId;
  /** What the server says of the tool, where no person has accepted that. */
  readonly lines: readonly string[];
}

/** Puts a call to the person at the client. Only `accept` is a yes. */
export async function askPerson(
  requests: OwnRequests,
  decision: Decision,
  call: McpCall,
  { server, askMs, signal, relatedRequestId, lines }: AskPersonOptions,
): Promise<"yes" | "no" | "too long"> {
  const message = questionOf(decision, call, server, lines);
  if (message === undefined) return "too long";
  const result = await requests.ask({
    method: "elicitation/create",
    params: { message, requestedSchema: { type: "object", properties: {} } },
    timeoutMs: askMs,
    signal,
    relatedRequestId,
  });
  return own(result, "action") === "accept" ? "yes" : "no";
}

/** @returns undefined where the call cannot be shown whole */
function questionOf(
  { policy, reason, updatedInput }: Decision,
  call: McpCall,
  server: string,
  lines: readonly string[],
): string | undefined {
  const shown = visible(JSON.stringify({ ...call.args, ...updatedInput }));
  const said = lines.map(visible);
  const tooLong = said.join("\n").length > MAX_SHOWN;
  if (shown.length > MAX_SHOWN || reason.length > MAX_REASON || tooLong) return undefined;
  const by = policy === null ? "" : ` (policy \`${visible(policy)}\`)`;
  return [
    `May \`${visible(call.tool)}\` of the MCP server \`${visible(server)}\` be called, once?`,
    `${reason === "" ? "It has to be approved" : visible(reason)}${by}`,
    `Arguments: ${shown}`,
    ...(said.length === 0 ? [] : [["The server says of it:", ...said].join("\n  ")]),
  ].join("\n\n");
}

/** Invisible characters, line ends, and what changes the direction of writing are shown as what they are. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
