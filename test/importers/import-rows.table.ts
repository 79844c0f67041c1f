import type { JsonObject } from "@gatehouse-hooks/json";

/** A call, and what the imported rules say of it; a string is a command. */
export interface ImportRow {
  readonly call: string | JsonObject;
  /** Any of these is right. */
  readonly says: readonly ("deny" | "allow" | "abstain")[];
  /** Why it is not what the person who wrote the rule wanted. */
  readonly differs?: string;
}

const PARTS =
  "an imported allow holds for one command by itself: which rules allow the others is Claude Code's to say, and it still reads them";

/** Permissions of Claude Code that people have asked about, each with calls, and what they wanted of them. */
export const IMPORT_ROWS: readonly {
  readonly permissions: Readonly<Record<string, readonly string[]>>;
  readonly calls: readonly ImportRow[];
}[] = [
  {
    permissions: { deny: ["Bash(git clean:*)"] },
    calls: [
      { call: "git clean -fd", says: ["deny"] },
      { call: "npm run build; git clean -fd", says: ["deny"] },
    ],
  },
  {
    permissions: { deny: ["Bash(rm *)"] },
    calls: [
      { call: "rm -rf foo", says: ["deny"] },
      { call: "find foo -exec rm {} \\;", says: ["deny"] },
      { call: 'grep "format" x', says: ["abstain"] },
      { call: "docker run --rm x", says: ["abstain"] },
      { call: "git rm x", says: ["abstain"] },
      { call: "npm rm x", says: ["abstain"] },
      { call: "rmdir x", says: ["abstain"] },
    ],
  },
  {
    permissions: { deny: ["Bash(rm -rf /:*)"] },
    calls: [
      { call: "rm -rf /", says: ["deny"] },
      { call: "rm -rfv /", says: ["deny"] },
      { call: "rm --recursive --force /", says: ["deny"] },
      { call: "rm -rf /tmp/x", says: ["deny", "abstain"] },
      { call: "rm -rf ./x", says: ["abstain"] },
    ],
  },
  {
    permissions: { deny: ["Bash(grep * /etc/*)", "Bash(grep * ~/.*)"], allow: ["Bash(grep:*)"] },
    calls: [
      {
        call: "grep root $HOME/.bashrc",
        says: ["abstain"],
        differs: "Claude Code compares the words as they are written, too: `~/` is not `$HOME/`",
      },
    ],
  },
  {
    permissions: {
      allow: [
        "Bash(npm test:*)",
        "Bash(ls:*)",
        "Bash(head:*)",
        "Bash(tail:*)",
        "Bash(grep:*)",
        "Bash(cd:*)",
        "Bash(cat:*)",
        "Bash(make:*)",
        "Bash(jq:*)",
        "Bash(git add:*)",
        "Bash(git commit:*)",
      ],
    },
    calls: [
      { call: "ls -la /tmp/openclaw 2>&1 | head -20", says: ["abstain"], differs: PARTS },
      { call: "npm test 2>&1 | tail -5", says: ["abstain"], differs: PARTS },
      { call: "cat a.txt 2>/dev/null | head -80", says: ["abstain"], differs: PARTS },
      {
        call: "CC=gcc make -j16",
        says: ["abstain"],
        differs: "variables before a command may change what it does; Claude Code still reads its own rule",
      },
      { call: "cd sub && ls", says: ["abstain"], differs: PARTS },
      { call: "npm test", says: ["allow"] },
      { call: "git commit -m 'a b'", says: ["allow"] },
    ],
  },
  {
    permissions: { allow: ["Bash(echo *)"] },
    calls: [
      { call: "echo a > /etc/passwd", says: ["abstain"] },
      { call: "echo $(touch x)", says: ["abstain"] },
      { call: "echo `touch x`", says: ["abstain"] },
      { call: "echo a |& sh", says: ["abstain"] },
      { call: "echo a;touch x", says: ["abstain"] },
      { call: "echo 'a b'", says: ["allow"] },
    ],
  },
  {
    permissions: {
      deny: ["Read(*appsettings*)", "Edit(*appsettings*)", "Write(*appsettings*)", "Bash(*appsettings*)"],
    },
    calls: [
      { call: "grep -A5 -B2 pattern /path/to/appsettings.json", says: ["deny"] },
      { call: "find . -name '*.json' -exec grep -l pattern {} \\;", says: ["deny", "abstain"] },
      {
        call: { toolName: "Read", params: { file_path: "/workspace/project/src/appsettings.json" } },
        says: ["deny"],
      },
      { call: "ls", says: ["abstain"] },
    ],
  },
  {
    permissions: { deny: ["Edit(*.env*)", "Read(*.env)", "Edit(*.npmrc*)", "Read(*.npmrc)"] },
    calls: [
      { call: "cat *", says: ["deny", "abstain"] },
      { call: "head -5 src/*.ts", says: ["abstain"] },
      { call: "cat .env", says: ["deny"] },
      { call: "wc -l $(git ls-files '*.md')", says: ["abstain"] },
      { call: 'for f in docs/*.md; do head -1 "$f"; done', says: ["abstain"] },
    ],
  },
  {
    permissions: { deny: ["Read(./application.yml)"] },
    calls: [
      { call: "cat application.yml", says: ["deny"] },
      { call: "cat ./src/../application.yml", says: ["deny"] },
      {
        call: "cat src/application.yml",
        says: ["deny"],
        differs: "stricter: a path of Claude Code's rules may be of any folder in which it was started",
      },
    ],
  },
  { permissions: { deny: ["Bash(touch:*)"] }, calls: [{ call: "touch x", says: ["deny"] }] },
  {
    permissions: {
      deny: [
        "Read(D:/some/protected/path/**)",
        "Read(//c/WebServers/home/*/application/config/database.php)",
      ],
    },
    calls: [
      {
        call: { toolName: "Read", params: { file_path: "D:/some/protected/path/x" }, platform: "win32" },
        says: ["deny"],
      },
      {
        call: {
          toolName: "Read",
          params: { file_path: "C:\\WebServers\\home\\finder\\application\\config\\database.php" },
          platform: "win32",
        },
        says: ["deny"],
      },
    ],
  },
  {
    permissions: { deny: ["Bash(run_in_background:true)", "Monitor", "ScheduleWakeup", "CronCreate"] },
    calls: [
      { call: { toolName: "Bash", params: { command: "ls", run_in_background: true } }, says: ["deny"] },
    ],
  },
];
