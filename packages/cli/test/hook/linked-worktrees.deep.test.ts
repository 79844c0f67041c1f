import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Folder, folder, runCli } from "../run-cli.js";
import { callOf } from "./agent-calls.js";
import { denies, git, makeRepository, write } from "./git-folders.js";

const made: Folder[] = [];
let all: Repository;
beforeAll(() => {
  all = repository();
});
afterAll(() => {
  for (const one of made) one.remove();
});

const USERS = `version: 1
policies:
  - id: outside
    events: before_tool_call
    when: facts.deletes.any(d, d.local == null)
    ask: this is outside of the workspace
  - id: deploy
    events: before_tool_call
    when: facts.writes.any(w, w.touches("./deploy/**")) || facts.deletes.any(d, d.touches("./deploy/**"))
    deny: not the deployments
`;

interface Repository {
  readonly home: string;
  /** The main checkout. */
  readonly main: string;
  /** A linked worktree beside it. */
  readonly beside: string;
  /** A linked worktree in it. */
  readonly within: string;
}

/** A repository with two linked worktrees, and policies that are committed, not committed, and of one checkout only. */
function repository(): Repository {
  const one = folder({ "~/.gatehouse/rules.yaml": USERS, ".gatehouse/both.yaml": denies("from-both") });
  made.push(one);
  const main = realpathSync(one.path);
  const beside = join(dirname(main), "beside");
  const within = join(main, ".claude/worktrees/f");
  makeRepository(main);
  for (const path of [beside, within]) {
    git(main, "worktree", "add", "-q", "-b", path === beside ? "one" : "two", path);
    write(path, { ".gatehouse/own.yaml": denies("from-own"), "dist/a": "", "src/a": "", "deploy/a": "" });
  }
  write(main, { ".gatehouse/main.yaml": denies("from-main"), "src/a": "", "deploy/a": "", "dist/a": "" });
  return { home: one.home, main, beside, within };
}

interface Listed {
  readonly policies: readonly { readonly id: string }[];
  readonly issues: readonly unknown[];
}

interface At {
  readonly cwd: string;
  readonly started?: string;
  readonly variable?: string | undefined;
  readonly agent?: string;
}

/** `deny`, `ask`, `allow`, or `none` where nothing is printed. */
async function answer({ home }: Pick<Repository, "home">, command: string, at: At): Promise<string> {
  const { cwd, started = cwd, variable } = at;
  const { stdout, stderr, code } = await runCli(["hook", "claude-code"], {
    cwd: started,
    home,
    stdin: JSON.stringify(callOf("claude-code").payload(command, cwd)),
    env: variable === undefined ? {} : { CLAUDE_PROJECT_DIR: variable },
  });
  if (stdout === "") return code === 0 ? "none" : stderr;
  const { hookSpecificOutput: said } = JSON.parse(stdout) as {
    readonly hookSpecificOutput?: Readonly<Record<string, string>>;
  };
  return said?.["permissionDecision"] ?? "none";
}

describe("a call in a linked worktree", () => {
  const ROWS = [
    ["beside", "main"],
    ["within", "none"],
    ["beside", "none"],
    ["within", "main"],
    ["beside", "worktree"],
    ["within", "worktree"],
  ] as const;
  test.each(ROWS)("%s the main checkout, the variable names: %s", async (where, named) => {
    const cwd = all[where];
    const variable = named === "none" ? undefined : named === "main" ? all.main : cwd;
    const at: At = { cwd, variable };
    for (const [command, expected] of [
      ["rm -rf src/a ./dist node_modules", "none"],
      ["touch deploy/b", "deny"],
      [`rm ${cwd}/deploy/a`, "deny"],
      [`rm -rf ${all.main}/src`, "ask"],
      [`rm -rf ${all.main}/deploy`, "ask"],
      ["echo from-main", "deny"],
      ["echo from-own", "deny"],
      ["echo from-both", "deny"],
    ] as const)
      expect([command, await answer(all, command, at)]).toEqual([command, expected]);
    const below = join(cwd, "src");
    expect(await answer(all, "rm -rf ../dist", { ...at, cwd: below })).toBe("none");
    expect(await answer(all, "echo from-main", { ...at, cwd: below })).toBe("deny");
  });

  test("in the main checkout, nothing of a worktree holds, and a worktree is outside unless it lies within", async () => {
    for (const variable of [all.main, undefined]) {
      const at: At = { cwd: all.main, variable };
      expect(await answer(all, "echo from-main", at)).toBe("deny");
      expect(await answer(all, "echo from-own", at)).toBe("none");
      expect(await answer(all, `rm -rf ${all.beside}/dist`, at)).toBe("ask");
    }
  });

  test("a project in a sub-folder is the same sub-folder of the worktree", async () => {
    const all = repository();
    write(all.main, { "packages/a/.gatehouse/p.yaml": denies("from-package"), "packages/a/x": "" });
    write(all.beside, { "packages/a/x": "", "packages/b/x": "" });
    const at: At = { cwd: join(all.beside, "packages/a"), variable: join(all.main, "packages/a") };
    expect(await answer(all, "echo from-package", at)).toBe("deny");
    expect(await answer(all, "rm x", at)).toBe("none");
    expect(await answer(all, "rm ../b/x", at)).toBe("ask");
  });

  test("a session of one worktree whose shell is in another: that one is the workspace, the policies of both hold", async () => {
    const all = repository();
    write(all.within, { ".gatehouse/within.yaml": denies("from-within") });
    const at: At = { cwd: all.beside, variable: all.within };
    for (const word of ["from-within", "from-own", "from-main"])
      expect(await answer(all, `echo ${word}`, at)).toBe("deny");
    expect(await answer(all, "rm -rf dist", at)).toBe("none");
  });

  test("worktrees with relative paths, and roots that are reached through a link", async () => {
    const all = repository();
    writeFileSync(join(all.beside, ".git"), "gitdir: ../project/.git/worktrees/beside\n");
    writeFileSync(join(all.main, ".git/worktrees/beside/gitdir"), "../../../../beside/.git\n");
    const linked = join(dirname(all.main), "linked");
    symlinkSync(all.beside, linked);
    for (const cwd of [all.beside, linked]) {
      expect(await answer(all, "echo from-main", { cwd })).toBe("deny");
      expect(await answer(all, "rm -rf dist", { cwd, variable: all.main })).toBe("none");
    }
  });

  test("every command that shows policies shows the same, each once", async () => {
    const at = { cwd: all.beside, home: all.home };
    const listed = await runCli(["list", "--json"], at);
    const { policies, issues } = JSON.parse(listed.stdout) as Listed;
    const ids = ["deploy", "from-both", "from-main", "from-own", "outside"];
    expect(policies.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(issues).toEqual([]);
    const checked = await runCli(["check"], at);
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringMatching(/^4 files \(.+ among them\): 0 errors, 0 warnings$/m),
    ]);
    expect((await runCli(["doctor"], at)).stdout).not.toContain("duplicate");
    const traced = await runCli(["decide", "--json"], {
      ...at,
      stdin: JSON.stringify({
        event: "before_tool_call",
        toolName: "exec",
        params: { command: "from-main" },
      }),
    });
    expect(JSON.parse(traced.stdout)).toMatchObject({ effect: "deny", policy: "from-main" });
  });

  test("another version of a file, with the same names, is no error, and both hold", async () => {
    const all = repository();
    write(all.beside, {
      ".gatehouse/both.yaml": denies("from-both").replaceAll(`includes("from-both")`, `includes("later")`),
    });
    const { stdout } = await runCli(["list", "--json"], { cwd: all.beside, home: all.home });
    const { policies, issues } = JSON.parse(stdout) as Listed;
    expect(policies.filter(({ id }) => id === "from-both")).toHaveLength(2);
    expect(issues).toEqual([]);
    for (const word of ["from-both", "later"])
      expect(await answer(all, `echo ${word}`, { cwd: all.beside })).toBe("deny");
  });

  test("many files are not too many because both checkouts have them", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`.gatehouse/n${i}.yaml`, denies(`word-${i}-`)]),
    );
    const two = repository();
    for (const checkout of [two.main, two.beside]) write(checkout, many);
    expect(await answer(two, "echo word-7-", { cwd: two.beside })).toBe("deny");
    expect(await answer(two, "ls", { cwd: two.beside })).toBe("none");
  });

  test("a policy file of the main checkout that is broken denies, as it does there", async () => {
    const all = repository();
    write(all.main, { ".gatehouse/main.yaml": "version: 1\npolicies: [" });
    for (const cwd of [all.main, all.beside]) expect(await answer(all, "ls", { cwd })).toBe("deny");
  });
});

describe("what a project holds is harmless", () => {
  const PAST_QUESTIONS = `version: 1\npolicies:\n  - id: lets\n    events: before_tool_call\n    allow: anything\n`;

  test("an allow acts where its file is trusted, in either checkout, and a copy elsewhere does not", async () => {
    const all = repository();
    write(all.main, { ".gatehouse/lets.yaml": PAST_QUESTIONS });
    write(all.beside, { ".gatehouse/lets.yaml": PAST_QUESTIONS });
    const at: At = { cwd: all.beside };
    expect(await answer(all, "ls", at)).toBe("none");
    const trust = async (cwd: string): Promise<void> => {
      const shown = await runCli(["trust", "--json"], { cwd, home: all.home });
      const files = (JSON.parse(shown.stdout) as { files: readonly { path: string; sha256: string }[] })
        .files;
      const hash = files.find(({ path }) => path.endsWith("lets.yaml"))?.sha256 ?? "";
      const { code } = await runCli(["trust", join(cwd, ".gatehouse/lets.yaml"), "--yes", hash], {
        cwd,
        home: all.home,
      });
      expect(code).toBe(0);
    };
    await trust(all.main);
    expect(await answer(all, "ls", at)).toBe("allow");
    // What the user's own policies say holds in any case.
    expect(await answer(all, `rm -rf ${all.main}/src`, at)).toBe("ask");
    write(all.beside, { ".gatehouse/lets.yaml": PAST_QUESTIONS.replace("anything", "all") });
    expect(await answer(all, "ls", at)).toBe("allow");
    rmSync(join(all.main, ".gatehouse/lets.yaml"));
    expect(await answer(all, "ls", at)).toBe("none");
    await trust(all.beside);
    expect(await answer(all, "ls", at)).toBe("allow");
  });

  test("a trusted command of the main checkout runs there, never a worktree's program of its name", async () => {
    const all = repository();
    const guard = (says: string): string =>
      `#!/bin/sh\necho '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"${says}"}}'\n`;
    write(all.main, {
      ".gatehouse/runs.yaml": `version: 1\npolicies:\n  - id: runs\n    events: before_tool_call\n    command: sh ./guard.sh\n`,
      "guard.sh": guard("of main"),
    });
    write(all.beside, { "guard.sh": `${guard("of the branch")}touch ran-here\n` });
    const shown = await runCli(["trust", "--json"], { cwd: all.main, home: all.home });
    const { files } = JSON.parse(shown.stdout) as { files: readonly { path: string; sha256: string }[] };
    const hash = files.find(({ path }) => path.endsWith("runs.yaml"))?.sha256 ?? "";
    await runCli(["trust", ".gatehouse/runs.yaml", "--yes", hash], { cwd: all.main, home: all.home });
    const { stdout } = await runCli(["hook", "claude-code"], {
      cwd: all.beside,
      home: all.home,
      stdin: JSON.stringify(callOf("claude-code").payload("ls", all.beside)),
      env: { PATH: process.env["PATH"] ?? "" },
    });
    expect(stdout).toContain("of main");
  });

  const HOSTILE: readonly (readonly [string, (all: Repository, evil: string) => void])[] = [
    [
      "leads to a repository that does not know it",
      ({ main }, evil) => {
        writeFileSync(join(evil, ".git"), `gitdir: ${main}/.git/worktrees/beside\n`);
      },
    ],
    [
      "leads to an entry that is not there",
      ({ main }, evil) => {
        writeFileSync(join(evil, ".git"), `gitdir: ${main}/.git/worktrees/none\n`);
      },
    ],
    [
      "leads to the repository itself",
      ({ main }, evil) => {
        writeFileSync(join(evil, ".git"), `gitdir: ${main}/.git\n`);
      },
    ],
    [
      "leads to a submodule's folder",
      ({ main }, evil) => {
        write(main, { ".git/modules/x/gitdir": `${evil}/.git\n` });
        writeFileSync(join(evil, ".git"), `gitdir: ${main}/.git/modules/x\n`);
      },
    ],
    [
      "is longer than such files are",
      ({ main }, evil) => {
        write(main, { ".git/worktrees/evil/gitdir": `${evil}/.git\n` });
        writeFileSync(join(evil, ".git"), `gitdir: ${main}/.git/worktrees/evil${"\n".repeat(100_000)}`);
      },
    ],
    [
      "is a link",
      ({ main, beside }, evil) => {
        write(main, { ".git/worktrees/evil/gitdir": `${evil}/.git\n` });
        writeFileSync(join(beside, "text"), `gitdir: ${main}/.git/worktrees/evil\n`);
        symlinkSync(join(beside, "text"), join(evil, ".git"));
      },
    ],
    [
      "has more lines",
      ({ main }, evil) => {
        write(main, { ".git/worktrees/evil/gitdir": `${evil}/.git\n` });
        writeFileSync(join(evil, ".git"), `gitdir: ${main}/.git/worktrees/evil\nx: y\n`);
      },
    ],
  ];
  test.each(HOSTILE)("a `.git` file that %s moves no workspace", async (name, plant) => {
    const evil = join(dirname(all.main), `evil ${name}`);
    mkdirSync(evil);
    plant(all, evil);
    expect(await answer(all, "rm x", { cwd: evil, variable: all.main })).toBe("ask");
    expect(await answer(all, "echo from-main", { cwd: evil })).toBe("none");
  });

  test.each(["the main checkout", "the home"])("a folder that holds %s is no worktree", async (held) => {
    const above = join(dirname(all.main), `above ${held}`);
    const main = held === "the home" ? all.main : join(above, "main");
    const home = held === "the home" ? join(above, "home") : all.home;
    mkdirSync(join(above, "elsewhere"), { recursive: true });
    if (held === "the home") write(home, { ".gatehouse/rules.yaml": USERS });
    else {
      mkdirSync(main);
      makeRepository(main);
    }
    write(main, { ".git/worktrees/above/gitdir": `${above}/.git\n` });
    writeFileSync(join(above, ".git"), `gitdir: ${main}/.git/worktrees/above\n`);
    for (const cwd of [join(above, "elsewhere"), above])
      expect(await answer({ home }, "rm x", { cwd, variable: main })).toBe("ask");
    write(main, { ".gatehouse/held.yaml": denies("from-held") });
    expect(await answer({ home }, "echo from-held", { cwd: above })).toBe("none");
  });

  test("a worktree of another repository is outside of the project that is named", async () => {
    const all = repository();
    const other = repository();
    const at: At = { cwd: other.beside, variable: all.main };
    expect(await answer(all, "rm -rf dist", at)).toBe("ask");
    expect(await answer(all, "echo from-main", at)).toBe("deny");
  });
});
