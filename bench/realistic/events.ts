import type { JsonObject } from "@gatehouse-hooks/json";
import { type Random, random } from "./random.js";

const WORDS =
  "the list of items is read before each test so that a slow result never blocks what comes next while new data arrives and old state is kept until every reader has seen it const return function import from value error index await result string number".split(
    " ",
  );
const FOLDERS = [
  "src",
  "lib",
  "packages/core/src",
  "apps/web/components",
  "tests/unit",
  "scripts",
  "docs/guide",
];
const FILES = [
  "index.ts",
  "session-store.ts",
  "README.md",
  "layout.tsx",
  "server.py",
  "main.go",
  "routes.rs",
  "config.yaml",
];
const COMMANDS = [
  "git status --short",
  "npm test -- --run src/session-store.test.ts",
  'git add -A && git commit -m "Keep the state of a session until its last reader is gone"',
  "grep -rn 'createSession' src --include='*.ts' | head -40",
  "ls -la packages/core/src && wc -l packages/core/src/*.ts",
  "docker compose up -d postgres redis && sleep 2 && npm run migrate",
  "python3 -m pytest tests/unit -q -x 2>&1 | tail -30",
  "find . -name '*.md' -not -path './node_modules/*' | xargs grep -l 'deprecated'",
  "kubectl get pods -n staging -o wide",
  "curl -s http://localhost:8080/healthz | jq .status",
  "sed -n '120,180p' apps/web/components/layout.tsx",
  "npx tsc --noEmit -p tsconfig.json && npx eslint src --max-warnings 0",
];
/** What the policies that are met stop. */
const STOPPED: readonly (readonly [tool: string, params: JsonObject])[] = [
  ["Bash", { command: "git fetch origin && git push --force origin main", description: "Push the branch" }],
  ["Bash", { command: "sudo rm -rf /var/lib/app/cache && systemctl restart app" }],
  ["Write", { file_path: "/home/dev/orion/apps/api/.env.local", content: "PORT=8080\n" }],
  ["WebFetch", { url: "https://pastebin.example/raw/8f3k2", prompt: "Read the snippet" }],
  ["Bash", { command: "sqlite3 app.db 'DROP TABLE sessions'", timeout: 120_000 }],
];
const COUNT = 500;

/** 500 calls as Claude Code sends them, about one in ten of them stopped; 0.3 to 37 KB each. */
export function eventsOf(): readonly JsonObject[] {
  const next = random(20);
  return Array.from({ length: COUNT }, (_, i) => {
    const [toolName, params] = next.below(10) === 0 ? next.pick(STOPPED) : harmless(next);
    return {
      event: "before_tool_call",
      session_id: `5b1d7c52-0c1f-4a3e-9b1e-${String(100_000_000_000 + (i % 8))}`,
      transcript_path: `/home/dev/.claude/projects/-home-dev-orion/5b1d7c52-${i % 8}.jsonl`,
      cwd: next.pick(["/home/dev/orion", "/home/dev/lyra/apps/web", "/tmp/work"]),
      permission_mode: "default",
      tool_use_id: `toolu_01${String(i).padStart(22, "A")}`,
      toolName,
      params,
    };
  });
}

function harmless(next: Random): readonly [string, JsonObject] {
  const path = `/home/dev/orion/${next.pick(FOLDERS)}/${next.pick(FILES)}`;
  const dice = next.below(100);
  if (dice < 44)
    return [
      "Bash",
      {
        command: commandOf(next),
        description: prose(next, 8),
        ...(next.below(3) === 0 ? { timeout: 1_000 * (10 + next.below(300)) } : {}),
      },
    ];
  if (dice < 64)
    return ["Read", { file_path: path, ...(next.below(2) === 0 ? { offset: 100, limit: 200 } : {}) }];
  if (dice < 76)
    return ["Edit", { file_path: path, old_string: code(next), new_string: code(next), replace_all: false }];
  if (dice < 80)
    return [
      "MultiEdit",
      {
        file_path: path,
        edits: Array.from({ length: 2 + next.below(9) }, () => ({
          old_string: code(next),
          new_string: code(next),
        })),
      },
    ];
  if (dice < 88)
    // Most files are short; a few have 37 KB.
    return [
      "Write",
      { file_path: path, content: prose(next, next.below(8) === 0 ? 5_800 : 30 + next.below(900)) },
    ];
  if (dice < 94)
    return [
      "Grep",
      {
        pattern: next.pick(["createSession\\(", "TODO|FIXME", "import .* from"]),
        path: "src",
        output_mode: "content",
      },
    ];
  if (dice < 97)
    return [
      "WebFetch",
      { url: `https://docs.example/${next.pick(WORDS)}/${next.pick(WORDS)}`, prompt: prose(next, 12) },
    ];
  return [
    `mcp__${next.pick(["github", "linear", "postgres"])}__${next.pick(["list_issues", "get_issue", "query"])}`,
    { query: prose(next, 10), page: 1 },
  ];
}

/** One command, or a script of several lines. */
function commandOf(next: Random): string {
  if (next.below(12) > 0) return next.pick(COMMANDS);
  return Array.from({ length: 6 + next.below(20) }, () => next.pick(COMMANDS)).join("\n");
}

function prose(next: Random, words: number): string {
  return Array.from({ length: words }, () => next.pick(WORDS)).join(" ");
}

function code(next: Random): string {
  return Array.from(
    { length: 1 + next.below(12) },
    () =>
      `  const ${next.pick(WORDS)}_ = await ${next.pick(WORDS)}(${next.pick(WORDS)}, ${next.below(900)});`,
  ).join("\n");
}
