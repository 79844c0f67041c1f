import { afterAll, expect, test } from "vitest";
import { startOpenAiServer } from "../../../test/servers/openai-server.js";
import type { Io } from "../../console/src/io.js";
import { progressIo } from "../../console/src/progress/progress-io.js";
import { noIo } from "./help/no-io.js";
import { folder, runCli } from "./run-cli.js";

const CLEAR = "\r\u001b[K";

/** A terminal, and what is written to it in order. */
function terminal(columns = 80): { readonly io: Io; readonly written: string[] } {
  const written: string[] = [];
  const output = {
    columns,
    write: (text: string) => {
      written.push(text);
      return Promise.resolve();
    },
  };
  return { io: { ...noIo(), stdout: output, stderr: output }, written };
}

test("a line appears after a second, is written ten times a second, and is gone before anything else", async () => {
  const { io, written } = terminal();
  let now = 0;
  const watched = progressIo(io, () => now);
  const steps = (from: number, to: number): void => {
    for (let done = from; done <= to; done++) {
      now += 10;
      watched.progress?.("reading", done, 500);
    }
  };
  steps(1, 100);
  expect(written).toEqual([]);
  steps(101, 121);
  expect(written).toEqual([101, 111, 121].map((done) => `${CLEAR}reading ${done} of 500`));
  await watched.stdout.write("the result\n");
  await watched.stderr.write("a note\n");
  expect(written.slice(3)).toEqual([CLEAR, "the result\n", "a note\n"]);
  // What comes next is new work.
  steps(1, 100);
  expect(written.length).toBe(6);
  watched.terminal?.();
});

test.each([
  [12, "reading pol"],
  [0, "reading policy files 2"],
])("a long line is cut to a terminal of %i columns", (columns, line) => {
  const { io, written } = terminal(columns);
  let now = 0;
  const watched = progressIo(io, () => (now += 2_000));
  watched.progress?.("reading policy files", 1);
  watched.progress?.("reading policy files", 2);
  expect(written).toEqual([`${CLEAR}${line}`]);
  watched.terminal?.();
});

const event = { event: "before_tool_call", toolName: "exec", params: { command: "ls" } };
const there = folder({
  "review.md": "---\nname: review\nevents: before_tool_call\n---\nDeny what destroys. {{params.command}}\n",
  "data.jsonl": `${JSON.stringify({ event, expected: "approve" })}\n`,
});
afterAll(there.remove);

test("a judge that is waited for is told of at a terminal, and nowhere else", async () => {
  const text = JSON.stringify({ reason: "so", decision: "approve" });
  const server = await startOpenAiServer(() => ({ kind: "reply", text, afterMs: 1_500 }));
  try {
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "test-key" };
    const place = { cwd: there.path, home: there.home, env };
    const args = ["judge", "eval", "data.jsonl", "--policy", "review.md", "--model", "openai/a"];
    const [seen, ...unseen] = await Promise.all([
      runCli(args, { ...place, columns: 80 }),
      runCli(args, place),
      runCli([...args, "--json"], { ...place, columns: 80 }),
      runCli([...args, "--no-color"], { ...place, columns: 80 }),
    ]);
    expect(seen.stderr).toBe(
      `${CLEAR}asking the judge: question 0 of 1${CLEAR}asking the judge: question 1 of 1${CLEAR}`,
    );
    expect(unseen.map(({ stderr }) => stderr)).toEqual(["", "", ""]);
  } finally {
    await server.close();
  }
});

test("loading and the analysis of check say how far they are", async () => {
  const told: string[] = [];
  const { checkedSets } = await import("../../workbench/src/check/checked-sets.js");
  const { contextOf, DEFAULT_OPTIONS } = await import("../../local/src/settings.js");
  const rules = folder({
    "a.yaml":
      "version: 1\npolicies:\n  - id: a\n    events: before_tool_call\n    tools: Bash\n    deny: no\n",
    "b.yaml":
      "version: 1\npolicies:\n  - id: b\n    events: before_tool_call\n    tools: Write\n    deny: no\n",
  });
  const io: Io = {
    ...noIo(),
    cwd: rules.path,
    home: rules.home,
    progress: (what, done, of) => told.push(`${what} ${done} of ${of ?? "?"}`),
  };
  await checkedSets(contextOf(DEFAULT_OPTIONS, io), ["."], { conflicts: false, tools: [] });
  rules.remove();
  expect(told).toEqual([
    "reading policy files 1 of 2",
    "reading policy files 2 of 2",
    "looking for policies that do nothing 0 of 2",
    "looking for policies that do nothing 1 of 2",
  ]);
});
