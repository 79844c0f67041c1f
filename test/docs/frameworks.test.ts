import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "examples/frameworks");
const examples = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") }));

test("what docs/frameworks.md shows of an example is in the example", () => {
  const text = readFileSync(path.join(root, "docs/frameworks.md"), "utf8");
  const shown = [...text.matchAll(/^```typescript\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => linesOf(code));
  expect(shown.length).toBeGreaterThan(5);
  for (const code of shown)
    expect(examples.some((one) => linesOf(one.text).includes(code)) ? "" : code).toBe("");
});

test("an example has at most 60 lines", () => {
  const long = examples.filter(({ text }) => text.trimEnd().split("\n").length > 60).map(({ name }) => name);
  expect(long).toEqual([]);
});

/** The lines, however far they are indented. */
function linesOf(code: string): string {
  return code
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
}
