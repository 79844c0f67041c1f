import {
  type ModelRequest,
  type ModelServer,
  type Protocol,
  type ServerScript,
  startModelServer,
} from "./model-server.js";

/** A loopback server that speaks the OpenAI chat completions protocol. */
export function startOpenAiServer(script: ServerScript): Promise<ModelServer> {
  return startModelServer(protocol, script);
}

const protocol: Protocol = {
  path: "/v1/chat/completions",
  read(body) {
    const messages = body["messages"] as readonly { readonly role: string; readonly content: unknown }[];
    return { system: textOf(messages, "system"), prompt: textOf(messages, "user") };
  },
  encode: (text, finishReason, request) => completion({ content: text }, finishReason, request),
  callTool: (text, finishReason, request) =>
    completion(
      {
        content: text,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "run", arguments: "{}" } }],
      },
      finishReason,
      request,
    ),
  stream(text, request) {
    const chunk = (delta: object, finishReason: string | null) =>
      `data: ${JSON.stringify({
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 0,
        model: request.body["model"],
        choices: [{ index: 0, delta, finish_reason: finishReason }],
      })}\n\n`;
    return [
      chunk({ role: "assistant", content: "" }, null),
      ...Array.from(text, (content) => chunk({ content }, null)),
      chunk({}, "stop"),
      "data: [DONE]\n\n",
    ];
  },
};

function completion(message: object, finishReason: string, request: ModelRequest): unknown {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model: request.body["model"],
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finishReason }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}

function textOf(
  messages: readonly { readonly role: string; readonly content: unknown }[],
  role: string,
): string {
  return messages
    .filter((message) => message.role === role)
    .map(({ content }) => (typeof content === "string" ? content : parts(content)))
    .join("\n");
}

function parts(content: unknown): string {
  return (content as readonly { readonly text?: string }[]).map(({ text }) => text ?? "").join("");
}
