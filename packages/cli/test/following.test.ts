import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { main } from "../src/main.js";
import { folder, type Folder } from "./run-cli.js";

let made: Folder | undefined;
afterEach(() => made?.remove());

const DENIES = `version: 1
policies:
  - id: one
    events: before_tool_call
    deny: first
`;

const EVENT = `${JSON.stringify({ event: "before_tool_call", toolName: "exec", params: { command: "ls" } })}\n`;
/** Longer than what was looked at counts as still the same, in ms. */
const LATER_MS = 300;

/** Answers, each after a change of the policies' file. */
async function answersTo(
  changes: readonly ((file: string) => void)[],
  first = DENIES,
): Promise<{
  readonly reasons: readonly unknown[];
  readonly stderr: string;
}> {
  made = folder({ "rules.yaml": first });
  const { path, home } = made;
  const file = join(path, "rules.yaml");
  const reasons: unknown[] = [];
  let stderr = "";
  async function* stdin(): AsyncGenerator<Uint8Array> {
    for (const change of changes) {
      change(file);
      yield new TextEncoder().encode(EVENT);
      await wait(LATER_MS);
    }
  }
  await main(["decide", "--jsonl", "--policies", "rules.yaml"], {
    stdin: stdin(),
    stdout: {
      columns: undefined,
      write: async (text) => {
        for (const line of text.trim().split("\n"))
          reasons.push((JSON.parse(line) as { readonly reason: unknown }).reason);
      },
    },
    stderr: { columns: undefined, write: async (text) => void (stderr += text) },
    env: {},
    cwd: path,
    home,
    interactive: false,
    terminal: () => undefined,
    onInterrupt: () => () => undefined,
  });
  return { reasons, stderr };
}

/** As editors do: another file takes the name. */
function write(text: string): (file: string) => void {
  return (file) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
}

test("a child process follows its policies: changed, broken, mended, gone", async () => {
  const { reasons, stderr } = await answersTo([
    () => undefined,
    write(DENIES.replace("first", "second")),
    write(DENIES.replace("deny", "deney")),
    write(DENIES.replace("first", "third")),
    (file) => rmSync(file),
    write(DENIES.replace("first", "fourth")),
  ]);
  expect(reasons).toEqual(["first", "second", "second", "third", "third", "fourth"]);
  expect(stderr).toContain("what was edited is not in force");
});

test("policies that are broken from the start deny, until they are mended", async () => {
  const { reasons } = await answersTo([() => undefined, write(DENIES)], DENIES.replace("deny", "deney"));
  expect(reasons[0]).not.toBe("first");
  expect(reasons[1]).toBe("first");
});
