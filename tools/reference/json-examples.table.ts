import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { commandName } from "../../packages/cli/src/command-row.js";
import { COMMAND_TABLE } from "../../packages/cli/src/command-table.js";
import { type Folder, runCli } from "../../packages/cli/test/run-cli.js";
import { startOpenAiServer } from "../../test/servers/openai-server.js";

/** What has to be there when the example of a command runs whose output the page of JSON shows. */
export interface JsonSetting {
  /** Files of the folder beside those of the examples of the help. */
  readonly files?: Readonly<Record<string, string>>;
  /** What has to happen before; what it returns is the environment of the command. */
  readonly prepare?: (place: Folder) => Promise<Prepared>;
}

/** A command line whose output the page of JSON shows. */
export interface JsonExample extends JsonSetting {
  /** Without `--json`. */
  readonly args: readonly string[];
  readonly stdin?: string;
}

/** What a command needs to run, and what ends that. */
export interface Prepared {
  readonly env?: Readonly<Record<string, string>>;
  readonly end?: () => Promise<void>;
}

const FORCE = '{"event":"before_tool_call","toolName":"Bash","params":{"command":"git push --force"}}';

const SETTINGS: Readonly<Record<string, JsonSetting>> = {
  trust: {
    files: {
      ".gatehouse/rules.yaml": policyOf("allow: the tests only read", 'params.command == "npm test"'),
    },
  },
  approve: {
    files: {
      "~/.gatehouse/push.yaml": policyOf("ask: is it ready?", 'params.command.startsWith("git push")'),
      "~/.gatehouse/settings.json": '{"version":1,"ownConfig":"off"}',
    },
    prepare: async ({ path: cwd, home }) => {
      await runCli(["hook", "codex", "--daemon", "off"], { cwd, home, stdin: codexCall(cwd) });
      return {};
    },
  },
  undo: { files: { "agent.yaml": snapshots() }, prepare: changedFile },
  new: { files: { ".gatehouse/rules.yaml": "version: 1\npolicies: []\n" } },
  judge: {
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
    prepare: async ({ path: cwd, home }) => {
      await runCli(["decide", "--audit", "trail"], { cwd, home, stdin: FORCE });
      return {};
    },
  },
  signals: {
    files: { "messages.json": '{"signals":["broken","useless"],"texts":["this is broken again"]}' },
  },
};

/** One example of each shape, by its command: the command line is in the command table. */
export const JSON_EXAMPLES: Readonly<Record<string, JsonExample>> = {
  ...Object.fromEntries(
    COMMAND_TABLE.flatMap((row): readonly (readonly [string, JsonExample])[] => {
      if (typeof row.json === "string") return [];
      const name = commandName(row);
      const [{ args, stdin }] = row.examples;
      const shown = { args: row.json.example ?? args, ...(stdin !== undefined && { stdin }) };
      return [[name, { ...shown, ...SETTINGS[name] }]];
    }),
  ),
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
