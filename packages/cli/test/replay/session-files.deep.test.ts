import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";

const MIB = 1024 * 1024;
let folder = "";
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), "session-size-"))));
afterAll(() => rm(folder, { recursive: true }));

/** Writes a session of Claude Code of about that size; every 40th call writes a file of 1.5 MB, which is one line. */
async function writeSession(
  name: string,
  size: number,
): Promise<{ readonly file: string; readonly calls: number }> {
  const file = path.join(folder, name);
  const output = createWriteStream(file);
  const frame = {
    sessionId: "s",
    cwd: "/shop",
    uuid: "u",
    parentUuid: null,
    version: "2.1.330",
    timestamp: "2026-11-22T10:00:00.000Z",
  };
  let calls = 0;
  for (let written = 0; written < size;) {
    const id = `toolu_${String(++calls).padStart(24, "0")}`;
    const isLarge = calls % 40 === 0;
    const input = isLarge
      ? { file_path: "/shop/a", content: "a line of text\n".repeat(100_000) }
      : { command: "ls" };
    const lines = [
      {
        ...frame,
        type: "assistant",
        message: { id: "m", content: [{ type: "tool_use", id, name: isLarge ? "Write" : "Bash", input }] },
      },
      { ...frame, type: "api-request-blob", message: { content: "what the model was told\n".repeat(500) } },
      {
        ...frame,
        type: "user",
        message: { content: [{ type: "tool_result", tool_use_id: id, content: "x".repeat(2_000) }] },
      },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    written += text.length;
    if (!output.write(text)) await once(output, "drain");
  }
  output.end();
  await once(output, "close");
  return { file, calls };
}

function readApart(file: string): {
  readonly calls: number;
  readonly issues: readonly string[];
  readonly maxRss: number;
} {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      // What the collector leaves lying is bounded, too: a heap that would hold the long file as text has no room.
      ...["--max-old-space-size=96", "--max-semi-space-size=4"],
      "--conditions=@gatehouse-hooks/source",
      "--import",
      "tsx",
      path.join(import.meta.dirname, "read-in-process.ts"),
      file,
    ],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
  return JSON.parse(stdout) as ReturnType<typeof readApart>;
}

test("a file twelve times as long takes no more memory", async () => {
  const small = await writeSession("small.jsonl", 10 * MIB);
  const large = await writeSession("large.jsonl", 120 * MIB);
  expect((await stat(large.file)).size).toBeGreaterThan(120 * MIB);
  const first = readApart(small.file);
  const second = readApart(large.file);
  expect(first).toMatchObject({ calls: small.calls, issues: [] });
  expect(second).toMatchObject({ calls: large.calls, issues: [] });
  expect(second.maxRss - first.maxRss).toBeLessThan(80 * MIB);
});
