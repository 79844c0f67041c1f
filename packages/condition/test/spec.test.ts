import { readFileSync } from "node:fs";
import { compile, parse } from "@gatehouse-hooks/condition";
import { parseJson } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { grammarFiles } from "../../../tools/grammar/grammar-files.js";

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

test("the syntax block and the railroad diagrams are the parser's grammar", () => {
  const files = grammarFiles(spec);
  expect(files.size).toBeGreaterThan(5);
  for (const [name, text] of files)
    expect(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"), name).toBe(text);
});
