import { dataEvent } from "./event-stream.js";
import { countRuns, itemsOf, member, stringOf, strings } from "./json-access.js";
import type { Protocol } from "./protocol.js";

/** Gemini generateContent. */
export const gemini: Protocol = {
  name: "gemini",
  serves: (path) => /:(?:streamGenerateContent|generateContent)$/.test(path),
  read: (body) => {
    const contents = itemsOf(body, "contents");
    return {
      tools: itemsOf(body, "tools")
        .flatMap((tool) => itemsOf(tool, "functionDeclarations"))
        .map((declaration) => stringOf(declaration, "name")),
      assistantTurns: countRuns(contents, (content) => member(content, "role") === "model"),
      results: contents
        .flatMap((content) => itemsOf(content, "parts"))
        .map((part) => member(part, "functionResponse"))
        .filter((response) => response !== undefined)
        .map((response) => ({
          id: stringOf(response, "id"),
          text: strings(member(response, "response")).join("\n"),
        })),
    };
  },
  speak: ({ turn, id, path }) => {
    const parts = [
      ...(turn.text === undefined ? [] : [{ text: turn.text }]),
      ...(turn.calls ?? []).map(({ name, args }, index) => ({
        functionCall: { id: `call_${id}_${index}`, name, args },
      })),
    ];
    const value = {
      candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: "scripted",
    };
    return path.endsWith(":streamGenerateContent")
      ? { kind: "stream", text: dataEvent(value) }
      : { kind: "json", value };
  },
};
