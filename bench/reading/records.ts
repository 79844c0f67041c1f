import type { JsonObject } from "@gatehouse-hooks/json";
import { random } from "../realistic/random.js";

/** An event with many records of one shape, as search results and edits are. */
export function recordsOf(bytes: number): JsonObject {
  const next = random(7);
  const records: JsonObject[] = [];
  for (let size = 0; size < bytes;) {
    const record: JsonObject = {
      id: records.length,
      path: `src/module-${next.below(1_000)}.ts`,
      line: next.below(2_000),
      isTest: next.below(4) === 0,
      score: next.below(1_000) / 7,
      text: `const value${next.below(1_000)} = compute("${next.below(1_000)}");`,
    };
    size += JSON.stringify(record).length + 1;
    records.push(record);
  }
  return { event: "after_tool_call", toolName: "search", params: { records } };
}
