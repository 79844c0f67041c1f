import fc from "fast-check";
import { expect, test } from "vitest";
import { runRows } from "./run-cli.js";
import { assertLaw } from "../../../test/assert-law.js";
import { characters } from "../../../test/arbitraries/characters.js";

const word = fc.oneof(
  fc.constantFrom(
    "before_tool_call",
    "session_end",
    "mayros",
    "gatehouse",
    "a.md",
    "a.yaml",
    "toolName == 1",
    "---\nname: a\n",
  ),
  fc.string({ unit: characters, maxLength: 12 }),
);
const nested = (depth: number): unknown => {
  let value: unknown = 0;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { k: value };
  return value;
};
const value = fc.oneof(
  { weight: 3, arbitrary: word },
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 55, max: 75 }).map(nested),
);
const row = fc.dictionary(
  fc.constantFrom(
    "expr",
    "context",
    "event",
    "params",
    "reply",
    "format",
    "path",
    "text",
    "base64",
    "body",
    "model",
    "meta",
    "request",
    "__proto__",
  ),
  value,
  { maxKeys: 6 },
);

test.each(["eval", "decide", "parse-verdict", "load", "key"])(
  "%s: whatever a row holds, it is answered, and the next one too",
  async (command) => {
    await assertLaw(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const answers = await runRows([command], rows);
        expect(answers).toHaveLength(rows.length);
        for (const answer of answers) expect(answer).toBeTypeOf("object");
      }),
      { quick: 100 },
    );
  },
);
