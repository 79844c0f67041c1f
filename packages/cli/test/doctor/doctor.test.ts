import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tierRows } from "../../../../test/assert-law.js";
import { type AgentsHome, agentsHome, STAND_IN } from "../init/agents-home.js";

interface Report {
  readonly ok: boolean;
  readonly agents: readonly {
    readonly agent: string;
    readonly state: string;
    readonly ms?: number;
    readonly installed: readonly string[];
  }[];
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly agent?: string;
    readonly path?: string;
    readonly line?: number;
    readonly cure: string;
  }[];
}

let home: AgentsHome;
let putBack: () => void;
beforeAll(async () => {
  home = agentsHome({
    "~/.claude/settings.json": '{\n  "model": "opus"\n}\n',
    "~/.codex/config.toml": 'model = "gpt-5.5"\n',
    "~/.gemini/settings.json": '{\n  // mine\n  "ui": {},\n}\n',
    "~/.copilot/config.json": "{}",
    "~/.config/opencode/opencode.json": "{}",
    "~/.cursor/mcp.json": "{}",
    "~/.qwen/settings.json": "{}",
  });
  const { code, stderr, stdout } = await home.run("init", "--yes");
  expect([code, stderr, code === 0 ? "" : stdout]).toEqual([0, "", ""]);
  putBack = home.keep();
});
beforeEach(() => putBack());
afterAll(() => home.remove());

async function doctor(...args: readonly string[]): Promise<Report & { readonly code: number }> {
  const { code, stdout, stderr } = await home.run("doctor", "--json", ...args);
  expect(stderr).toBe("");
  return { ...(JSON.parse(stdout) as Report), code };
}

const CLAUDE = ".claude/settings.json";
const GEMINI = ".gemini/settings.json";
const SCRIPT = ".gatehouse/bin/gatehouse-hook";
const project = (name: string): string => join("..", "project", name);

test("a healthy home has no finding, and every agent's call was made and timed", async () => {
  const { code, ok, findings, agents } = await doctor();
  expect(findings).toEqual([]);
  expect([code, ok]).toEqual([0, true]);
  expect(agents.map(({ agent }) => agent)).toEqual([
    "claude-code",
    "codex",
    "gemini-cli",
    "copilot",
    "opencode",
    "cursor",
    "qwen-code",
  ]);
  expect(agents.every(({ ms, installed }) => (ms ?? 0) > 0 && installed.length === 1)).toBe(true);
});

test("for people it says what is well, and ends with 0", async () => {
  const { code, stdout } = await home.run("doctor", "claude-code");
  expect(stdout).toMatch(
    /^guarded {6}claude-code {2}\d+ rules \(\d+ deny, \d+ ask, 0 allow\) {2}~\/\.claude\/settings\.json {2}one call \d+ ms\n\n\d+ rules in force \(.*\)\n {2}.*first\.yaml: \d+, with the packs .*git.*\n0 errors, 0 warnings, 0 notes\n$/,
  );
  expect(code).toBe(0);
});

describe("an agent that is there and not guarded", () => {
  beforeEach(async () => {
    await home.run("init", "--undo", "cursor", "codex");
  });

  test("is one line with its cure, and exit code 1", async () => {
    const { code, stdout } = await home.run("doctor");
    expect(code).toBe(1);
    const lines = stdout.split("\n").filter((line) => /\b(?:cursor|codex)\b/.test(line));
    expect(lines.map((line) => line.replace(/~\S+ .*/, "…").slice(0, 21))).toEqual([
      "NOT GUARDED  codex 0.",
      "NOT GUARDED  cursor  ",
    ]);
    expect(
      lines.every((line) => /\(not-installed\); cure: gatehouse init (?:cursor|codex)$/.test(line)),
    ).toBe(true);
    expect(stdout.match(/^guarded /gm)).toHaveLength(5);
    const { ok, agents } = await doctor();
    expect(ok).toBe(false);
    expect(agents.filter(({ state }) => state === "not guarded").map(({ agent }) => agent)).toEqual([
      "codex",
      "cursor",
    ]);
  });

  test("is passed over with --installed-only, but not one whose hooks are gone, or that is named", async () => {
    const only = await doctor("--installed-only");
    expect([only.code, only.agents.length, only.findings]).toEqual([0, 5, []]);
    expect((await doctor("--installed-only", "cursor")).code).toBe(1);
    rmSync(join(home.home, CLAUDE));
    expect((await doctor("--installed-only")).agents.map(({ state }) => state)).toContain("not guarded");
    await home.run("init", "--undo");
    const none = await doctor("--installed-only");
    expect([none.code, none.findings.map(({ code }) => code)]).toEqual([1, ["no-rules", "no-agent"]]);
  });
});

test("one that something keeps from working is broken, whatever else is fine", async () => {
  home.change(SCRIPT, (text) => text.replaceAll("stand-in.mjs", "stand-out.mjs"));
  const { code, stdout } = await home.run("doctor");
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(
      /^broken {7}claude-code {2}~\/\.claude\/settings\.json .*\(no-binary\); cure: gatehouse init claude-code$/m,
    ),
  ]);
});

const ALLOW =
  "version: 1\npolicies:\n  - { id: a, events: before_tool_call, when: params.command == 'x', allow: yes }\n";
/** What is in the folder of rules, what is said, and whether the agents are guarded. */
const RULES: readonly (readonly [
  what: string,
  text: string | undefined,
  code: string | undefined,
  state: string,
])[] = [
  ["nothing", undefined, "no-rules", "not guarded"],
  ["no policy", "version: 1\npolicies: []\n", "no-rules", "not guarded"],
  ["one that allows", ALLOW, "only-allow", "not guarded"],
  ["one that warns", ALLOW.replace("allow:", "warn:"), "only-allow", "not guarded"],
  ["one that is off", ALLOW.replace("allow: yes", "deny: no, enabled: false"), "no-rules", "not guarded"],
  [
    "one after the action",
    ALLOW.replace("before_tool", "after_tool").replace("allow:", "deny:"),
    "only-allow",
    "not guarded",
  ],
  ["one that denies", ALLOW.replace("allow:", "deny:"), undefined, "guarded"],
  ["one that asks", ALLOW.replace("allow:", "ask:"), undefined, "guarded"],
  ["one that asks a model", ALLOW.replace("allow: yes", "judge: Deny what is wrong."), "no-judge", "guarded"],
  [
    "one for another agent's tool",
    ALLOW.replace("params.command == 'x'", "toolName == 'x'").replace("allow:", "deny:"),
    "no-rules",
    "not guarded",
  ],
  ["a pack", "version: 1\nextends: [pack/git]\npolicies: []\n", undefined, "guarded"],
  [
    "a pack that allows",
    "version: 1\nextends: [pack/read-only]\npolicies: []\n",
    "only-allow",
    "not guarded",
  ],
  ["one that cannot be read", "version: 1\npolicies: [", "policies/yaml-syntax", "broken"],
];

test.each(tierRows(1, RULES))(
  "hooks without a rule that stops anything guard nothing: %s",
  async (_, text, said, state) => {
    rmSync(join(home.home, ".gatehouse/first.yaml"));
    if (text !== undefined) home.write(".gatehouse/rules.yaml", text);
    const report = await doctor("claude-code");
    expect(report.findings.map(({ code }) => code)).toEqual(said === undefined ? [] : [said]);
    expect(report.agents.map((one) => one.state)).toEqual([state]);
    expect(report.code).toBe(state === "guarded" ? 0 : 1);
  },
);

test("rules that one agent cannot ask do not guard it", async () => {
  rmSync(join(home.home, ".gatehouse/first.yaml"));
  home.write(
    ".gatehouse/rules.yaml",
    ALLOW.replace("params.command == 'x'", "toolName == 'NotebookEdit'").replace("allow:", "deny:"),
  );
  const { agents, code } = await doctor();
  const states = Object.fromEntries(agents.map(({ agent, state }) => [agent, state]));
  expect(states).toMatchObject({
    "claude-code": "guarded",
    "gemini-cli": "not guarded",
    cursor: "not guarded",
  });
  expect(code).toBe(1);
});

test("an unknown agent is bad usage", async () => {
  const { code, stderr } = await home.run("doctor", "clade-code");
  expect(code).toBe(2);
  expect(stderr).toMatch(/unknown agent `clade-code`\n.*claude-code/);
});

/** Each breakage switches hooks off, or makes them wrong, without a word of the agent. */
const BREAKAGES: readonly (readonly [what: string, agent: string, code: string, plant: () => void])[] = [
  [
    "Claude's settings are cut",
    "claude-code",
    "settings",
    () => home.change(CLAUDE, (text) => text.slice(0, -9)),
  ],
  [
    "a timeout is a string",
    "claude-code",
    "bad-timeout",
    () => home.change(CLAUDE, (text) => text.replace('"timeout": 60', '"timeout": "60"')),
  ],
  [
    "the user's settings turn hooks off",
    "claude-code",
    "hooks-off",
    () => home.change(CLAUDE, (text) => text.replace("{", '{ "disableAllHooks": true,')),
  ],
  [
    "the project's settings turn the user's hooks off",
    "claude-code",
    "hooks-off",
    () => home.write(project(".claude/settings.json"), '{"disableAllHooks":true}'),
  ],
  [
    "the project's local settings do",
    "claude-code",
    "hooks-off",
    () => home.write(project(".claude/settings.local.json"), '{"disableAllHooks":true}'),
  ],
  [
    "the settings file with the hooks is gone",
    "claude-code",
    "not-installed",
    () => rmSync(join(home.home, CLAUDE)),
  ],
  [
    "the entry of one event is gone",
    "claude-code",
    "missing-event",
    () => home.change(CLAUDE, (text) => text.replace('"ConfigChange"', '"ConfigChanged"')),
  ],
  [
    "the matcher is in the wrong case",
    "claude-code",
    "matcher",
    () => home.change(CLAUDE, (text) => text.replace('"matcher": "*"', '"matcher": "bash"')),
  ],
  [
    "the matcher is a broken pattern",
    "claude-code",
    "matcher",
    () => home.change(CLAUDE, (text) => text.replace('"matcher": "*"', '"matcher": "Ba(sh"')),
  ],
  [
    "another hook's matcher never matches",
    "claude-code",
    "other-matcher",
    () => other({ matcher: "bash", hooks: [{ type: "command", command: "x.sh" }] }),
  ],
  [
    "another hook answers allow",
    "claude-code",
    "other-allows",
    () =>
      other({
        hooks: [{ type: "command", command: `echo '{"hookSpecificOutput":{"permissionDecision":"allow"}}'` }],
      }),
  ],
  [
    "a script of another hook answers allow",
    "claude-code",
    "other-allows",
    () => {
      writeFileSync(join(home.path, "ok.sh"), `echo '{"decision": "approve"}'`);
      other({ hooks: [{ type: "command", command: join(home.path, "ok.sh") }] });
    },
  ],
  [
    "the hook is asynchronous",
    "claude-code",
    "async",
    () => home.change(CLAUDE, (text) => text.replace('"timeout": 60', '"async": true, "timeout": 60')),
  ],
  [
    "the timeout is very short",
    "claude-code",
    "short-timeout",
    () => home.change(CLAUDE, (text) => text.replace('"timeout": 60', '"timeout": 1')),
  ],
  [
    "a hook that is too late no longer blocks",
    "claude-code",
    "lets-through",
    () => home.change(CLAUDE, (text) => text.replace('"onFailure": "block"', '"onFailure": "continue"')),
  ],
  [
    "the program is gone",
    "claude-code",
    "no-binary",
    () => home.change(SCRIPT, (text) => text.replaceAll("stand-in.mjs", "stand-out.mjs")),
  ],
  [
    "Node is gone",
    "claude-code",
    "no-node",
    () => home.change(SCRIPT, (text) => text.replaceAll(process.execPath, "/nonexistent/node")),
  ],
  [
    "the program is another one",
    "claude-code",
    "moved",
    () => {
      writeFileSync(
        join(home.path, "older.mjs"),
        `await import(${JSON.stringify(join(import.meta.dirname, "../init/fixtures/stand-in.mjs"))});`,
      );
      home.change(SCRIPT, (text) =>
        text.replaceAll(
          join(import.meta.dirname, "../init/fixtures/stand-in.mjs"),
          join(home.path, "older.mjs"),
        ),
      );
    },
  ],
  ["the program crashes", "claude-code", "no-answer", () => program("process.exit(1);")],
  [
    "the program prints something else",
    "claude-code",
    "no-answer",
    () => program("console.log('log: hello');"),
  ],
  ["the program denies nothing", "claude-code", "not-denied", () => program("")],
  [
    "the program denies everything",
    "claude-code",
    "denies-all",
    () =>
      program(
        `console.log(JSON.stringify({hookSpecificOutput:{hookEventName:"PreToolUse",permissionDecision:"deny",permissionDecisionReason:"no"}}));`,
      ),
  ],
  [
    "the line was edited so that a crash lets the call run",
    "claude-code",
    "line-changed",
    () => home.change(CLAUDE, (text) => text.replaceAll("exit 2", "exit 0")),
  ],
  [
    "the line is of a version that had no script",
    "claude-code",
    "line-changed",
    () =>
      home.change(CLAUDE, (text) => {
        const old = [
          `/bin/sh -c 'out=$(\\"$2\\" \\"$3\\" hook \\"$1\\") || exit 2; printf %s \\"$out\\"'`,
          "gatehouse-hook",
        ];
        const words = [...old, "claude-code", process.execPath, STAND_IN].join(" ");
        return text.replaceAll(/"command": "[^\n]*"/g, `"command": "${words.replaceAll("$", "$$$$")}"`);
      }),
  ],
  [
    "the script that the hooks start is gone",
    "claude-code",
    "no-script",
    () => rmSync(join(home.home, SCRIPT)),
  ],
  ["the script is emptied", "claude-code", "script-changed", () => home.write(SCRIPT, "")],
  [
    "the script was edited so that another daemon is believed",
    "claude-code",
    "script-changed",
    () => home.change(SCRIPT, (text) => text.replace("-q ", "")),
  ],
  [
    "others may write where the script is",
    "",
    "open-folder",
    () => chmodSync(join(home.home, ".gatehouse/bin"), 0o777),
  ],
  [
    "Codex does not trust the hooks",
    "codex",
    "untrusted",
    () => home.write(".codex/config.toml", 'model = "gpt-5.5"\n'),
  ],
  [
    "a hook of Codex changed after it was trusted",
    "codex",
    "untrusted",
    () => home.change(".codex/hooks.json", (text) => text.replace('"timeout": 60', '"timeout": 61')),
  ],
  [
    "hooks.json has an unknown field",
    "codex",
    "unknown-field",
    () => home.change(".codex/hooks.json", (text) => text.replace("{", '{ "version": 1,')),
  ],
  [
    "hooks.json has a string as timeout",
    "codex",
    "bad-timeout",
    () => home.change(".codex/hooks.json", (text) => text.replace('"timeout": 60', '"timeout": "60"')),
  ],
  [
    "Codex's feature is off",
    "codex",
    "hooks-off",
    () => home.change(".codex/config.toml", (text) => `${text}\n[features]\nhooks = false\n`),
  ],
  [
    "hooks.json has a comment",
    "codex",
    "settings",
    () => home.change(".codex/hooks.json", (text) => `// mine\n${text}`),
  ],
  [
    "Gemini's project settings turn hooks off",
    "gemini-cli",
    "hooks-off",
    () => home.write(project(GEMINI), '{ "hooksConfig": { "enabled": false } }'),
  ],
  [
    "Gemini's settings disable ours by name",
    "gemini-cli",
    "hooks-off",
    () => home.change(GEMINI, (text) => text.replace("{", '{ "hooksConfig": { "disabled": ["gatehouse"] },')),
  ],
  [
    "Gemini's settings are cut",
    "gemini-cli",
    "settings",
    () => home.change(GEMINI, (text) => text.slice(0, 200)),
  ],
  [
    "Copilot's hook file is cut",
    "copilot",
    "settings",
    () => home.change(".copilot/hooks/gatehouse.json", (text) => text.slice(0, 100)),
  ],
  [
    "Copilot's hook file has no version",
    "copilot",
    "bad-version",
    () => home.change(".copilot/hooks/gatehouse.json", (text) => text.replace('"version": 1,', "")),
  ],
  [
    "the plugin of OpenCode has a syntax error",
    "opencode",
    "no-answer",
    () =>
      home.change(".config/opencode/plugins/gatehouse.js", (text) =>
        text.replace("export const Gatehouse", "export cnst Gatehouse"),
      ),
  ],
  [
    "a hook's name in the plugin is misspelt",
    "opencode",
    "plugin-changed",
    () =>
      home.change(".config/opencode/plugins/gatehouse.js", (text) =>
        text.replace('"tool.execute.before": before', '"tool.execute.befor": before'),
      ),
  ],
  [
    "others may write Gatehouse's folder",
    "",
    "open-folder",
    () => chmodSync(join(home.home, ".gatehouse"), 0o777),
  ],
  [
    "a policy file does not load",
    "",
    "policies/yaml-syntax",
    () => home.write(".gatehouse/broken.yaml", "version: 1\npolicies: ["),
  ],
  [
    "the user's settings are misspelt",
    "",
    "policies/bad-settings",
    () => home.write(".gatehouse/settings.json", '{"version":1,"ownConfg":"off"}'),
  ],
];

function program(body: string): void {
  const path = join(home.path, "program.mjs");
  writeFileSync(path, `for await (const _ of process.stdin);\n${body}\n`);
  const standIn = join(import.meta.dirname, "../init/fixtures/stand-in.mjs");
  home.change(SCRIPT, (text) => text.replaceAll(standIn, path));
}

function other(group: object): void {
  home.change(CLAUDE, (text) => {
    const settings = JSON.parse(text) as { hooks: Record<string, object[]> };
    settings.hooks["PreToolUse"]?.push(group);
    return JSON.stringify(settings, null, 2);
  });
}

describe("every planted breakage is found", () => {
  test.each(tierRows(4, BREAKAGES))("%s", async (_, agent, code, plant) => {
    plant();
    const report = await doctor(...(agent === "" ? [] : [agent]));
    const found = report.findings.filter((one) => one.code === code);
    expect(report.findings.map((one) => one.code)).toContain(code);
    for (const one of found) expect(one.cure).not.toBe("");
    if (agent !== "") expect(found[0]?.agent).toBe(agent);
    const isError = report.findings.some(({ severity }) => severity === "error");
    expect([report.code, report.ok]).toEqual(isError ? [1, false] : [0, true]);
  });

  test("init cures what is ours to cure", async () => {
    home.change(CLAUDE, (text) =>
      text.replace('"matcher": "*"', '"matcher": "bash"').replaceAll("exit 2", "exit 0"),
    );
    expect((await doctor("claude-code")).code).toBe(1);
    await home.run("init", "claude-code", "--yes");
    expect((await doctor("claude-code")).findings).toEqual([]);
  });
});

test("only what comes before an action has to block when a hook fails", async () => {
  home.change(CLAUDE, (text) => text.replaceAll(/,\s*"onFailure": "block"/g, ""));
  const { code, findings } = await doctor("claude-code");
  expect(code).toBe(0);
  expect(findings.map((one) => [one.code, one.severity])).toEqual(
    Array.from({ length: 4 }, () => ["lets-through", "warning"]),
  );
  await home.run("init", "claude-code", "--yes");
  expect((await doctor("claude-code")).findings).toEqual([]);
});

describe("hooks in a project", () => {
  beforeEach(async () => {
    await home.run("init", "--undo");
    await home.run("init", "--yes", "--no-rule", "--project", home.path);
  });
  test("folders that agents do not trust are found", async () => {
    const untrusted = (await doctor()).findings.filter(({ code }) => code === "untrusted-folder");
    expect(untrusted.map(({ agent }) => agent)).toEqual(["codex", "copilot"]);
    home.write(".copilot/config.json", JSON.stringify({ trusted_folders: [home.path] }));
    home.change(
      ".codex/config.toml",
      (text) => `${text}\n[projects.${JSON.stringify(home.path)}]\ntrust_level = "trusted"\n`,
    );
    const later = (await doctor()).findings;
    expect(later.filter(({ code }) => code === "untrusted-folder")).toEqual([]);
  });
  test("hooks in both places decide twice", async () => {
    await home.run("init", "claude-code", "--yes");
    expect((await doctor("claude-code")).findings.map(({ code }) => code)).toEqual(["twice"]);
  });
});

test("a version that was not measured is a note", async () => {
  const path = join(home.home, "..", "programs", "claude");
  writeFileSync(path, "#!/bin/sh\necho '3.0.1 (Claude Code)'\n", { mode: 0o755 });
  const { findings, code } = await doctor("claude-code");
  expect(findings.map((one) => [one.code, one.severity])).toEqual([["version", "note"]]);
  expect(code).toBe(0);
});

test.each([
  ["2.1.294", ["old-version"]],
  ["2.0.300", ["old-version"]],
  ["1.99.999", ["old-version"]],
  ["2.1.295", []],
  ["2.1.1000", []],
])("Claude Code %s: whether it blocks when a hook is too late", async (version, codes) => {
  const path = join(home.home, "..", "programs", "claude");
  writeFileSync(path, `#!/bin/sh\necho '${version} (Claude Code)'\n`, { mode: 0o755 });
  const { findings, code } = await doctor("claude-code");
  expect([code, findings.map((one) => one.code)]).toEqual([0, codes]);
});

describe("what is configured has to be reachable", () => {
  test("Redis", async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const { findings } = await doctor("claude-code", "--cache", `redis://127.0.0.1:${port}`);
    server.close();
    expect(findings.map(({ code }) => code)).toEqual(["no-cache"]);
  });
  test("the judge, where a policy asks one", async () => {
    home.write(
      ".gatehouse/judge.yaml",
      "version: 1\npolicies:\n  - { id: j, events: [before_tool_call], judge: Deny what is wrong. }\n",
    );
    const { findings } = await doctor("claude-code");
    expect(findings.map(({ code }) => code)).toContain("no-judge");
  });
});
