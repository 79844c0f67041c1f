import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { type Folder, runCli } from "../../packages/cli/test/run-cli.js";
import { startOpenAiServer } from "../../test/servers/openai-server.js";

/** A command line whose output the page of JSON shows. */
export interface JsonExample {
  /** Without `--json`. */
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Files of the folder beside those of the examples of the help. */
  readonly files?: Readonly<Record<string, string>>;
  /** What has to happen before; what it returns is the environment of the command. */
  readonly prepare?: (place: Folder) => Promise<Prepared>;
}

/** What a command needs to run, and what ends that. */
export interface Prepared {
  readonly env?: Readonly<Record<string, string>>;
  readonly end?: () => Promise<void>;
}

const FORCE = '{"event":"before_tool_call","toolName":"Bash","params":{"command":"git push --force"}}';
/** What hooks start: the tests and tools that print this page are not the command. */
const PROGRAM = { "bin/gatehouse": "#!/bin/sh\n" };
const BINARY = ["--binary", "bin/gatehouse"];

/** One example of each shape, by its command. */
export const JSON_EXAMPLES: Readonly<Record<string, JsonExample>> = {
  init: { args: ["init", "claude-code", "--dry-run", "--no-rule", ...BINARY], files: PROGRAM },
  doctor: { args: ["doctor", "claude-code", ...BINARY], files: PROGRAM },
  trust: {
    args: ["trust"],
    files: {
      ".gatehouse/rules.yaml": policyOf("allow: the tests only read", 'params.command == "npm test"'),
    },
  },
  approve: {
    args: ["approve"],
    files: {
      "~/.gatehouse/push.yaml": policyOf("ask: is it ready?", 'params.command.startsWith("git push")'),
      "~/.gatehouse/settings.json": '{"version":1,"ownConfig":"off"}',
    },
    prepare: async ({ path: cwd, home }) => {
      await runCli(["hook", "codex", "--daemon", "off"], { cwd, home, stdin: codexCall(cwd) });
      return {};
    },
  },
  undo: { args: ["undo", "--list"], files: { "agent.yaml": snapshots() }, prepare: changedFile },
  packs: { args: ["packs"] },
  facts: { args: ["facts", "rm -rf build"] },
  eval: { args: ["eval", 'params.command.includes("--force")', "event.json"] },
  new: {
    args: [
      ...["new", "no-force-push", "--stop", "command", "--of", "git push --force"],
      ...["--effect", "deny", "--reason", "people push with force"],
    ],
    files: { ".gatehouse/rules.yaml": "version: 1\npolicies: []\n" },
  },
  import: { args: ["import", ".claude/settings.json", "--dry-run"] },
  check: {
    args: ["check", "wrong.yaml"],
    files: { "wrong.yaml": policyOf("deny: no", 'params.comand.includes("--force")') },
  },
  test: { args: ["test", ".gatehouse"] },
  explain: { args: ["explain", "event.json"] },
  diff: { args: ["diff", "old.yaml", "new.yaml"] },
  replay: { args: ["replay", "calls.jsonl", "--policies", "old.yaml", "--against", "new.yaml"] },
  list: { args: ["list", "--policies", "rules.yaml"] },
  judge: {
    args: ["judge", "eval", "cases.jsonl", "--policy", "judge.md", "--model", "openai/gpt-5-mini"],
    prepare: async () => {
      const server = await startOpenAiServer(() => ({
        kind: "reply",
        text: '{"reason":"it pushes","decision":"deny"}',
      }));
      return {
        env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "none" },
        end: () => server.close(),
      };
    },
  },
  audit: {
    args: ["audit", "--audit", "trail", "--effect", "deny"],
    prepare: async ({ path: cwd, home }) => {
      await runCli(["decide", "--audit", "trail"], { cwd, home, stdin: FORCE });
      return {};
    },
  },
  cache: { args: ["cache", "clear", "--cache", "verdicts.db", "--scope", "session"] },
  compile: { args: ["compile", "--store", "compiled"] },
  reload: { args: ["reload", "--policies", ".gatehouse"] },
  sign: { args: ["sign", "organisation/rules.yaml", "--folder", "organisation", "--key", "key.pem"] },
  bundle: { args: ["bundle", "build", ".gatehouse", "--name", "team"] },
  daemon: { args: ["daemon", "status"] },
  serve: { args: ["serve", "server.yaml", "--check"] },
  decide: { args: ["decide", "event.json"] },
  load: { args: ["load", "--format", "mayros", "judge.md"] },
  "parse-verdict": { args: ["parse-verdict", "reply.json"] },
  key: { args: ["key", "question.json"] },
  signals: {
    args: ["signals", "messages.json"],
    files: { "messages.json": '{"signals":["broken","useless"],"texts":["this is broken again"]}' },
  },
  help: { args: ["help", "unknown-field"] },
  error: { args: ["check", "--host", "cluade-code"] },
};

function policyOf(effect: string, when: string): string {
  return `version: 1\npolicies:\n  - id: example\n    events: before_tool_call\n    when: ${when}\n    ${effect}\n`;
}

function codexCall(cwd: string): string {
  return JSON.stringify({
    session_id: "s",
    turn_id: "1",
    transcript_path: null,
    cwd,
    hook_event_name: "PreToolUse",
    model: "m",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command: "git push" },
    tool_use_id: "1",
  });
}

function snapshots(): string {
  const hook = "[{ type: builtin, command: snapshot }]";
  return `agents:\n  root:\n    model: m\n    hooks:\n      turn_start: ${hook}\n      turn_end: ${hook}\n`;
}

/** A session has changed a file between two events. */
async function changedFile({ path: cwd, home }: Folder): Promise<Prepared> {
  const env = { PATH: process.env["PATH"] ?? "" };
  execFileSync("git", ["init", "--quiet"], { cwd });
  const decide = (event: string): Promise<unknown> =>
    runCli(["decide", "--policies", "agent.yaml", "--policy-format", "docker-agent"], {
      cwd,
      home,
      env,
      stdin: JSON.stringify({ event, session_id: "s1", cwd }),
    });
  writeFileSync(path.join(cwd, "notes.txt"), "one\n");
  await decide("turn_start");
  writeFileSync(path.join(cwd, "notes.txt"), "two\n");
  await decide("turn_end");
  return { env };
}
