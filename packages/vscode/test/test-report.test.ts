import { afterAll, expect, test } from "vitest";
import { folder, runCli } from "../../cli/test/run-cli.js";
import { folderDecidedIn } from "../src/policy-places.js";
import { readReport } from "../src/test-report.js";

const place = folder({
  ".gatehouse/rules.yaml": `version: 1
policies:
  - id: one
    events: prompt
    deny: no
    tests:
      - { event: { prompt: a }, expect: deny }
      - { event: { prompt: b }, expect: skip }
`,
});
afterAll(() => place.remove());

test("what the command prints of tests is read: name, line, and what differs", async () => {
  const { stdout } = await runCli(["test", "--json", "--", ".gatehouse/rules.yaml"], {
    cwd: place.path,
    home: place.home,
  });
  const answers = readReport(stdout);
  expect(answers.map(({ name, line }) => [name, line])).toEqual([
    ["one #1", 7],
    ["one #2", 8],
  ]);
  expect(answers.map(({ differences }) => differences.length)).toEqual([0, 1]);
});

test.each(["", "no JSON", "[]", "{}", '{"tests":7}', '{"tests":[null,{},{"name":"a"}]}'])(
  "%j says of no test that it passed",
  (printed) => {
    expect(readReport(printed)).toEqual([]);
  },
);

test.each([
  ["/a/b/.gatehouse/rules.yaml", "/a/b"],
  ["/a/.mayros/hooks/x.md", "/a"],
  ["C:\\a\\.mimir\\config.yml", "C:\\a"],
  ["/a/mayros.json5", "/a"],
])("%s decides in %s", (file, project) => {
  expect(folderDecidedIn(file)).toBe(project);
});
