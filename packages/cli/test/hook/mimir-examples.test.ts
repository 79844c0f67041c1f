import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Folder, folder, type Ran, runCli } from "../run-cli.js";
import { isLaterTier, isQuickTier, tierRows } from "../../../../test/assert-law.js";
import { agentEvent, AGENTS, type Happening } from "./agent-events.js";
import { EXAMPLES, readStarted, standIn } from "./mimir-examples.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const VALIDATOR = `import re, sys
for pattern in [r"rm\\s+-rf\\s+/", r":\\(\\)\\{\\s*:\\|:&\\s*\\};:", r"dd\\s+if=/dev/random"]:
    if re.search(pattern, sys.argv[1]):
        print("BLOCKED: " + pattern)
        sys.exit(1)
print("Command validated")
`;
const PROGRAMS = ["npx", "npm", "git", "curl"];

/** A project with an example as the user's own hooks, and stand-ins for the programs that it starts. */
function place(example: string, fails: readonly string[] = []): Folder {
  const bins = PROGRAMS.map((name) => [`bin/${name}`, standIn(fails.includes(name) ? "exit 1" : "exit 0")]);
  const one = folder({
    "~/.mimir/config.yml": EXAMPLES[example] ?? "",
    "scripts/validate-bash.py": VALIDATOR,
    "scripts/validate-command.py": VALIDATOR,
    "bin/python": '#!/bin/sh\nexec python3 "$@"\n',
    ".git/HEAD": "",
    ...(Object.fromEntries(bins) as Record<string, string>),
  });
  made.push(one);
  for (const name of [...PROGRAMS, "python"]) chmodSync(join(one.path, "bin", name), 0o755);
  return one;
}

interface Happened extends Ran {
  /** Each as one line, the project's path as `P`. */
  readonly started: readonly string[];
  readonly isDenied: boolean;
}

/** What comes of it when an agent tells its hook of something; undefined where it never does. */
async function happen(one: Folder, agent: string, what: Happening): Promise<Happened | undefined> {
  const payload = agentEvent(agent, what, one.path);
  if (payload === undefined) return undefined;
  const log = join(one.home, "started");
  const before = existsSync(log) ? readFileSync(log, "utf8").length : 0;
  const ran = await runCli(["hook", agent], {
    cwd: one.path,
    home: one.home,
    env: { PATH: `${join(one.path, "bin")}:${process.env["PATH"] ?? ""}`, STARTED: log },
    stdin: JSON.stringify(payload),
  });
  const text = existsSync(log) ? readFileSync(log, "utf8").slice(before) : "";
  return {
    ...ran,
    started: readStarted(text).map(({ program, args }) =>
      [program, ...args].join(" ").replaceAll(one.path, "P"),
    ),
    isDenied:
      ran.code === 2 ||
      /"(?:deny|block|blocked)"|"throw"|"allow":\s*false|"continue":\s*false/.test(ran.stdout),
  };
}

const WRITES: Happening = { kind: "writes", file: "src/app.ts" };
const WROTE: Happening = { kind: "wrote", file: "src/app.ts" };
const file = (kind: "writes" | "wrote", name: string): Happening => ({ kind, file: name });
const runs = (command: string): Happening => ({ kind: "runs", command });
const STOPPED: Happening = { kind: "stopped" };
const FAILED: Happening = { kind: "failed", error: `it's "so"\nbad` };

/** What happens, and what the hooks of an example then start. */
type Row = readonly [example: string, what: Happening, starts: readonly string[]];

const ROWS: readonly Row[] = [
  ["global hooks", WRITES, ["npx eslint --fix P/src/app.ts"]],
  ["global hooks", WROTE, ["npm test -- P/src/app.ts"]],
  ["global hooks", file("wrote", "src/app.test.ts"), []],
  ["project hooks", WRITES, ["npx prettier --write P/src/app.ts"]],
  ["project hooks", WROTE, ["npx tsc --noEmit"]],
  ["project hooks", file("wrote", "README.md"), []],
  ["example 1, format", WRITES, ["npx prettier --write P/src/app.ts", "npx eslint --fix P/src/app.ts"]],
  ["example 1, format", file("writes", "README.md"), []],
  ["example 1, format", runs("ls"), []],
  ["example 2, tests", WROTE, ["npm test -- --findRelatedTests P/src/app.ts"]],
  ["example 2, tests", file("wrote", "src/app.test.ts"), []],
  ["example 2, tests", file("wrote", "lib/app.ts"), []],
];

/** Each of their examples starts a process or two: one agent in the quick tier, one in the deep one, all of them by `pnpm laws`. */
const TRIED = tierRows(
  1,
  isQuickTier() || isLaterTier() ? [...AGENTS.slice(0, 1), ...AGENTS.slice(-1)] : AGENTS,
);

describe.each(TRIED)("%s", (agent) => {
  test("writes and edits: the examples start what they say, and let the write happen though all of it fails", async () => {
    for (const [example, what, starts] of ROWS) {
      const happened = await happen(place(example, PROGRAMS), agent, what);
      const about = `${example} ${JSON.stringify(what)} ${happened?.stdout ?? ""}`;
      expect([happened?.started, happened?.isDenied], about).toEqual([starts, false]);
    }
  });

  test.each(["global hooks", "example 3, validate"])(
    "%s: a dangerous command is blocked",
    async (example) => {
      const one = place(example);
      for (const command of ["rm -rf /", ":(){ :|:& };:", "dd if=/dev/random of=/dev/sda"]) {
        const denied = await happen(one, agent, runs(command));
        expect([denied?.isDenied, `${denied?.stdout ?? ""}${denied?.stderr ?? ""}`]).toEqual([
          true,
          expect.stringContaining("BLOCKED"),
        ]);
      }
      expect((await happen(one, agent, runs("ls")))?.isDenied).toBe(false);
    },
  );

  test("project hooks: an error of the agent is sent on, whatever it holds, where the agent tells of one", async () => {
    const happened = await happen(place("project hooks"), agent, FAILED);
    if (happened === undefined) {
      const one = place("project hooks");
      const checked = await runCli(["check", "--host", agent], { cwd: one.path, home: one.home });
      expect(checked.stdout).toContain("never fires `on-agent-error`");
      return;
    }
    expect(happened.started).toHaveLength(1);
    const body = happened.started[0]?.split(" -d ")[1] ?? "";
    expect((JSON.parse(body) as { text: string }).text).toBe(`Agent error: it's "so"\nbad`);
  });

  test("examples 4 and 5: values that no agent tells of are missing, so nothing is committed or sent, and nothing is denied", async () => {
    for (const [example, what] of [
      ["example 4, commit", STOPPED],
      ["example 5, notify", FAILED],
    ] as const) {
      const happened = await happen(place(example), agent, what);
      expect([happened?.started ?? [], happened?.isDenied ?? false]).toEqual([[], false]);
    }
  });

  test("example 6: no agent asks about its context, and `check --host` says so", async () => {
    const one = place("example 6, size");
    const checked = await runCli(["check", "--host", agent], { cwd: one.path, home: one.home });
    expect(checked.stdout).toContain("never fires `pre-context-add`");
    expect((await happen(one, agent, runs("ls")))?.isDenied).toBe(false);
  });
});
