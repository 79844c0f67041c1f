import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import path from "node:path";
import { builtinHandlers } from "@gatehouse-hooks/commands";
import type { Verdict } from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";
import { tellRow } from "../../../../test/conformance/tell-row.js";
import { ask } from "./ask.js";

const NOTHING = { kind: "approve", reason: "" };

function gitIn(dir: string, ...args: readonly string[]): string {
  return execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd: dir,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: dir },
  });
}

async function repository(): Promise<string> {
  const dir = await tempDir();
  gitIn(dir, "init", "--quiet", "--initial-branch=main");
  await writeFile(path.join(dir, "a.txt"), "one\n");
  gitIn(dir, "add", ".");
  gitIn(dir, "commit", "--quiet", "-m", "first");
  return dir;
}

const textOf = (verdict: Verdict): string =>
  verdict.kind === "failure" ? verdict.message : (verdict.context ?? []).join("\n\n");

/** They have rows and tests of their own. */
const LATER = ["http_post", "limit_large_tool_results", "safer_shell"];

test("all twelve of document 004 are there", () => {
  expect(Object.keys(builtinHandlers({ env: {} })).sort()).toEqual(
    [
      ...LATER,
      "add_date",
      "add_directory_listing",
      "add_environment_info",
      "add_git_diff",
      "add_git_status",
      "add_prompt_files",
      "add_recent_commits",
      "add_user_info",
      "max_iterations",
      "redact_secrets",
      "snapshot",
      "unload",
    ].sort(),
  );
});

test("add_date: the local day", async () => {
  const now = (): Date => new Date(2026, 4, 8, 23, 59);
  expect(textOf(await ask("add_date", { event: "turn_start" }, [], { now }))).toBe(
    "Today's date: 2026-05-08",
  );
});

describe("add_environment_info", () => {
  test("says where and on what", async () => {
    const cwd = await tempDir();
    expect(textOf(await ask("add_environment_info", { event: "session_start", cwd }))).toBe(
      `Here is useful information about the environment you are running in:\n\t<env>\n\tWorking directory: ${cwd}\n` +
        `\tIs directory a git repo: No\n\tOperating System: Linux\n\tCPU Architecture: ${process.arch}\n\t</env>`,
    );
  });
  test("knows a repository from below", async () => {
    const dir = await repository();
    const cwd = path.join(dir, "x", "y");
    await mkdir(cwd, { recursive: true });
    expect(textOf(await ask("add_environment_info", { event: "session_start", cwd }))).toContain(
      "git repo: Yes",
    );
  });
  test("says nothing without a directory", async () => {
    expect(await ask("add_environment_info", { event: "session_start" })).toEqual(NOTHING);
  });
});

describe("add_prompt_files", () => {
  test("the nearest above, and the one at home", async () => {
    const home = await tempDir();
    const dir = await tempDir();
    const cwd = path.join(dir, "sub", "deep");
    await mkdir(cwd, { recursive: true });
    await writeFile(path.join(dir, "G.md"), "far");
    await writeFile(path.join(dir, "sub", "G.md"), "near");
    await writeFile(path.join(home, "G.md"), "home");
    const verdict = await ask("add_prompt_files", { event: "turn_start", cwd }, ["G.md", "missing.md"], {
      home,
    });
    expect(verdict).toMatchObject({
      context: [
        `Instructions from: ${path.join(dir, "sub", "G.md")}\nnear`,
        `Instructions from: ${path.join(home, "G.md")}\nhome`,
      ],
    });
  });
  test("a file is given once, and what is no file not at all", async () => {
    const home = await tempDir();
    await writeFile(path.join(home, "G.md"), "x");
    execFileSync("mkfifo", [path.join(home, "pipe")]);
    await symlink("/dev/zero", path.join(home, "zero"));
    const args = ["G.md", "pipe", "zero", "."];
    expect(textOf(await ask("add_prompt_files", { event: "turn_start", cwd: home }, args, { home }))).toBe(
      `Instructions from: ${path.join(home, "G.md")}\nx`,
    );
  });
});

describe("git", () => {
  test("status, difference, commits", async () => {
    const cwd = await repository();
    const event = { event: "turn_start", cwd };
    expect(await ask("add_git_diff", event)).toEqual(NOTHING);
    await writeFile(path.join(cwd, "a.txt"), "two\n");
    await writeFile(path.join(cwd, "b.txt"), "new\n");
    expect(textOf(await ask("add_git_status", event))).toBe(
      "Current git status:\n\n## main\n M a.txt\n?? b.txt",
    );
    expect(textOf(await ask("add_git_diff", event))).toBe(
      "Current working-tree diff (stat):\n\na.txt | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)",
    );
    expect(textOf(await ask("add_git_diff", event, ["full"]))).toMatch(
      /^Current working-tree diff:\n\ndiff --git a\/a\.txt b\/a\.txt\n[\s\S]*-one\n\+two$/,
    );
    expect(textOf(await ask("add_recent_commits", event))).toMatch(/^Recent commits:\n\n[0-9a-f]+ first$/);
  });
  test("as many commits as asked for; ten when that is no number", async () => {
    const cwd = await repository();
    for (let i = 0; i < 12; i++) gitIn(cwd, "commit", "--quiet", "--allow-empty", "-m", `c${i}`);
    const lines = async (args: readonly string[]): Promise<number> =>
      textOf(await ask("add_recent_commits", { event: "session_start", cwd }, args)).split("\n").length - 2;
    expect([await lines(["3"]), await lines([]), await lines(["-1"]), await lines(["x"])]).toEqual([
      3, 10, 10, 10,
    ]);
  });
  test("output is cut at 4096 bytes", async () => {
    const cwd = await repository();
    await writeFile(path.join(cwd, "a.txt"), "é".repeat(10_000));
    const text = textOf(await ask("add_git_diff", { event: "turn_start", cwd }, ["full"]));
    const body = text.slice("Current working-tree diff:\n\n".length);
    expect(body.endsWith("\n... (truncated)")).toBe(true);
    const bytes = Buffer.byteLength(body) - Buffer.byteLength("\n... (truncated)");
    expect(bytes).toBeGreaterThanOrEqual(4095);
    expect(bytes).toBeLessThanOrEqual(4096);
    expect(body).not.toContain("\ufffd");
  });
  test("nothing outside a repository, without git, without commits", async () => {
    const cwd = await tempDir();
    const empty = await tempDir();
    gitIn(empty, "init", "--quiet");
    expect(await ask("add_git_status", { event: "turn_start", cwd })).toEqual(NOTHING);
    expect(await ask("add_git_status", { event: "turn_start", cwd }, [], { env: { PATH: cwd } })).toEqual(
      NOTHING,
    );
    expect(await ask("add_git_status", { event: "turn_start", cwd: "/no/such" })).toEqual(NOTHING);
    expect(await ask("add_recent_commits", { event: "session_start", cwd: empty })).toEqual(NOTHING);
  });
  test("work trees beside, submodules and what is tracked are known without their configuration (S7)", async () => {
    const cwd = await repository();
    const clone = path.join(await tempDir(), "clone");
    gitIn(cwd, "clone", "--quiet", cwd, clone);
    gitIn(clone, "commit", "--quiet", "--allow-empty", "-m", "ahead");
    const beside = path.join(await tempDir(), "beside");
    gitIn(clone, "worktree", "add", "--quiet", "-b", "other", beside);
    gitIn(clone, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", cwd, "sub");
    const status = async (dir: string): Promise<string> =>
      textOf(await ask("add_git_status", { event: "turn_start", cwd: dir })).split("\n")[2] ?? "";
    expect(await status(clone)).toBe("## main...origin/main [ahead 1]");
    expect(await status(beside)).toBe("## other");
    expect(await status(path.join(clone, "sub"))).toBe("## main...origin/main");
    expect(textOf(await ask("add_recent_commits", { event: "turn_start", cwd: beside }))).toContain(" ahead");
  });
  test("pipes in place of a repository's files make nobody wait (S7)", async () => {
    for (const name of ["HEAD", "config", "index", "packed-refs", "shallow", "info/exclude", "commondir"]) {
      const cwd = await repository();
      const file = path.join(cwd, ".git", name);
      await rm(file, { force: true });
      execFileSync("mkfifo", [file]);
      const verdict = await ask("add_git_status", { event: "turn_start", cwd });
      // Who opens a pipe waits until the handler's time is up.
      expect(verdict, name).not.toMatchObject({ code: "timeout" });
    }
  });
  test("a file of the same size, written right after the index, counts as changed", async () => {
    const cwd = await repository();
    await writeFile(path.join(cwd, "a.txt"), "two\n");
    await utimes(path.join(cwd, "a.txt"), 1, 1);
    gitIn(cwd, "add", "a.txt");
    await writeFile(path.join(cwd, "a.txt"), "six\n");
    await utimes(path.join(cwd, "a.txt"), 1, 1);
    await utimes(path.join(cwd, ".git", "index"), 1, 1);
    expect(textOf(await ask("add_git_status", { event: "turn_start", cwd }))).toContain("MM a.txt");
  });
  test("a repository cannot make git run its programs, nor the environment lead it elsewhere", async () => {
    const cwd = await repository();
    const other = await repository();
    const canary = path.join(cwd, "canary");
    for (const name of ["core.fsmonitor", "diff.external", "diff.evil.textconv", "core.pager"]) {
      gitIn(cwd, "config", name, `touch ${canary}; cat`);
    }
    await writeFile(path.join(cwd, ".gitattributes"), "*.txt diff=evil\n");
    await writeFile(path.join(cwd, "a.txt"), "two\n");
    const env = {
      PATH: process.env["PATH"],
      GIT_DIR: path.join(other, ".git"),
      GIT_EXTERNAL_DIFF: `touch ${canary}`,
    };
    for (const [name, args] of [
      ["add_git_status", []],
      ["add_git_diff", ["full"]],
      ["add_recent_commits", []],
    ] as const) {
      await ask(name, { event: "turn_start", cwd }, args, { env });
    }
    expect(textOf(await ask("add_git_status", { event: "turn_start", cwd }, [], { env }))).toContain(
      " M a.txt",
    );
    expect(() => readFileSync(canary)).toThrow();
  });
});

describe("add_directory_listing", () => {
  test("sorted, directories marked, dot files left out, names on one line", async () => {
    const cwd = await tempDir();
    for (const name of ["b.txt", ".hidden", "a\nb"]) await writeFile(path.join(cwd, name), "");
    await mkdir(path.join(cwd, "src"));
    expect(textOf(await ask("add_directory_listing", { event: "session_start", cwd }))).toBe(
      `Top-level entries in ${cwd}:\n\n- a\\u{a}b\n- b.txt\n- src/`,
    );
  });
  test("a hundred, and how many more", async () => {
    const cwd = await tempDir();
    for (let i = 0; i < 103; i++) await writeFile(path.join(cwd, `f${String(i).padStart(3, "0")}`), "");
    const lines = textOf(await ask("add_directory_listing", { event: "session_start", cwd })).split("\n");
    expect([lines.length, lines.at(-2), lines.at(-1)]).toEqual([103, "- f099", "... and 3 more"]);
  });
  test("nothing for an empty or a missing directory", async () => {
    expect(await ask("add_directory_listing", { event: "session_start", cwd: await tempDir() })).toEqual(
      NOTHING,
    );
    expect(await ask("add_directory_listing", { event: "session_start", cwd: "/no/such" })).toEqual(NOTHING);
  });
});

test("add_user_info: who and where", async () => {
  const text = textOf(await ask("add_user_info", { event: "session_start" }));
  expect(text.startsWith(`Current user:\n\nUser: ${userInfo().username}\n`)).toBe(true);
  expect(text.endsWith(`Hostname: ${hostname()}`)).toBe(true);
});

type Fields = Readonly<Record<string, unknown>>;

interface Row {
  readonly id: string;
  readonly given: Fields;
  readonly expect: Fields;
}

/** Classes of rows that are not run here, by what they give, and why. */
const ELSEWHERE: readonly { readonly why: string; readonly covers: (given: Fields) => boolean }[] = [
  {
    why: "the builtin came with a later generation: `later-builtins.test.ts` runs its rows",
    covers: ({ builtin }) => typeof builtin === "string" && LATER.includes(builtin),
  },
  {
    why: "what an agent's flags add to its file is the format's business, and tested there",
    covers: (given) => Object.hasOwn(given, "agent_flags") || given["snapshot"] === true,
  },
  {
    why: "it needs an agent that runs: `test/hosts` has one",
    covers: (given) => Object.hasOwn(given, "agent"),
  },
  {
    why: "the address of an engine belongs to the models that the embedder brings",
    covers: (given) => given["builtin"] === "unload" && Object.hasOwn(given, "model"),
  },
];

describe("the builtins by docker-agent's own tests (T)", () => {
  const all = readFileSync(new URL("vectors/docker-agent-builtin.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
  const rows = all.filter(({ given }) => !ELSEWHERE.some(({ covers }) => covers(given)));
  const known = (fields: Fields, keys: readonly string[]): void =>
    expect(Object.keys(fields).filter((key) => !keys.includes(key))).toEqual([]);

  test("every reason has a row, and none covers a row that another one covers", () => {
    for (const { why, covers } of ELSEWHERE)
      expect(
        all.some(({ given }) => covers(given)),
        why,
      ).toBe(true);
    for (const { id, given } of all) {
      expect(ELSEWHERE.filter(({ covers }) => covers(given)).length, id).toBeLessThan(2);
    }
  });
  for (const { id, given, expect: wanted } of rows.filter(
    (row) => row.given["builtin"] === "max_iterations",
  )) {
    test(id, async () => {
      tellRow("docker-agent", id, "pass");
      known(given, ["builtin", "args", "input"]);
      known(wanted, ["output", "reason_contains"]);
      const iteration = (given["input"] as Fields | null)?.["iteration"];
      expect(["1..50", "undefined", "number"]).toContain(
        iteration === "1..50" ? iteration : typeof iteration,
      );
      for (const one of iteration === "1..50" ? Array.from({ length: 50 }, (_, i) => i + 1) : [iteration]) {
        const event = { event: "before_llm_call", ...(one === undefined ? {} : { iteration: one }) };
        const verdict = await ask("max_iterations", event, (given["args"] ?? []) as readonly string[]);
        const output = verdict.kind === "deny" ? { decision: "block" } : null;
        expect(output).toEqual(wanted["output"]);
        for (const part of (wanted["reason_contains"] ?? []) as readonly string[]) {
          expect(verdict.kind === "deny" && verdict.reason).toContain(part);
        }
      }
    });
  }
  /** The words of the rows, as events. */
  const SWITCHES: Readonly<Record<string, Fields>> = {
    "empty FromAgent": { from_agent: "", to_agent: "b" },
    "FromAgent equals ToAgent": { from_agent: "b", to_agent: "b" },
  };
  for (const { id, given, expect: wanted } of rows.filter((row) => row.given["builtin"] === "unload")) {
    test(id, async () => {
      tellRow("docker-agent", id, "pass");
      known(given, ["builtin", "case"]);
      known(wanted, ["output", "http_calls"]);
      const event = SWITCHES[String(given["case"])];
      if (event === undefined) throw new Error(`there is no event for the case \`${String(given["case"])}\``);
      let calls = 0;
      const modelsToUnload = () => [{ unload: async () => calls++ }];
      const verdict = await ask("unload", { event: "on_agent_switch", ...event }, [], { modelsToUnload });
      expect([wanted["output"], verdict]).toEqual([null, NOTHING]);
      expect(calls).toBe(wanted["http_calls"]);
    });
  }
  test("no row is left over", () => {
    const run = rows.filter(
      ({ given }) => given["builtin"] === "max_iterations" || given["builtin"] === "unload",
    );
    expect(rows.filter((row) => !run.includes(row)).map(({ id }) => id)).toEqual([]);
  });
  test("the N-th call still goes", async () => {
    expect(await ask("max_iterations", { event: "before_llm_call", iteration: 3 }, ["3"])).toEqual(NOTHING);
    expect(await ask("max_iterations", { event: "before_llm_call", iteration: 4 }, ["3"])).toEqual({
      kind: "deny",
      reason: "Agent terminated: max_iterations builtin reached its limit of 3 model call(s).",
    });
  });
});

describe("unload", () => {
  const event = { event: "on_agent_switch", from_agent: "a", to_agent: "b" };
  test("tells every model, whatever one of them does", async () => {
    const told: string[] = [];
    const modelsToUnload = () => [
      { unload: () => Promise.reject(new Error("no engine")) },
      {
        unload: () => {
          throw new Error("worse");
        },
      },
      { unload: async () => told.push("third") },
    ];
    expect(await ask("unload", event, [], { modelsToUnload })).toEqual(NOTHING);
    expect(told).toEqual(["third"]);
  });
  test("it says that it does nothing where nobody told it which models there are (D21)", async () => {
    expect(await ask("unload", event)).toEqual({
      ...NOTHING,
      warnings: ["`unload` does nothing here: the host has not said which models it could unload"],
    });
  });
  test("nobody when no agent was left", async () => {
    const modelsToUnload = (): never => {
      throw new Error("asked");
    };
    for (const more of [{ from_agent: "" }, { from_agent: "b" }, { from_agent: 7 }]) {
      expect(await ask("unload", { ...event, ...more }, [], { modelsToUnload })).toEqual(NOTHING);
    }
  });
});
