import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
/** Asked for its help it changes nothing; `--help` is understood everywhere. */
const CONFIGURES: ProgramUsage = {
  loose: true,
  options: ["-h"],
  action: "config.change",
  when: [{ has: ["-h"], action: [] }],
};

/** Command lines of agents, of Gatehouse, and of what rewrites their commands. */
export const AGENT_PROGRAMS: readonly ProgramRow[] = [
  {
    name: [
      "claude",
      "claude-code",
      "codex",
      "gemini",
      "gemini-cli",
      "opencode",
      "cursor-agent",
      "copilot",
      "qwen",
      "qwen-code",
      "droid",
      "hermes",
      "aider",
      "amp",
      "crush",
      "mayros",
      "docker-agent",
      "cagent",
      "pi",
    ],
    loose: true,
    // An agent may run whatever its model asks for, with hooks that its options and its home name.
    unknown: "opaque-code",
    options: optionList(
      "--settings=read --setting-sources= --mcp-config=read --config=read --add-dir=list --append-system-prompt= --model= -p,--print -c,--continue",
    ),
    variables: [
      "CLAUDE_CONFIG_DIR",
      "CODEX_HOME",
      "OPENCODE_CONFIG",
      "OPENCODE_PURE",
      "GEMINI_CONFIG_DIR",
      "QWEN_HOME",
      "COPILOT_HOME",
    ],
    commands: {
      "config,hooks,hook,mcp,plugin,plugins,extensions,extension,settings,setup-token,install,uninstall,update,upgrade,login,logout,auth,migrate-installer,permissions,features,skills,trust,agent,agents":
        { loose: true, action: "config.change", when: [{ operand: ["list", "get", "ls"], action: [] }] },
      "version,help": LOOKS,
    },
    tests: [{ run: "hermes config unset hooks.x", actions: ["config.change"] }],
  },
  {
    // With a version, as `npx` names it, it is the same program.
    name: ["gatehouse", "gatehouse-hooks*"],
    loose: true,
    options: optionList(
      "--project=cwd --config=read --policies=read --policy-format= --enforced=read --model= --cache= --store= --sandbox= --on-load-error= --unknown-events= --audit=write --audit-required --json --no-color --agent= --compat=",
    ),
    commands: {
      check: {
        loose: true,
        options: ["--fix", "-h"],
        when: [{ has: ["--fix"], not: ["-h"], action: "config.change" }],
      },
      "list,eval,parse-verdict,load,key,signals,facts,explain,help": LOOKS,
      audit: { loose: true, commands: { "verify,show": LOOKS } },
      test: {
        loose: true,
        operands: "read*",
        when: [{ operand: ["*.mjs", "*.js", "*.ts"], operands: "script", lang: "node" }],
      },
      "reload,compile,packs,codes,lsp,completion,on,status,schema,try,why,log": LOOKS,
      "init,import": {
        ...CONFIGURES,
        options: ["--dry-run", "-h"],
        when: [{ has: ["--dry-run", "-h"], action: [] }],
      },
      trust: {
        ...CONFIGURES,
        options: optionList("-h --all --code --remove --yes="),
        when: [
          { has: ["-h"], action: [] },
          { most: 0, not: ["--all", "--code", "--remove", "--yes"], action: [] },
        ],
      },
      daemon: { loose: true, commands: { status: LOOKS, "start,run,stop,restart": CONFIGURES } },
      memory: { loose: true, commands: { rebuild: CONFIGURES } },
      mcp: { loose: true, commands: { accept: CONFIGURES, show: LOOKS } },
      box: {
        loose: true,
        options: ["--settings=", "--write", "--undo", "-h"],
        when: [{ has: ["--write", "--undo"], not: ["-h"], action: "config.change" }],
      },
      serve: {
        loose: true,
        options: ["--invite=", "--forget=", "-h"],
        when: [{ has: ["--invite", "--forget"], not: ["-h"], action: "config.change" }],
      },
      "undo,cache,sign,approve,off,uninstall,new,forget": CONFIGURES,
      "hook,judge,decide,doctor": { loose: true, unknown: "opaque-code" },
    },
    tests: [{ run: "gatehouse trust .", actions: ["config.change"] }],
  },
  {
    name: "rtk",
    style: "posix",
    options: ["-v", "-vv", "-u", "--ultra-compact", "--skip-env"],
    wraps: 0,
    tests: [{ run: "rtk rm x", deletes: ["./x"], commands: ["rtk", "rm"] }],
  },
];
