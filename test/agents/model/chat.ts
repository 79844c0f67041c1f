import { dataEvent } from "./event-stream.js";
import { countRuns, itemsOf, member, stringOf, strings } from "./json-access.js";
import type { Protocol, Reply, Speech } from "./protocol.js";

/** OpenAI chat completions. */
export const chat: Protocol = {
  name: "chat",
  serves: (path) => path.endsWith("/chat/completions"),
  read: (body) => {
    const messages = itemsOf(body, "messages");
    return {
      tools: itemsOf(body, "tools").map((tool) => stringOf(member(tool, "function"), "name")),
      assistantTurns: countRuns(messages, (message) => member(message, "role") === "assistant"),
      results: messages
        .filter((message) => member(message, "role") === "tool")
        .map((message) => ({
          id: stringOf(message, "tool_call_id"),
          text: strings(member(message, "content")).join("\n"),
        })),
    };
  },
  speak,
};

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

function speak({ turn, id, body }: Speech): Reply {
  const calls = (turn.calls ?? []).map(({ name, args }, index) => ({
    index,
    id: `call_${id}_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  const reason = calls.length > 0 ? "tool_calls" : "stop";
  const base = { id: `chatcmpl-${id}`, created: 1, model: body["model"] };
  const toolCalls = calls.length > 0 ? { tool_calls: calls } : {};
  if (body["stream"] !== true) {
    const message = { role: "assistant", content: turn.text ?? null, ...toolCalls };
    const choices = [{ index: 0, message, finish_reason: reason }];
    return { kind: "json", value: { ...base, object: "chat.completion", choices, usage } };
  }
  const chunk = (choices: readonly object[], more: object = {}): string =>
    dataEvent({ ...base, object: "chat.completion.chunk", choices, ...more });
  const delta = (value: object, finish: string | null = null): string =>
    chunk([{ index: 0, delta: value, finish_reason: finish }]);
  const events = [
    delta({ role: "assistant", content: turn.text ?? "" }),
    ...(calls.length > 0 ? [delta(toolCalls)] : []),
    delta({}, reason),
    chunk([], { usage }),
    dataEvent("[DONE]"),
  ];
  return { kind: "stream", text: events.join("") };
}
