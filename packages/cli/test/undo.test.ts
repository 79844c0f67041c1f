import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

const AGENT = `agents:
  root:
    model: m
    hooks:
      turn_start: [{ type: builtin, command: snapshot }]
      turn_end: [{ type: builtin, command: snapshot }]
`;

/** A project in which a session `s` has changed `a.txt` from `one` to `two`, each event decided by a run of its own. */
async function changed(): Promise<{ readonly place: Folder; readonly options: object }> {
  const place = folder({ "agent.yaml": AGENT, "a.txt": "one" });
  onTestFinished(place.remove);
  const env = { PATH: process.env["PATH"] ?? "" };
  const options = { cwd: place.path, home: place.home, env };
  execFileSync("git", ["init", "--quiet"], { cwd: place.path });
  const decide = (event: string) =>
    runCli(["decide", "--policies", "agent.yaml", "--policy-format", "docker-agent"], {
      ...options,
      stdin: JSON.stringify({ event, session_id: "s", cwd: place.path }),
    });
  await decide("turn_start");
  writeFileSync(join(place.path, "a.txt"), "two");
  await decide("turn_end");
  return { place, options };
}

describe("what a snapshot has recorded can be taken back (D21)", () => {
  test("a run per event records, `undo --list` shows it, `undo` takes it back", async () => {
    const { place, options } = await changed();
    const listed = await runCli(["undo", "--list"], options);
    expect([listed.code, listed.stdout]).toEqual([
      0,
      expect.stringMatching(/^session s\n +\S+ {2}a\.txt\n$/),
    ]);
    expect(readFileSync(join(place.path, "a.txt"), "utf8")).toBe("two");
    const undone = await runCli(["undo"], options);
    expect([undone.code, undone.stdout]).toEqual([0, "taken back: a.txt\nsession s\n"]);
    expect(readFileSync(join(place.path, "a.txt"), "utf8")).toBe("one");
    const again = await runCli(["undo", "--json"], options);
    expect([again.code, JSON.parse(again.stdout)]).toEqual([0, { kind: "nothing-to-undo" }]);
  });
  test("an unknown session is bad usage, and changes nothing", async () => {
    const { place, options } = await changed();
    const { code, stderr } = await runCli(["undo", "--session", "other"], options);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("no changes of a session `other` are recorded"),
    ]);
    expect(readFileSync(join(place.path, "a.txt"), "utf8")).toBe("two");
  });
});
