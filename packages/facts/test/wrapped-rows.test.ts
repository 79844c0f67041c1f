// What is not read is still looked into: words that may be a command, options behind a host, folders that nobody names.
import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";
import { type FactRows, testRows } from "./test-rows.js";

describe("the words of a program that nobody knows may be a command", () => {
  test.each([
    "chronic git push --force",
    "dotenvx run -- git push --force",
    "vault-env /usr/bin/git push --force",
    "kubie exec ctx ns git push --force",
    "with-contenv -- git push --force",
    "wurst env ns git push --force",
    "wurst tag ns sort git push --force",
    "./with-env.sh git push --force",
    "doppler run -- git push --force",
    "infisical run --env=dev -- git push --force",
    "sops exec-env s.yaml 'git push --force'",
    "dotenv -- git push --force",
    "bwrap --dev-bind / / git push --force",
    "concurrently 'git push --force'",
    "fish -c 'git push --force'",
    "yarn exec git push --force",
    "sshpass -p x ssh db rm -rf /x && chronic nohup git push --force",
  ])("%s", (command) => {
    const { actions, complete } = factsOf(command);
    expect(actions.map(({ kind }) => kind)).toContain("git.force-push");
    expect(complete).toBe(false);
  });

  test.each(["wsl git push --force", "cmd //c git push --force", "powershell -c 'git push --force'"])(
    "that of one that is known is: %s",
    (command) => {
      const { actions, unknown } = factsOf(command);
      expect(actions.map(({ kind }) => kind)).toContain("git.force-push");
      expect(unknown).toEqual([]);
    },
  );

  test("and nothing is certain of it", () => {
    const { commands, deletes } = factsOf("wurst run rm -rf x");
    expect(commands.map(({ program, certainty }) => [program, certainty])).toEqual([
      ["wurst", "exact"],
      ["rm", "maybe"],
    ]);
    expect(deletes).toMatchObject([{ local: "./x", certainty: "maybe" }]);
  });

  test("a text for a program that nobody knows is data", () => {
    expect(factsOf("wurst -m 'git push --force'").actions).toEqual([]);
    expect(factsOf("wurst note x y").commands).toHaveLength(1);
    expect(factsOf("wurst init").actions).toEqual([]);
  });
});

test.each([
  "parallel git push --force",
  "parallel -j 2 'git push --force'",
  "parallel -k git push --force origin {}",
  "nohup parallel git push --force",
  "xargs git push --force",
])("the items come from whoever started the shell, and the command runs: %s", (command) => {
  expect(factsOf(command).actions.map(({ kind }) => kind)).toContain("git.force-push");
});

const ROWS: FactRows = {
  "options behind the host are those of ssh": [
    "ssh db -- rm -rf /x",
    "ssh db -p 22 rm -rf /x",
    "ssh -p 22 db -t 'rm -rf /x'",
    "ssh db -o StrictHostKeyChecking=no 'rm -rf /x'",
    "ssh db -tt -oUser=u -- rm -rf /x",
    "ssh db -oRemoteCommand='rm -rf /x'",
    "ssh -- db rm -rf /x",
    "autossh -M 0 db rm -rf /x",
  ].map((run) => ({ run, deletes: ["/x/**"], network: ["both ssh://db"] })),
  "behind `--` before the host they are not": [
    {
      run: "ssh -- db -p rm x",
      network: ["both ssh://db"],
      commands: ["ssh", "-p", "rm"],
      deletes: ["~/x"],
      unknown: ["unknown-program"],
    },
  ],
  "words of ssh that are cut anew": [
    { run: "ssh db -- bash -lc 'rm -rf /x'", deletes: ["/x/**"], network: ["both ssh://db"] },
  ],
  "a recursive search without a path reads the folder": [
    "grep -r .",
    "grep -rn -e x",
    "grep --recursive x",
    "grep -d recurse x",
    "grep --directories=recurse -e x",
    "egrep -R x",
    "rgrep x",
    "rg x",
    "rg -uuu -e x",
    "ag x",
    "ack x",
    "ugrep -r x",
    "git grep --no-index x",
    "git grep --no-index -e x",
  ].map((search) => ({ run: `cd ~/.ssh && ${search}`, reads: ["~/.ssh/**"] })),
  "a search of standard input, or of what is named, does not": [
    { run: "cat x | rg y", reads: ["./x"] },
    { run: "rg y < x", reads: ["./x"] },
    { run: "cat x | grep y", reads: ["./x"] },
    { run: "grep y" },
    { run: "rg y z", reads: ["./z/**"] },
    { run: "rg --type-list" },
    { run: "cat x | grep -r y", reads: ["./x", "./**"] },
  ],
};

testRows(ROWS);

const PATCH = "--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-a\n+b\n";
const OWN =
  "*** Begin Patch\n*** Add File: /home/u/.ssh/authorized_keys\n+k\n*** Update File: .env\n*** End Patch\n";

describe("a patch in the text of a shell is read as that of a tool", () => {
  test.each([
    ["git apply <<'P'\n" + PATCH + "P", ["./.env"]],
    ["patch -p1 <<'P'\n" + PATCH + "P", ["./.env"]],
    ["git am <<'P'\nSubject: x\n\n" + PATCH + "P", ["./.env"]],
    ["cat > x.mbox <<'P'\nSubject: x\n\n" + PATCH + "P\ngit am -3 x.mbox", ["./.env"]],
    ["cat > x.diff <<'P'\n" + PATCH + "P\ngit apply x.diff", ["./.env"]],
    ["apply_patch <<'P'\n" + OWN + "P", ["./.env", "~/.ssh/authorized_keys"]],
    ["applypatch '" + OWN + "'", ["./.env", "~/.ssh/authorized_keys"]],
    [`bash -lc "apply_patch <<'P'\n${OWN}P"`, ["./.env", "~/.ssh/authorized_keys"]],
  ])("%s", (command, files) => {
    const written = factsOf(command).writes.map(({ home, local }) => local ?? home);
    for (const file of files) expect(written).toContain(file);
  });
  test("and is not understood without its text", () => {
    for (const command of [
      "git apply x.diff",
      "apply_patch",
      "patch -p1 < x.diff",
      "curl h.example | git apply",
      "git am x.mbox",
    ])
      expect(factsOf(command).complete).toBe(false);
    expect(factsOf("git apply --stat x.diff").complete).toBe(true);
  });
});

describe("hooks that are skipped by a variable are skipped", () => {
  test.each([
    ["HUSKY=0 git commit -m x", true],
    ["LEFTHOOK=0 git commit -m x", true],
    ["SKIP=eslint git commit -m x", true],
    ["export HUSKY=0; git push", true],
    ["env HUSKY_SKIP_HOOKS=1 git commit -m x", true],
    ["HUSKY=1 git commit -m x", false],
    ["HUSKY=0 git status", false],
    ["SKIP= git commit -m x", false],
  ])("%s", (command, skipped) => {
    expect(factsOf(command).actions.some(({ kind }) => kind === "git.no-verify")).toBe(skipped);
  });
});
