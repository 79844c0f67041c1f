import { type ModelServer, type Protocol, type ServerScript, startModelServer } from "./model-server.js";

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
  encode(text, finishReason, request) {
    const input = forcesJsonTool(request.body) ? readObject(text) : undefined;
    return {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: request.body["model"],
      content:
        input === undefined
          ? [{ type: "text", text }]
          : [{ type: "tool_use", id: "toolu_1", name: "json", input }],
      stop_reason: input === undefined ? (stopReasons[finishReason] ?? finishReason) : "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 20 },
    };
  },
};

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
