import { typedEvent } from "./event-stream.js";
import { countRuns, itemsOf, member, stringOf, strings } from "./json-access.js";
import type { Protocol, Reply, Speech } from "./protocol.js";
import type { ScriptedCall } from "./script.js";

/** Items of a conversation that the model has written, besides its messages. */
const SPOKEN = ["function_call", "custom_tool_call", "local_shell_call", "reasoning"];

/** OpenAI Responses. */
export const responses: Protocol = {
  name: "responses",
  serves: (path) => path.endsWith("/responses"),
  read: (body) => {
    const input = itemsOf(body, "input");
    // Newer clients declare some of their tools in an item of the input.
    const declared = input.filter((item) => member(item, "type") === "additional_tools");
    return {
      tools: [body, ...declared]
        .flatMap((place) => itemsOf(place, "tools"))
        .map((tool) => stringOf(tool, "name") || stringOf(tool, "type")),
      assistantTurns: countRuns(
        input,
        (item) => member(item, "role") === "assistant" || SPOKEN.includes(stringOf(item, "type")),
      ),
      results: input
        .filter((item) => stringOf(item, "type").endsWith("_output"))
        .map((item) => ({
          id: stringOf(item, "call_id"),
          text: strings(member(item, "output")).join("\n"),
        })),
    };
  },
  speak,
};

interface OutputItem {
  readonly type: string;
  readonly id: string;
  readonly [key: string]: unknown;
}

function speak({ turn, id, body }: Speech): Reply {
  const output = [
    ...(turn.text === undefined ? [] : [messageItem(turn.text, id)]),
    ...(turn.calls ?? []).map((call, index) => callItem(call, `${id}_${index}`)),
  ];
  const response = { id: `resp_${id}`, object: "response", created_at: 1, model: body["model"] };
  const done = { ...response, status: "completed", output, usage: usageOf(turn.tokens ?? 10) };
  if (body["stream"] !== true) return { kind: "json", value: done };
  const events = [
    { type: "response.created", response: { ...response, status: "in_progress", output: [], usage: null } },
    ...output.flatMap((item, index) => itemEvents(item, index)),
    { type: "response.completed", response: done },
  ];
  const text = events.map((event, index) => typedEvent({ ...event, sequence_number: index })).join("");
  return { kind: "stream", text };
}

function usageOf(tokens: number): object {
  return {
    input_tokens: tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokens + 5,
  };
}

function messageItem(text: string, id: string): OutputItem {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: `msg_${id}`, role: "assistant", status: "completed", content };
}

function callItem({ name, args, namespace }: ScriptedCall, id: string): OutputItem {
  const common = {
    id: `fc_${id}`,
    call_id: `call_${id}`,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    status: "completed",
  };
  return typeof args === "string"
    ? { type: "custom_tool_call", ...common, input: args }
    : { type: "function_call", ...common, arguments: JSON.stringify(args) };
}

/** How an item grows in a stream: its empty form, what fills it, and the whole. */
function itemEvents(
  item: OutputItem,
  index: number,
): readonly { readonly type: string; readonly [key: string]: unknown }[] {
  const at = { item_id: item.id, output_index: index };
  const added = (empty: object): { readonly type: string; readonly [key: string]: unknown } => ({
    type: "response.output_item.added",
    output_index: index,
    item: { ...item, status: "in_progress", ...empty },
  });
  const done = { type: "response.output_item.done", output_index: index, item };
  if (item.type === "message") {
    const text = stringOf(itemsOf(item, "content")[0], "text");
    const part = { ...at, content_index: 0 };
    return [
      added({ content: [] }),
      {
        type: "response.content_part.added",
        ...part,
        part: { type: "output_text", text: "", annotations: [] },
      },
      { type: "response.output_text.delta", ...part, delta: text },
      { type: "response.output_text.done", ...part, text },
      done,
    ];
  }
  const [key, event] =
    item.type === "function_call"
      ? ["arguments", "response.function_call_arguments"]
      : ["input", "response.custom_tool_call_input"];
  return [
    added({ [key]: "" }),
    { type: `${event}.delta`, ...at, delta: item[key] },
    { type: `${event}.done`, ...at, [key]: item[key] },
    done,
  ];
}
