import { expect, test } from "vitest";

import { codeBlocks } from "./code-blocks.js";
import { brokenLinks } from "./documents.js";

const document = `# Title

\`\`\`ts
const one = 1;
\`\`\`

\`\`\`ts continued
console.log(one);
\`\`\`

Prints:

\`\`\`text output
1
\`\`\`

\`\`\`sh
not executed
\`\`\`

\`\`\`sh run exit=1
false
\`\`\`

~~~~yaml
\`\`\`ts
not code
\`\`\`
~~~~
`;

test("ts blocks and sh blocks marked run are found, with their outputs", () => {
  expect(codeBlocks(document)).toEqual({
    blocks: [
      { kind: "ts", line: 3, code: "const one = 1;\n", exitCode: 0 },
      { kind: "ts", line: 7, code: "const one = 1;\n\nconsole.log(one);\n", exitCode: 0, output: "1\n" },
      { kind: "sh", line: 21, code: "false\n", exitCode: 1 },
    ],
    problems: [],
  });
});

test("an output without a block, and a continuation of nothing, are problems", () => {
  expect(
    codeBlocks("```text output\n1\n```\n\n```ts continued\n1;\n```\n").problems.map(({ line }) => line),
  ).toEqual([1, 5]);
});

test("a link to a file that is not there is found, one to a file, a place or an address is not", () => {
  const text =
    "# Title\n[a](README-NOT-THERE.md) [b](./package.json#x) [c](https://example.com/x) [d](#title) `[e](no)`";
  expect(brokenLinks({ name: "README.md", text })).toEqual(["README-NOT-THERE.md"]);
});

test("a link to a heading that is not there is found, in this document and in others", () => {
  const text =
    "# The `title`, 2\n[a](#the-title-2) [b](#subtitle) [c](docs/sources.md#document-000) [d](docs/sources.md#document-009)";
  expect(brokenLinks({ name: "README.md", text })).toEqual(["#subtitle", "docs/sources.md#document-009"]);
});
