/** How a client of a protocol speaks: the requests of a conversation, and where the reply holds what the model did. */
export interface ProtocolRow {
  readonly name: string;
  readonly path: string;
  /** Where the reply is a stream: another path, or a field of the request. */
  readonly streamPath?: string;
  /**
   * @param spoken how often the model has already spoken, each time followed by a tool's result
   * @param said what the user has said before
   */
  request(
    spoken: number,
    tools: readonly string[],
    said?: readonly string[],
  ): Readonly<Record<string, unknown>>;
  /** The name, the arguments and the id of the first call in a reply. */
  readonly call: {
    readonly name: readonly (string | number)[];
    readonly args: readonly (string | number)[];
    readonly id: readonly (string | number)[];
  };
  /** Where the text is in a reply without calls. */
  readonly text: readonly (string | number)[];
  /** What ends a stream. */
  readonly streamEnd: string;
}

const RESULT = "the tool said so";
const times = (count: number, make: (index: number) => readonly object[]): readonly object[] =>
  Array.from({ length: count }, (_, index) => make(index)).flat();

/** One row for each protocol. */
export const PROTOCOL_ROWS: readonly ProtocolRow[] = [
  {
    name: "anthropic",
    path: "/v1/messages",
    request: (spoken, tools, said = ["go"]) => ({
      tools: tools.map((name) => ({ name })),
      messages: [
        ...said.map((content) => ({ role: "user", content })),
        ...times(spoken, (index) => [
          { role: "assistant", content: [{ type: "tool_use", id: `t${index}`, name: "x", input: {} }] },
          {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: `t${index}`, content: RESULT }],
          },
        ]),
      ],
    }),
    call: { name: ["content", 0, "name"], args: ["content", 0, "input"], id: ["content", 0, "id"] },
    text: ["content", 0, "text"],
    streamEnd: 'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  },
  {
    name: "responses",
    path: "/v1/responses",
    request: (spoken, tools, said = ["go"]) => ({
      tools: tools.map((name) => ({ type: "function", name })),
      input: [
        ...said.map((content) => ({ role: "user", content })),
        ...times(spoken, (index) => [
          // Two items of one turn.
          { type: "reasoning", id: `r${index}` },
          { type: "function_call", call_id: `t${index}`, name: "x", arguments: "{}" },
          { type: "function_call_output", call_id: `t${index}`, output: RESULT },
        ]),
      ],
    }),
    call: { name: ["output", 0, "name"], args: ["output", 0, "arguments"], id: ["output", 0, "call_id"] },
    text: ["output", 0, "content", 0, "text"],
    streamEnd: "}\n\n",
  },
  {
    name: "chat completions",
    path: "/v1/chat/completions",
    request: (spoken, tools, said = ["go"]) => ({
      tools: tools.map((name) => ({ type: "function", function: { name } })),
      messages: [
        ...said.map((content) => ({ role: "user", content })),
        ...times(spoken, (index) => [
          { role: "assistant", tool_calls: [{ id: `t${index}` }] },
          { role: "tool", tool_call_id: `t${index}`, content: RESULT },
        ]),
      ],
    }),
    call: {
      name: ["choices", 0, "message", "tool_calls", 0, "function", "name"],
      args: ["choices", 0, "message", "tool_calls", 0, "function", "arguments"],
      id: ["choices", 0, "message", "tool_calls", 0, "id"],
    },
    text: ["choices", 0, "message", "content"],
    streamEnd: "data: [DONE]\n\n",
  },
  {
    name: "gemini",
    path: "/v1beta/models/m:generateContent",
    streamPath: "/v1beta/models/m:streamGenerateContent?alt=sse",
    request: (spoken, tools, said = ["go"]) => ({
      tools: [{ functionDeclarations: tools.map((name) => ({ name })) }],
      contents: [
        ...said.map((text) => ({ role: "user", parts: [{ text }] })),
        ...times(spoken, (index) => [
          { role: "model", parts: [{ functionCall: { id: `t${index}`, name: "x", args: {} } }] },
          {
            role: "user",
            parts: [{ functionResponse: { id: `t${index}`, response: { output: RESULT } } }],
          },
        ]),
      ],
    }),
    call: {
      name: ["candidates", 0, "content", "parts", 0, "functionCall", "name"],
      args: ["candidates", 0, "content", "parts", 0, "functionCall", "args"],
      id: ["candidates", 0, "content", "parts", 0, "functionCall", "id"],
    },
    text: ["candidates", 0, "content", "parts", 0, "text"],
    streamEnd: "}\n\n",
  },
];
