import { isRecord, own } from "@gatehouse-hooks/json";
import type { ResultForm } from "../settle-result.js";

/**
 * What a model reads of what a tool of a graph returns: the content of its message, or of all messages of a `Command`, which changes the
 * state of the graph; anything else as it is.
 */
export const MESSAGES: ResultForm = {
  read: (output) => {
    if (isMessage(output)) return output.content;
    const messages = messagesOf(output);
    return messages === undefined ? output : messages.map((one) => (isMessage(one) ? one.content : one));
  },
  write: (output, read) => {
    if (isMessage(output)) return withContent(output, read);
    const messages = messagesOf(output);
    if (messages === undefined || typeof output !== "object" || output === null) return read;
    // Another number of texts has no place in the messages: all of them say the same.
    const texts: readonly unknown[] | undefined =
      Array.isArray(read) && read.length === messages.length ? read : undefined;
    const written = messages.map((one, at) =>
      isMessage(one) ? withContent(one, texts === undefined ? read : texts[at]) : one,
    );
    const update = own(output, "update");
    return copyWith(output, { update: { ...(isRecord(update) ? update : {}), messages: written } });
  },
};

interface Message {
  readonly content: unknown;
}

function isMessage(output: unknown): output is Message {
  return typeof output === "object" && output !== null && "content" in output && "tool_call_id" in output;
}

function messagesOf(output: unknown): readonly unknown[] | undefined {
  const messages = own(own(output, "update"), "messages");
  return Array.isArray(messages) ? messages : undefined;
}

/** Its class keeps its fields twice: as they are, and as it was made with. */
function withContent(message: Message, read: unknown): object {
  const content: unknown = typeof read === "string" || Array.isArray(read) ? read : JSON.stringify(read);
  const made = own(message, "lc_kwargs");
  return copyWith(message, { content, ...(isRecord(made) && { lc_kwargs: { ...made, content } }) });
}

function copyWith(object: object, fields: object): object {
  const copy = { ...object, ...fields };
  Reflect.setPrototypeOf(copy, Reflect.getPrototypeOf(object));
  return copy;
}
