import { typedEvent } from "./event-stream.js";
import { countRuns, items, itemsOf, member, stringOf, strings } from "./json-access.js";
import type { Protocol, Reply, Speech } from "./protocol.js";

/** Anthropic messages. */
export const anthropic: Protocol = {
  name: "anthropic",
  serves: (path) => path.endsWith("/messages"),
  read: (body) => {
    const messages = itemsOf(body, "messages");
    return {
      tools: itemsOf(body, "tools").map((tool) => stringOf(tool, "name")),
      assistantTurns: countRuns(messages, (message) => member(message, "role") === "assistant"),
      results: messages
        .flatMap((message) => items(member(message, "content")))
        .filter((block) => member(block, "type") === "tool_result")
        .map((block) => ({
          id: stringOf(block, "tool_use_id"),
          text: strings(member(block, "content")).join("\n"),
        })),
    };
  },
  speak,
};

function speak({ turn, id, body }: Speech): Reply {
  const calls = turn.calls ?? [];
  const content = [
    ...(turn.text === undefined ? [] : [{ type: "text", text: turn.text }]),
    ...calls.map(({ name, args }, index) => ({
      type: "tool_use",
      id: `toolu_${id}_${index}`,
      name,
      input: args,
    })),
  ];
  const message = {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: body["model"],
    stop_sequence: null,
    usage: {
      input_tokens: turn.tokens ?? 10,
      output_tokens: 5,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
  const stopReason = calls.length > 0 ? "tool_use" : "end_turn";
  if (body["stream"] !== true) {
    return { kind: "json", value: { ...message, content, stop_reason: stopReason } };
  }
  const events = [
    typedEvent({ type: "message_start", message: { ...message, content: [], stop_reason: null } }),
    ...content.flatMap((block, index) => {
      const [start, delta] = inParts(block);
      return [
        typedEvent({ type: "content_block_start", index, content_block: start }),
        typedEvent({ type: "content_block_delta", index, delta }),
        typedEvent({ type: "content_block_stop", index }),
      ];
    }),
    typedEvent({
      type: "message_delta",
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 5 },
    }),
    typedEvent({ type: "message_stop" }),
  ];
  return { kind: "stream", text: events.join("") };
}

/** A block as a stream sends it: its empty form, and what fills it. */
function inParts(block: {
  readonly type: string;
  readonly [key: string]: unknown;
}): readonly [object, object] {
  return block.type === "text"
    ? [
        { ...block, text: "" },
        { type: "text_delta", text: block["text"] },
      ]
    : [
        { ...block, input: {} },
        { type: "input_json_delta", partial_json: JSON.stringify(block["input"]) },
      ];
}
