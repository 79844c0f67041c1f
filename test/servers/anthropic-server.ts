import {
  type ModelRequest,
  type ModelServer,
  type Protocol,
  type ServerScript,
  startModelServer,
} from "./model-server.js";

/**
 * A loopback server that speaks the Anthropic messages protocol. A request that forces the tool `json` is answered by
 * a call of it when the text is a JSON object, else by text.
 */
export function startAnthropicServer(script: ServerScript): Promise<ModelServer> {
  return startModelServer(protocol, script);
}

const stopReasons: Readonly<Record<string, string>> = { stop: "end_turn", length: "max_tokens" };

const protocol: Protocol = {
  path: "/v1/messages",
  read(body) {
    const messages = body["messages"] as readonly { readonly role: string; readonly content: unknown }[];
    return {
      system: textOf(body["system"]),
      prompt: messages.map(({ content }) => textOf(content)).join("\n"),
    };
  },
  encode: (text, finishReason, request) => message(content(text, request), finishReason, request),
  callTool: (text, finishReason, request) =>
    message(
      [...content(text, request), { type: "tool_use", id: "toolu_2", name: "run", input: {} }],
      finishReason,
      request,
    ),
  stream(text, request) {
    const event = (data: { readonly type: string; readonly [key: string]: unknown }) =>
      `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
    const blocks = content(text, request).flatMap((block, index) => {
      const { start, delta } = inParts(block);
      return [
        event({ type: "content_block_start", index, content_block: start }),
        event({ type: "content_block_delta", index, delta }),
        event({ type: "content_block_stop", index }),
      ];
    });
    const whole = message([], "stop", request);
    return [event({ type: "message_start", message: whole }), ...blocks, event({ type: "message_stop" })];
  },
};

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: object };

function content(text: string, request: ModelRequest): readonly Block[] {
  const input = forcesJsonTool(request.body) ? readObject(text) : undefined;
  return input === undefined
    ? [{ type: "text", text }]
    : [{ type: "tool_use", id: "toolu_1", name: "json", input }];
}

function message(blocks: readonly Block[], finishReason: string, request: ModelRequest): object {
  const callsTool = finishReason === "stop" && blocks.some(({ type }) => type === "tool_use");
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: request.body["model"],
    content: blocks,
    stop_reason: callsTool ? "tool_use" : (stopReasons[finishReason] ?? finishReason),
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  };
}

/** A block as a stream sends it: its empty form, and what fills it. */
function inParts(block: Block): { readonly start: Block; readonly delta: object } {
  return block.type === "text"
    ? { start: { ...block, text: "" }, delta: { type: "text_delta", text: block.text } }
    : {
        start: { ...block, input: {} },
        delta: { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
      };
}

function forcesJsonTool(body: Readonly<Record<string, unknown>>): boolean {
  const tools = body["tools"];
  return Array.isArray(tools) && tools.some((tool: { readonly name?: string }) => tool.name === "json");
}

function readObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { readonly text?: string }) => part.text ?? "").join("");
}
