import { readFileSync } from "node:fs";
import { compile, parse } from "@gatehouse/condition";
import { parseJson } from "@gatehouse/condition/json";
import { describe, expect, test } from "vitest";
import { renderGrammar } from "../../../tools/grammar/render-grammar.js";
import { serializedGrammar } from "../../../tools/grammar/serialized-grammar.js";

const spec = readFileSync(new URL("../SPEC.md", import.meta.url), "utf8");
const eventText = /on the event\s+`(\{.*\})`/.exec(spec)?.[1] ?? "";
const event = parseJson(eventText).value;

/** The rows of the tables that follow the word "Checked". */
const examples = [...spec.matchAll(/^\| `(.+)`\s+\| (true|false)\s+\|$/gm)].map(
  ([, text = "", value = ""]) => [text.replaceAll("\\|", "|"), value === "true"] as const,
);

describe("the tables of SPEC.md", () => {
  test("are found", () => {
    expect(event).toBeDefined();
    expect(examples.length).toBeGreaterThan(90);
  });

  test.each(examples)("%s", (text, value) => {
    const { ast, issues } = parse(text);
    if (ast === null || event === undefined) throw new Error(JSON.stringify(issues));
    expect(compile(ast)(event)).toBe(value);
  });
});

test("the syntax block is the parser's grammar", () => {
  const grammar = renderGrammar(serializedGrammar());
  expect(spec).toContain(`<!-- grammar:start -->\n\n\`\`\`\n${grammar}\n\`\`\``);
});
