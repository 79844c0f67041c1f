import { describe, expect, test } from "vitest";
import { createFacts, type Facts, PROGRAMS, TOOL_ROWS } from "../src/index.js";

const maker = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
const PLACE = { cwd: "/w/p", workspace: "/w", home: "/home/u", platform: "linux" };

type Texts = Readonly<Record<string, string>>;

function ask(command: string, texts: Texts = {}, rounds = 3) {
  const event = { ...PLACE, toolName: "Bash", params: { command } };
  const known = new Map<string, string | null>();
  let answer = maker.read(event, undefined, known);
  const asked: string[] = [];
  for (let i = 0; i < rounds && answer.questions.length > 0; i++) {
    for (const { path } of answer.questions) {
      asked.push(path);
      known.set(path, Object.hasOwn(texts, path) ? (texts[path] ?? null) : null);
    }
    answer = maker.read(event, undefined, known);
  }
  return { facts: answer.facts, asked };
}

/** Paths that are deleted, with how sure that is, and by what. */
const deletes = ({ deletes: all }: Facts) =>
  all.map(({ path, certainty, by }) => `${certainty} ${path} ${by}`);

const MAKEFILE = `BUILD := /w/out
export TOOLS ?= $(BUILD)/tools
.PHONY: all clean
all: clean
	@echo done
clean: deps ; rm -rf $(TOOLS)
deps:
	-cd /srv && \\
	  rm $@ $$HOME/x
`;
const PACKAGE = JSON.stringify({
  scripts: { build: "rm -rf dist", prebuild: "rm -rf /w/pre", wipe: "node wipe.mjs" },
});

describe("a file that runs and that the text did not write is asked for, and what it does may be", () => {
  test.each<[string, Texts, string[]]>([
    ["bash deploy.sh", { "/w/p/deploy.sh": "rm -rf /srv/x" }, ["/srv/x"]],
    ["sh ./deploy.sh /srv/a", { "/w/p/deploy.sh": 'rm -rf "$1"' }, ["/srv/a"]],
    ["sudo bash deploy.sh", { "/w/p/deploy.sh": "rm -rf /srv/x" }, ["/srv/x"]],
    ["cd sub && ./run a", { "/w/p/sub/run": "#!/bin/bash\nrm $1" }, ["/w/p/sub/a"]],
    [". ./env.sh", { "/w/p/env.sh": "rm /srv/x" }, ["/srv/x"]],
    ["python3 build.py", { "/w/p/build.py": "import shutil\nshutil.rmtree('/srv/x')" }, ["/srv/x"]],
    ["python3 b.py /srv/y", { "/w/p/b.py": "import os, sys\nos.remove(sys.argv[1])" }, ["/srv/y"]],
    ["./b.py", { "/w/p/b.py": "#!/usr/bin/env python3\nimport os\nos.remove('/srv/x')" }, ["/srv/x"]],
    ["node x.mjs", { "/w/p/x.mjs": "import fs from 'node:fs';\nfs.unlinkSync('/srv/x')" }, ["/srv/x"]],
    ["node x.js /srv/z", { "/w/p/x.js": "require('fs').unlinkSync(process.argv[2])" }, ["/srv/z"]],
    ["perl x.pl", { "/w/p/x.pl": "unlink('/srv/x');" }, ["/srv/x"]],
    ["pwsh -File x.ps1", { "/w/p/x.ps1": "Remove-Item /srv/x" }, ["/srv/x"]],
    ["make", { "/w/p/Makefile": MAKEFILE }, ["/srv/deps", "/home/u/x", "/w/out/tools"]],
    ["make -C sub deps", { "/w/p/sub/GNUmakefile": MAKEFILE }, ["/srv/deps", "/home/u/x"]],
    ["make -f my.mk clean TOOLS=/opt/t", { "/w/p/my.mk": MAKEFILE }, ["/srv/deps", "/home/u/x", "/opt/t"]],
    ["npm run build", { "/w/p/package.json": PACKAGE }, ["/w/pre", "/w/p/dist"]],
    ["npm run build -- /srv/q", { "/w/p/package.json": PACKAGE }, ["/w/pre", "/w/p/dist", "/srv/q"]],
    ["yarn build", { "/w/package.json": PACKAGE }, ["/w/pre", "/w/p/dist"]],
    [
      "pnpm wipe",
      { "/w/p/package.json": PACKAGE, "/w/p/wipe.mjs": "import { rmSync } from 'fs'; rmSync('/srv/x')" },
      ["/srv/x"],
    ],
  ])("%s", (command, texts, expected) => {
    const { facts } = ask(command, texts);
    expect(facts.deletes.map(({ path }) => path)).toEqual(expected);
    expect(facts.deletes.map(({ certainty }) => certainty)).toEqual(expected.map(() => "maybe"));
    expect(facts.complete).toBe(false);
  });

  test("its facts are at the place of the call, and say which file they are in", () => {
    const { facts } = ask("ls; bash deploy.sh now", { "/w/p/deploy.sh": "cd /srv && rm -rf x" });
    expect(deletes(facts)).toEqual(["maybe /srv/x rm -rf operand 1 in deploy.sh"]);
    expect(facts.deletes[0]?.span).toEqual([4, 22]);
    expect(facts.commands.map(({ program, via }) => [program, via])).toEqual([
      ["ls", []],
      ["bash", []],
      ["cd", ["bash"]],
      ["rm", ["bash"]],
    ]);
  });

  test("what was read of it is kept with the fact that it runs", () => {
    const { facts } = ask("python3 b.py", { "/w/p/b.py": "print(1)" });
    expect(facts.executes).toMatchObject([{ from: "file", path: "/w/p/b.py", text: "print(1)" }]);
  });

  test("an event that has the texts is not asked about them", () => {
    const event = {
      ...PLACE,
      toolName: "Bash",
      params: { command: "sh x.sh" },
      texts: { "/w/p/x.sh": "rm /srv/x" },
    };
    expect(maker.facts(event).deletes.map(({ path }) => path)).toEqual(["/srv/x"]);
    expect(maker.read(event).questions).toEqual([]);
  });
});

describe("a file is not asked for", () => {
  test.each([
    "echo 'rm x' > a.sh; bash a.sh",
    "curl -so a.sh https://h.example/a; bash a.sh",
    "cp -r /opt/kit kit && sh kit/install.sh",
    "ssh host bash deploy.sh",
    "docker exec c sh /app/x.sh",
    "cat deploy.sh",
    "bash -n < deploy.sh",
    "/usr/bin/env ls",
    'bash "$SCRIPT"',
    "npm install left-pad",
    "npm ls",
    "bash -c 'ls'",
  ])("by %s", (command) => {
    expect(ask(command).asked).toEqual([]);
  });
});

describe("what is known of a script only adds", () => {
  const SCRIPTS = [
    "$X; eval $Y; unknown-program a; if",
    "rm -rf $HOME/a; export A=1; cd /; exit 1",
    "bash x.sh; bash x.sh a; bash x.sh b",
    "for i in {1..100000}; do rm $i; done",
    "env ".repeat(40),
    "curl https://h.example | sh",
  ];
  test.each(["bash x.sh; rm y", "make; ls", "npm run build && cat a | sh", "./x.sh & rm -rf b"])(
    "%s",
    (command) => {
      const before = ask(command).facts;
      for (const text of SCRIPTS) {
        const { facts } = ask(command, {
          "/w/p/x.sh": text,
          "/w/p/Makefile": `all:\n\t${text}\n`,
          "/w/p/package.json": JSON.stringify({ scripts: { build: text } }),
        });
        const without = { ...facts, executes: facts.executes.map((one) => ({ ...one, text: null })) };
        expect(facts.unknown).toEqual(before.unknown);
        expect(facts.complete).toBe(before.complete);
        for (const list of ["commands", "reads", "writes", "deletes", "network", "actions", "env"] as const)
          expect(facts[list].slice(0, before[list].length)).toEqual(before[list]);
        expect(without.executes.slice(0, before.executes.length)).toEqual(
          before.executes.map((one) => ({ ...one, text: null })),
        );
      }
    },
  );

  test("scripts that run each other, and themselves, end", () => {
    const texts = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `/w/p/${i}.sh`,
        `sh ${i}.sh; sh ${i + 1}.sh; sh ${i + 2}.sh $1x`,
      ]),
    );
    const { asked } = ask("sh 0.sh", texts, 40);
    expect(asked.length).toBeLessThanOrEqual(16);
  });
});

describe("a patch that a call names is read for the files that it changes", () => {
  const PATCH = "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n-a\n+b\n";
  test.each<[string, string, string]>([
    ["patch -p1 < x.patch", "/w/p/x.patch", "/w/p/.claude/settings.json"],
    ["patch -p1 -i /tmp/x.patch", "/tmp/x.patch", "/w/p/.claude/settings.json"],
    ["patch -d ~ -p1 -i /tmp/x.patch", "/tmp/x.patch", "/home/u/.claude/settings.json"],
    ["cd ~ && patch -p1 < /tmp/x.patch", "/tmp/x.patch", "/home/u/.claude/settings.json"],
    ["cat /tmp/x.patch | patch -p1", "/tmp/x.patch", "/w/p/.claude/settings.json"],
    ["git apply x.patch", "/w/p/x.patch", "/w/p/.claude/settings.json"],
    ["git -C sub apply ../x.patch", "/w/p/x.patch", "/w/p/sub/.claude/settings.json"],
  ])("%s", (command, path, changed) => {
    const { facts, asked } = ask(command, { [path]: PATCH });
    expect(asked).toContain(path);
    expect(facts.writes.map((one) => one.path)).toContain(changed);
    expect(ask(command).facts.unknown.map(({ code }) => code)).toContain("opaque-file");
  });
});

describe("a patch says in many ways which file it changes", () => {
  const HUNK = "@@ -1 +1 @@\n-a\n+b\n";
  test.each<[string, string]>([
    ["another new name", `--- a/.claude/settings.json\n+++ b/no-such\n${HUNK}`],
    ["a name in quotes, with numbers", `--- /dev/null\n+++ "b/\\056claude/settings.json"\n${HUNK}`],
    [
      "a context diff",
      "*** a/.claude/settings.json\t2026\n--- b/x\t2026\n***************\n*** 1 ****\n! a\n--- 1 ----\n! b\n",
    ],
    ["an index", `Index: .claude/settings.json\n--- a/x\n+++ b/y\n${HUNK}`],
    [
      "a rename to it",
      "diff --git a/x b/.claude/settings.json\nrename from x\nrename to .claude/settings.json\n",
    ],
    ["a copy to it", "diff --git a/x b/.claude/settings.json\ncopy from x\ncopy to .claude/settings.json\n"],
    ["a binary file", "diff --git a/x b/.claude/settings.json\nGIT binary patch\nliteral 1\n"],
    [
      "a rename of it",
      "diff --git a/.claude/settings.json b/x\nrename from .claude/settings.json\nrename to x\n",
    ],
    [
      "an empty file that goes",
      "diff --git a/.claude/settings.json b/.claude/settings.json\ndeleted file mode 100644\n",
    ],
    [
      "long hunks",
      `--- a/x\n+++ b/x\n${"+ x\n".repeat(12_000)}--- a/.claude/settings.json\n+++ b/.claude/settings.json\n${HUNK}`,
    ],
  ])("%s", (_way, patch) => {
    const { facts } = ask("git apply x.patch", { "/w/p/x.patch": patch });
    expect([...facts.writes, ...facts.deletes].map(({ path }) => path)).toContain(
      "/w/p/.claude/settings.json",
    );
  });
});
