import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { own } from "@gatehouse-hooks/json";
import { readEvidence } from "@gatehouse-hooks/local/places";
import { folder, type Folder, runCli } from "../run-cli.js";

const RULES = `version: 1
policies:
  - { id: keys, events: before_tool_call, when: 'facts.reads.any(r, r.home == "~/.ssh/id_rsa")', deny: no keys }
`;
const READS_KEY = "cat ~/.ssh/id_rsa\n";
const HARMLESS = "echo done\n";

let place: Folder | undefined;
afterEach(() => place?.remove());

/** Decides with a trail, and says what a replay of the same calls with it counts after the disk has changed. */
async function replayedAfter(
  files: Readonly<Record<string, string>>,
  commands: readonly string[],
  change: (path: string) => void,
) {
  place = folder({ "r.yaml": RULES, ...files });
  const { path, home } = place;
  const events = commands.map((command) => ({
    event: "before_tool_call",
    toolName: "Bash",
    params: { command },
    cwd: path,
    home,
  }));
  writeFileSync(join(path, "calls.jsonl"), events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  const at = { cwd: path, home };
  const trail = join(path, "trail");
  for (const event of events)
    await runCli(["decide", "--policies", "r.yaml", "--audit", trail, "--json"], {
      ...at,
      stdin: JSON.stringify(event),
    });
  const recorded = readdirSync(trail).map((name) => join("trail", name));
  change(path);
  const replay = async (more: readonly string[]) => {
    const ran = await runCli(["replay", ...more, "calls.jsonl", "--policies", "r.yaml", "--json"], at);
    expect(ran.stderr).toBe("");
    const report: unknown = JSON.parse(ran.stdout);
    return own(own(report, "now"), "effects");
  };
  return { with: await replay(recorded), without: await replay([]) };
}

test("a script that was changed since is what it was when the decision was made", async () => {
  const { with: then, without: now } = await replayedAfter(
    { "a.sh": READS_KEY, "b.sh": HARMLESS },
    ["bash a.sh", "bash b.sh", "bash none.sh"],
    (path) => {
      writeFileSync(join(path, "a.sh"), HARMLESS);
      writeFileSync(join(path, "b.sh"), READS_KEY);
      writeFileSync(join(path, "none.sh"), READS_KEY);
    },
  );
  expect(then).toMatchObject({ deny: 1, abstain: 2 });
  expect(now).toMatchObject({ deny: 2, abstain: 1 });
});

test("a link leads where it led, and what was not there is not", async () => {
  const { with: then, without: now } = await replayedAfter(
    { "~/.ssh/id_rsa": "key", plain: "x", other: "x" },
    ["cat plain", "cat ./other"],
    (path) => {
      rmSync(join(path, "other"));
      symlinkSync(join(path, "../home/.ssh/id_rsa"), join(path, "other"));
    },
  );
  expect(then).toMatchObject({ abstain: 2 });
  expect(now).toMatchObject({ deny: 1, abstain: 1 });
});

test("a call that came twice is what it was each time; without a time it is not known which", async () => {
  place = folder({ "r.yaml": RULES, "a.sh": READS_KEY });
  const { path, home } = place;
  const event = {
    event: "before_tool_call",
    toolName: "Bash",
    params: { command: "bash a.sh" },
    cwd: path,
    home,
  };
  const decide = async (text: string): Promise<void> => {
    writeFileSync(join(path, "a.sh"), text);
    const args = ["decide", "--policies", "r.yaml", "--audit", join(path, "trail"), "--json"];
    await runCli(args, { cwd: path, home, stdin: JSON.stringify(event) });
  };
  await decide(READS_KEY);
  await decide(HARMLESS);
  await decide(HARMLESS);
  const recorded = readdirSync(join(path, "trail")).map((name) => join("trail", name));
  const records = recorded.flatMap((name) =>
    readFileSync(join(path, name), "utf8").split("\n").filter(Boolean),
  );
  const rows = records.flatMap((line) => {
    const record: unknown = JSON.parse(line);
    return own(record, "kind") === "decision" ? [{ at: own(record, "at"), event }] : [];
  });
  const effects = async (log: readonly object[]) => {
    writeFileSync(join(path, "calls.jsonl"), log.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const ran = await runCli(["replay", ...recorded, "calls.jsonl", "--policies", "r.yaml", "--json"], {
      cwd: path,
      home,
    });
    return own(own(JSON.parse(ran.stdout) as unknown, "now"), "effects");
  };
  expect(await effects(rows)).toMatchObject({ deny: 1, abstain: 2 });
  expect(await effects([event])).toMatchObject({ deny: 0, abstain: 1 });
});

test("evidence that anything else has written is none, or a part of one", () => {
  for (const value of [undefined, null, [], "x", {}, { place: 1 }, { place: {}, lost: "too long" }])
    expect(readEvidence(value)).toBeUndefined();
  const read = readEvidence({
    place: { home: 1 },
    texts: { "/a": 1, "/b": null },
    looks: { links: [] },
    ownCode: {},
  });
  expect([read?.place, [...(read?.texts ?? [])], read?.ownCode]).toEqual([{}, [["/b", null]], undefined]);
  expect([read?.looks?.at("/a"), read?.looks?.linksIn("/a")]).toEqual([{ kind: "unseen" }, null]);
});
