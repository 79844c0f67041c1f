import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, describe, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { tempDir } from "../../../../test/temp-dir.js";
import { boxFile } from "../../src/box/box-file.js";
import { asUser, makeWorld, USER, whyNoBox, type World } from "./world.js";

/** A small project of others, and what an agent does in it, one call after the other. */
interface Project {
  readonly language: string;
  readonly program: string;
  /** Brings its files into an empty folder, by the client of a registry. */
  readonly fetch: (folder: string) => void;
  readonly calls: readonly string[];
}

function run(folder: string, program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { cwd: folder, stdio: "pipe", timeout: 120_000 });
}

/** The files of a package of Debian, from a folder in it. */
function fromDebian(folder: string, name: string, inner: string, to = "."): void {
  run(folder, "/usr/bin/apt-get", "-q", "download", name);
  const file = readdirSync(folder).find((one) => one.endsWith(".deb")) ?? "";
  run(folder, "/usr/bin/dpkg", "-x", file, ".deb");
  cpSync(join(folder, ".deb", inner), join(folder, to), { recursive: true });
  run(folder, "/bin/rm", "-rf", ".deb", file);
}

/** What is done in every project. */
const LOOKING: readonly string[] = [
  "ls -la && git status --short && git log --oneline | head -5",
  "git ls-files | head -50; wc -l $(git ls-files) | tail -1",
  "find . -type f -not -path './.git/*' -not -path './node_modules/*' | sort | head -40",
  "grep -rn 'return' --include='*.*' . | head -20",
  "sed -n '1,60p' README* 2>/dev/null || cat \"$(git ls-files | head -1)\" | head -60",
  "git branch --show-current; git diff --stat; git show --stat HEAD | head -20",
  "uname -a; whoami; pwd; env | sort | head -20; df -h . | tail -1",
];
const WORKING: readonly string[] = [
  "git checkout -q -b topic && git branch",
  "mkdir -p notes && cat > notes/plan.md <<'END'\n# Plan\n- read\n- change `it`\nEND\ncat notes/plan.md",
  "cp -r notes notes2 && mv notes2 old && rm -rf old && ls",
  "sed -i 's/read/read all/' notes/plan.md && git diff --no-index /dev/null notes/plan.md | tail -3; true",
  "git add -A && git commit -q -m 'notes' && git log --oneline | head -2",
  "echo '- third' >> notes/plan.md; git diff | cat; git stash -q && git stash pop -q && git checkout -q notes",
  "tar czf /tmp/all.tgz --exclude=.git . && tar tzf /tmp/all.tgz | wc -l && ls -l /tmp/all.tgz",
  "(sleep 0.2; echo done > /tmp/bg) & wait; cat /tmp/bg",
  'for f in $(git ls-files | head -5); do printf \'%s \' "$f"; md5sum < "$f"; done',
  "git checkout -q - && git merge -q topic && git branch -d topic && git tag v-notes && git status -sb",
  "git rm -q -r notes && git commit -q -m 'no notes' && git revert --no-edit HEAD >/dev/null && git log --oneline | head -3",
  "git worktree add -q wt HEAD && ls wt && git worktree remove wt",
  "python3 - <<'END'\nimport json, os\nprint(json.dumps(sorted(os.listdir('.'))[:3]))\nEND",
  "curl --version | head -1; date -u +%Y; seq 3 | xargs -n1 echo | paste -sd+ | bc 2>/dev/null || echo 6",
];

const PROJECTS: readonly Project[] = [
  {
    language: "JavaScript",
    program: "/usr/bin/npm",
    fetch: (folder) => {
      run(folder, "npm", "pack", "--silent", "minimist@1.2.8");
      run(folder, "/bin/tar", "xzf", "minimist-1.2.8.tgz", "--strip-components=1");
      run(folder, "/bin/rm", "minimist-1.2.8.tgz");
      run(
        folder,
        "npm",
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--omit=dev",
        "tape@5.7.5",
      );
      writeFileSync(join(folder, ".gitignore"), "node_modules\n");
    },
    calls: [
      "node --version && npm --version && cat package.json | head -30",
      "node -p \"require('./')(['--a', '1', 'b'])._\"",
      "npm pkg get scripts version; npm ls --depth=0 2>/dev/null | head -5; true",
      "npx --no-install tape 'test/*.js' | tail -6",
      "node test/num.js | grep -c '^ok'",
      "sed -i '1s/^/\\/\\/ a comment\\n/' index.js && node --check index.js && node test/parse.js | tail -3",
      "npm pkg set scripts.quick='node test/num.js' && npm run -s quick | tail -2",
      "cat > /tmp/try.js <<'END'\nconst parse = require(process.cwd());\nconsole.log(parse(['-x', '3', '--', 'rest']));\nEND\nnode /tmp/try.js",
      "node -e \"require('http').createServer((q, r) => r.end('ok')).listen(0, '127.0.0.1', function () { require('http').get(this.address(), (r) => { r.resume(); r.on('end', () => process.exit(r.statusCode === 200 ? 0 : 1)); }); })\"",
      "npm pack --silent --pack-destination /tmp && ls /tmp/minimist-*.tgz",
      "git commit -q -am 'a comment' && git show --stat HEAD | tail -2",
    ],
  },
  {
    language: "Python",
    program: "/usr/bin/pytest-3",
    fetch: (folder) => fromDebian(folder, "python3-toolz", "usr/lib/python3/dist-packages/toolz", "toolz"),
    calls: [
      "python3 --version; python3 -c 'import toolz; print(toolz.__version__)'",
      "/usr/bin/python3 -m pytest -q toolz/tests/test_dicttoolz.py toolz/tests/test_itertoolz.py 2>&1 | tail -3",
      "/usr/bin/python3 -m pytest -q toolz -k 'merge or curry' -x 2>&1 | tail -3",
      "python3 -m compileall -q toolz && find . -name __pycache__ | head -3",
      "python3 -m venv --without-pip .venv && .venv/bin/python -c 'import sys; print(sys.prefix)'",
      'python3 -c "from toolz import pipe, map; print(list(pipe([1, 2], lambda x: map(str, x))))"',
      "sed -i 's/^__version__.*/__version__ = \"9\"/' toolz/__init__.py; git diff --stat; git checkout -q toolz/__init__.py",
      "printf 'def test_own():\\n    assert 1 + 1 == 2\\n' > toolz/tests/test_own.py && /usr/bin/python3 -m pytest -q toolz/tests/test_own.py | tail -1",
      "python3 -m json.tool <<< '{\"a\": [1, 2]}'; python3 -m timeit -n 10 -r 1 'sum(range(10))'",
      "python3 -m http.server 0 --bind 127.0.0.1 & sleep 0.5; kill %1; wait; true",
      "git add toolz && git commit -q -m 'a test' && git log -1 --format=%s",
    ],
  },
  {
    language: "Go",
    program: "/usr/bin/go",
    fetch: (folder) => {
      fromDebian(folder, "golang-github-google-shlex-dev", "usr/share/gocode/src/github.com/google/shlex");
      if (!existsSync(join(folder, "go.mod"))) run(folder, "go", "mod", "init", "github.com/google/shlex");
    },
    calls: [
      "go version && go env GOCACHE GOFLAGS GOPATH",
      "go build ./... && go vet ./...",
      "go test ./... 2>&1 | tail -3; test ${PIPESTATUS[0]} = 0",
      "go test -run Lex -v ./... 2>&1 | grep -c PASS",
      "gofmt -l . ; go doc . | head -20; go list ./...",
      'mkdir -p cmd/x && printf \'package main\\n\\nimport (\\n\\t"fmt"\\n\\t"github.com/google/shlex"\\n)\\n\\nfunc main() {\\n\\tw, _ := shlex.Split("a b")\\n\\tfmt.Println(w)\\n}\\n\' > cmd/x/main.go && go run ./cmd/x',
      "go build -o /tmp/x ./cmd/x && /tmp/x",
      "sed -i 's/a b/a b c/' cmd/x/main.go && gofmt -d cmd && go run ./cmd/x",
      "go test -bench . -benchtime 1x ./... 2>&1 | tail -2",
      "go mod tidy 2>&1 | tail -1; cat go.mod; go mod verify",
      "git add -A && git commit -q -m 'a command' && git show --stat HEAD | tail -3",
    ],
  },
];

const why = whyNoBox();
const worlds: World[] = [];
afterAll(() => {
  for (const one of worlds) one.remove();
});

async function worldOf(source: string): Promise<World> {
  const world = await makeWorld();
  worlds.push(world);
  execFileSync("/bin/rm", ["-rf", world.workspace]);
  cpSync(source, world.workspace, { recursive: true, verbatimSymlinks: true });
  for (const cache of [".cache", ".npm"]) mkdirSync(join(world.home, cache));
  if (USER !== undefined) execFileSync("/bin/chown", ["-R", `${USER}:${USER}`, world.root]);
  const first = "git init -q && git add -A && git commit -q -m first";
  await asUser("/bin/bash", ["-c", first], { cwd: world.workspace, env: { HOME: world.home } });
  return world;
}

describe.skipIf(why !== undefined)(
  `sessions of projects in boxes${why === undefined ? "" : `: skipped, ${why}`}`,
  () => {
    test.for(PROJECTS)("$language", async ({ program, fetch, calls: own }, { skip }) => {
      const source = await tempDir();
      chmodSync(source, 0o755);
      try {
        if (!existsSync(program)) throw new Error(`${program} is not installed`);
        fetch(source);
      } catch (error) {
        // A registry that is not reached, or a language that is not installed, says nothing about boxes.
        skip(`its project cannot be had: ${error instanceof Error ? error.message.split("\n")[0] : ""}`);
      }
      const [free, held] = [await worldOf(source), await worldOf(source)];
      const place = { cwd: held.workspace, env: { HOME: held.home, XDG_RUNTIME_DIR: held.runtime } };
      const [cli = ""] = commandArgs();
      await asUser(process.execPath, [...commandArgs(), "daemon", "start"], place);
      const script = await boxFile(
        { home: held.home, env: { PATH: "/usr/bin:/bin" } },
        { node: "/bin/false", program: cli },
      );
      if (USER !== undefined)
        execFileSync("/bin/chown", ["-R", `${USER}:${USER}`, join(held.home, ".gatehouse/state")]);
      const calls = [...LOOKING, ...own, ...WORKING];
      const failed: unknown[] = [];
      let compared = 0;
      for (const call of calls) {
        const env = { HOME: free.home, XDG_RUNTIME_DIR: free.runtime };
        const bare = await asUser("/bin/bash", ["-c", call], { cwd: free.workspace, env });
        const words = ["box", "--told", "--session", "s", "--", "/bin/bash", "-c", call];
        const boxed = await asUser("/bin/sh", [script ?? "", ...words], place);
        if (bare.status !== 0) continue;
        compared++;
        if (boxed.status !== 0)
          failed.push({ call, status: boxed.status, stderr: boxed.stderr.slice(0, 500) });
      }
      await asUser(process.execPath, [...commandArgs(), "daemon", "stop"], place);
      // What fails without a box as well shows nothing.
      expect(compared).toBeGreaterThan(calls.length * 0.9);
      expect(failed).toEqual([]);
    });
  },
);
