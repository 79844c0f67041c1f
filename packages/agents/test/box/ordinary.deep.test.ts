import { chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { asUser, bare, boxed, makeWorld, USER, whyNoBox, type World } from "./world.js";

/** A command, and what it prints. */
interface Task {
  readonly what: string;
  readonly call: string;
  readonly prints: RegExp;
}

const NODE = process.execPath;
const MODULES = resolve(import.meta.dirname, "../../../../node_modules");
const BIN = join(MODULES, ".bin");

/** What goes on in a box. */
const WORKS: readonly Task[] = [
  { what: "tests with a server inside", call: `"${NODE}" --test --test-reporter=tap t/`, prints: /pass 2/ },
  { what: "npm test", call: "npm test --silent", prints: /pass 2/ },
  { what: "tsc", call: `"${BIN}/tsc" -p . && cat out/a.js`, prints: /export/ },
  { what: "tsx, which has a socket of its own", call: `"${BIN}/tsx" src/main.ts`, prints: /^3$/m },
  { what: "vitest beside a file of variables", call: `cd v && "${BIN}/vitest" run`, prints: /1 passed/ },
  { what: "a Python test", call: "python3 -m unittest -q test_a 2>&1; echo $?", prints: /^0$/m },
  {
    what: "a virtual environment",
    call: "python3 -m venv --without-pip v1 && v1/bin/python -c 'print(42)'",
    prints: /^42$/m,
  },
  { what: "make and a compiler", call: "make -s run", prints: /hello/ },
  {
    what: "a commit with a hook",
    call: "echo 1 > c.txt; git add c.txt && git commit -qm c && git log --oneline | head -1",
    prints: / c$/m,
  },
  {
    what: "branches, a merge, a stash, a tag",
    call: "git checkout -qb f && echo x > d.txt && git add d.txt && git commit -qm d && git checkout -q - && git merge -q f && echo y >> d.txt && git stash -q && git stash pop -q && git checkout -q d.txt && git tag t1 && echo all",
    prints: /^all$/m,
  },
  { what: "gc and fsck", call: "git gc -q && git fsck && echo fine", prints: /^fine$/m },
  {
    what: "a worktree",
    call: "git worktree add -q .wt HEAD && git worktree remove .wt && echo wt",
    prints: /^wt$/m,
  },
  { what: "a patch", call: "git apply p1.diff && cat t.txt", prints: /^cat Y$/m },
  {
    what: "a repository in the workspace",
    call: "git init -q nw && cd nw && git config user.name x && echo a > a && git add a && git commit -qm x && echo made",
    prints: /^made$/m,
  },
  {
    what: "a server and who asks it, in one call",
    call: `"${NODE}" server.mjs & until [ -s port.txt ]; do sleep 0.05; done; curl -s --noproxy '*' "http://127.0.0.1:$(cat port.txt)/"; kill %1`,
    prints: /served/,
  },
  {
    what: "an installation from a folder",
    call: "npm install --no-audit --no-fund --offline ./pkg >/dev/null 2>&1; ls node_modules/own-pkg/package.json",
    prints: /own-pkg\/package\.json/,
  },
  {
    what: "a cache in the home",
    call: "mkdir -p ~/.cache/t && echo mine > ~/.cache/t/f; cat ~/.cache/t/f",
    prints: /^mine$/m,
  },
  { what: "/tmp in one call", call: "echo kept > /tmp/keep; cat /tmp/keep", prints: /^kept$/m },
  { what: "exit codes", call: "(exit 7); echo $?", prints: /^7$/m },
  { what: "own processes", call: "sleep 50 & kill $! ; wait $!; ps -e | wc -l", prints: /^\d+$/m },
  { what: "a trace of an own program", call: "strace -o /dev/null true && echo traced", prints: /^traced$/m },
  { what: "a program that reads its variables", call: "cat .env | cut -d= -f1", prints: /^TOKEN$/m },
  { what: "pipes and here-strings", call: "sort <<< $'b\\na' | head -1 | tr a-z A-Z", prints: /^A$/m },
  {
    what: "an archive made and taken apart",
    call: "tar czf a.tgz src && mkdir x1 && tar xzf a.tgz -C x1 && ls x1/src",
    prints: /^a\.ts$/m,
  },
  {
    what: "searching and replacing in files",
    call: "grep -rl add src | xargs sed -i s/add/plus/g && grep -c plus src/a.ts",
    prints: /^1$/m,
  },
  {
    what: "moving and removing folders",
    call: "mkdir -p m/n && mv m o && rm -rf o && ls -d o 2>/dev/null; echo gone",
    prints: /^gone$/m,
  },
  {
    what: "a commit of everything",
    call: "git add -A; git commit -qm all; git status --porcelain; echo end",
    prints: /^end\n$/,
  },
];

/** What does not, as docs/box.md says. */
const HELD: readonly Task[] = [
  { what: "git config", call: "git config user.name x && echo set", prints: /^set$/m },
  { what: "git remote add", call: "git remote add r ../x && echo added", prints: /^added$/m },
  {
    what: "a push to a folder outside",
    call: "git push -q ../bare HEAD:main && echo pushed",
    prints: /^pushed$/m,
  },
  {
    what: "settings in the home",
    call: "mkdir -p ~/.config/t && echo mine > ~/.config/t/f; cat ~/.config/t/f",
    prints: /^mine$/m,
  },
  { what: "removing a folder with a file of variables", call: "rm -rf sub && echo away", prints: /^away$/m },
];

const FILES: Readonly<Record<string, string>> = {
  "home/.cache/theirs": "x",
  "ws/package.json": JSON.stringify({
    name: "w",
    scripts: { test: `"${NODE}" --test --test-reporter=tap t/` },
  }),
  "ws/t/a.test.mjs": `import test from "node:test"; import assert from "node:assert"; import { createServer } from "node:http";
test("adds", () => assert.equal(1 + 2, 3));
test("serves", async () => { const s = createServer((q, r) => r.end("ok")).listen(0, "127.0.0.1"); await new Promise((d) => s.on("listening", d));
const r = await fetch("http://127.0.0.1:" + s.address().port); assert.equal(await r.text(), "ok"); s.close(); });\n`,
  "ws/src/a.ts": "export const add = (a: number, b: number): number => a + b;\n",
  "ws/src/main.ts": 'import { add } from "./a.js";\nconsole.log(add(1, 2));\n',
  "ws/tsconfig.json": JSON.stringify({
    compilerOptions: { module: "esnext", target: "es2022", types: [], rootDir: "src", outDir: "out" },
    files: ["src/a.ts"],
  }),
  "ws/v/vitest.config.mjs": "export default {};\n",
  "ws/v/.env": "TOKEN=x\n",
  "ws/v/package.json": '{"type":"module"}',
  "ws/v/a.test.ts": 'import { expect, test } from "vitest";\ntest("adds", () => expect(1 + 2).toBe(3));\n',
  "ws/test_a.py":
    "import unittest\nclass A(unittest.TestCase):\n  def test_a(self): self.assertEqual(1, 1)\n",
  "ws/Makefile": "run: hello\n\t./hello\nhello: h.c\n\tcc -o hello h.c\n",
  "ws/h.c": '#include <stdio.h>\nint main(){puts("hello");}\n',
  "ws/server.mjs":
    'import { createServer } from "node:http"; import { writeFileSync } from "node:fs";\nconst s = createServer((q, r) => r.end("served")).listen(0, "127.0.0.1", () => writeFileSync("port.txt", String(s.address().port)));\n',
  "ws/pkg/package.json": JSON.stringify({ name: "own-pkg", version: "1.0.0" }),
  "ws/p1.diff": "--- a/t.txt\n+++ b/t.txt\n@@ -1 +1 @@\n-cat X\n+cat Y\n",
  "ws/.gitignore": "node_modules\nv\nsub\n",
  "ws/.git/hooks/pre-commit": "#!/bin/sh\nexit 0\n",
};

const why = whyNoBox();

async function project(): Promise<World> {
  const world = await makeWorld();
  const give = (path: string): void => {
    if (USER !== undefined) chownSync(path, USER, USER);
  };
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(world.root, name);
    const folder = dirname(path);
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
      mkdirSync(folder, { recursive: true });
      give(folder);
    }
    writeFileSync(path, text, { mode: name.includes("hooks") ? 0o755 : 0o644 });
    give(path);
  }
  const modules = join(world.workspace, "v/node_modules");
  mkdirSync(modules);
  symlinkSync(join(MODULES, "vitest"), join(modules, "vitest"));
  give(modules);
  await bare(world, "git init -q --bare ../bare");
  return world;
}

/** What each task printed: all of them in one shell, as an agent runs them one after the other. */
async function printed(
  world: World,
  tasks: readonly Task[],
  run: (world: World, command: string) => Promise<{ readonly stdout: string }>,
): Promise<readonly string[]> {
  const script = tasks.map(({ call }) => `echo "== next"; (${call})`).join("\n");
  const { stdout } = await run(world, script);
  return stdout.split("== next\n").slice(1);
}

describe.skipIf(why !== undefined)(`box-works${why === undefined ? "" : `: skipped, ${why}`}`, () => {
  const tasks = [...WORKS, ...HELD];
  const worlds: World[] = [];
  let [inBare, inBox]: (readonly string[])[] = [];
  let caches: readonly string[] = [];
  beforeAll(async () => {
    const [first, second] = [await project(), await project()];
    worlds.push(first, second);
    inBare = await printed(first, tasks, bare);
    inBox = await printed(
      second,
      tasks,
      async (world, command) => await boxed(world, ["bash", "-c", command]),
    );
    caches = readdirSync(join(second.home, ".cache"));
  });
  afterAll(() => {
    for (const world of worlds) world.remove();
  });

  const rows = tasks.map((task, at) => [task.what, task, at] as const);
  const isHidden = ({ call }: Task): boolean => /^\/(?:var\/)?tmp\//.test(BIN) && call.includes(BIN);
  // A box has a `/tmp` of its own, and so has what is run bare: there are no programs of a repository that was cloned into one.
  // oxlint-disable-next-line vitest/no-disabled-tests -- the reason is above
  test.skip.each(rows.filter(([, task]) => isHidden(task)))("%s", () => undefined);
  test.each(rows.filter(([, task]) => !isHidden(task)))("%s", (_, { prints }, at) => {
    expect(inBare?.[at], "it works bare, else it shows nothing").toMatch(prints);
    if (at < WORKS.length) expect(inBox?.[at]).toMatch(prints);
    else expect(inBox?.[at]).not.toMatch(prints);
  });

  test.each(HELD)("what a box refuses says that it is one, and what to do: $what", async ({ call }) => {
    const [, world] = worlds;
    if (world === undefined) throw new Error("no world");
    const args = [...commandArgs(), "box", "--told", "--", "/bin/bash", "-c", call];
    const { status, stderr } = await asUser(NODE, args, {
      cwd: world.workspace,
      env: { HOME: world.home, XDG_RUNTIME_DIR: world.runtime, GIT_CONFIG_NOSYSTEM: "1" },
    });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/this ran in a box: nothing is written outside of .* is for a person to run\.$/m);
  });

  test("a cache of the box is its own: nothing that is run later without a box reads it", () => {
    // What the policies are compiled to is written in front of the box.
    expect(caches).toEqual(["gatehouse", "theirs"]);
  });
});
