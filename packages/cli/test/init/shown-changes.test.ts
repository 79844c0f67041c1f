import { applyPatch } from "diff";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { WIRINGS } from "../../../local/src/agents/wiring.js";
import { person } from "../person.js";
import { runCli } from "../run-cli.js";
import { type AgentsHome, agentsHome, everything, STAND_IN } from "./agents-home.js";

let home: AgentsHome;
afterEach(() => home.remove());

/** Settings that an agent may have before, as a person writes them: tabs, line ends of Windows, no line end at the end. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "claude-code": { ".claude/settings.json": '{\r\n\t"model": "opus"\r\n}\r\n' },
  codex: {
    ".codex/hooks.json": '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"theirs.sh"}]}]}}',
    ".codex/config.toml": '# mine\n[projects."/a"]\ntrust_level = "trusted"',
  },
  "gemini-cli": { ".gemini/settings.json": "{\n  // mine\n}\n" },
  copilot: { ".copilot/config.json": "{}" },
  opencode: { ".config/opencode/opencode.json": "{}" },
  cursor: { ".cursor/hooks.json": '{ "version": 1, "hooks": {} }' },
  "qwen-code": { ".qwen/settings.json": '{"ui":{}}\n' },
  "docker-agent": {},
};
const AGENTS = WIRINGS.map(({ agent }) => agent);

type Change = { readonly path: string; readonly diff: string };

/** The files of a home without folders, modes, and the copies that an undo needs, which are named by a sentence. */
function bytesOf(root: string): Readonly<Record<string, string>> {
  const files = Object.entries(everything(root)).filter(
    ([name]) => !name.endsWith("/") && !name.startsWith(".gatehouse/state/"),
  );
  return Object.fromEntries(files.map(([name, text]) => [name, text.slice(text.indexOf(" ") + 1)]));
}

function changed(before: Readonly<Record<string, string>>, after: typeof before): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .toSorted();
}

/** What files become when what was shown is done with them. */
function applied(before: Readonly<Record<string, string>>, changes: readonly Change[]): typeof before {
  const after: Record<string, string> = { ...before };
  for (const { path, diff } of changes) {
    const name = path.slice(home.home.length + 1);
    const text = applyPatch(before[name] ?? "", `${diff}\n`);
    if (text === false) throw new Error(`what was shown of ${name} does not fit it`);
    after[name] = text;
  }
  return after;
}

function homeOf(agents: readonly string[]): AgentsHome {
  const files = agents.flatMap((agent) => Object.entries(SETTINGS[agent] ?? {}));
  return agentsHome(Object.fromEntries(files.map(([name, text]) => [`~/${name}`, text])));
}

describe("what init shows is what it writes, byte for byte", () => {
  test.each([...AGENTS.map((agent) => [agent]), AGENTS])("%s", async (...agents) => {
    home = homeOf(agents);
    const before = bytesOf(home.home);
    const dry = await home.run("init", ...agents, "--dry-run", "--json");
    expect(bytesOf(home.home)).toEqual(before);
    const { code, stdout } = await home.run("init", ...agents, "--yes", "--json");
    expect(code).toBe(0);
    const { changes } = JSON.parse(stdout) as { readonly changes: readonly Change[] };
    expect((JSON.parse(dry.stdout) as { readonly changes: unknown }).changes).toEqual(changes);
    const after = bytesOf(home.home);
    expect(applied(before, changes)).toEqual(after);
    expect(changes.map(({ path }) => path.slice(home.home.length + 1)).toSorted()).toEqual(
      changed(before, after),
    );
    await home.run("init", "--undo");
    expect(bytesOf(home.home)).toEqual(before);
  });

  test("a person has read each file's name and each line before the question", async () => {
    home = homeOf(AGENTS);
    const before = bytesOf(home.home);
    let asked = 0;
    const terminal = person((word) => (asked++ === 0 ? "d" : word));
    const { stdout, code } = await runCli(["init", "--binary", STAND_IN], {
      cwd: home.path,
      home: home.home,
      env: { PATH: `${join(home.home, "..", "programs")}:${dirname(process.execPath)}:/usr/bin:/bin` },
      terminal: {
        ...terminal,
        ask: (question, signal) => {
          expect(bytesOf(home.home)).toEqual(before);
          return terminal.ask(question, signal);
        },
      },
    });
    expect(code).toBe(0);
    const after = bytesOf(home.home);
    const names = changed(before, after);
    const [question = "", difference = ""] = terminal.read;
    expect(question).toContain(`This changes ${names.length} files;`);
    // The screen names each file, and the key shows each line, before the question comes again.
    for (const name of names) {
      expect(stdout).toContain(`  ~/${name}  `);
      expect(difference).toContain(`+++ ${join(home.home, name)}\n`);
    }
    expect(terminal.read[2]).toBe(question);
    const trusted = (after[".codex/config.toml"] ?? "")
      .split("\n")
      .filter((line) => /hooks\.state|trusted_hash/.test(line));
    expect(trusted.length).toBeGreaterThan(10);
    for (const line of trusted) expect(difference).toContain(`\n+${line}\n`);
    expect(stdout).toContain(
      "copies of the files as they were, for `gatehouse init --undo`, go to ~/.gatehouse/state\n",
    );
  });
});

describe("what Codex would write is not known", () => {
  test("where it does not answer, nothing is written in its name, and the step is named", async () => {
    home = homeOf(["codex"]);
    writeFileSync(join(home.home, "..", "programs", "codex"), "#!/bin/sh\nexit 1\n");
    const config = home.read(".codex/config.toml");
    const { stdout } = await home.run("init", "codex", "--yes");
    expect(home.read(".codex/config.toml")).toBe(config);
    expect(stdout).toMatch(/^!! {4}codex {2}NOT GUARDED: installed/m);
    expect(stdout).toMatch(/what Codex would write to trust the hooks is not known, and is left to you: /);
    expect(stdout).toMatch(/start `codex`, type `\/hooks`/);
  });

  test("a second time nothing is left to write, and hooks that lost their trust get it back", async () => {
    home = homeOf(["codex"]);
    await home.run("init", "codex", "--yes");
    const once = everything(home.home);
    expect((await home.run("init", "codex", "--yes")).stdout).toMatch(/^ok {4}codex {2}nothing to do/m);
    expect(everything(home.home)).toEqual(once);
    home.write(".codex/config.toml", "# mine\n");
    expect((await home.run("init", "codex", "--dry-run")).stdout).toMatch(/^\+trusted_hash = /m);
    const { stdout } = await home.run("init", "codex", "--yes");
    expect(stdout).toMatch(/^ok {4}codex {2}installed/m);
    expect((await home.run("doctor", "codex")).code).toBe(0);
  });

  test("no folder is left behind where Codex was asked", async () => {
    home = homeOf(["codex"]);
    const log = join(home.home, "..", "codex-home");
    const fake = readFileSync(join(import.meta.dirname, "fixtures/fake-codex.mjs"), "utf8");
    writeFileSync(
      join(home.home, "..", "programs", "codex"),
      fake.replace(
        "const folder",
        `appendFileSync(${JSON.stringify(log)}, \`\${process.env.CODEX_HOME}\\n\`);\nconst folder`,
      ),
    );
    await home.run("init", "codex", "--dry-run");
    const asked = readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("/"));
    expect(asked).toHaveLength(1);
    expect(asked.filter((folder) => existsSync(folder))).toEqual([]);
  });
});

describe("what a person reads of an installation of six agents", () => {
  const SIX = ["claude-code", "codex", "gemini-cli", "opencode", "cursor", "qwen-code"];

  test("is at most forty lines of 80 columns, with the question and the results", async () => {
    home = homeOf(SIX);
    const terminal = person();
    const { stdout, code } = await runCli(["init", ...SIX, "--binary", STAND_IN], {
      cwd: home.path,
      home: home.home,
      columns: 80,
      env: {
        NO_COLOR: "1",
        PATH: `${join(home.home, "..", "programs")}:${dirname(process.execPath)}:/usr/bin:/bin`,
      },
      terminal,
    });
    expect(code).toBe(0);
    const lines = `${stdout}${terminal.read.join("\n")}`.split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    for (const agent of SIX)
      expect(stdout).toMatch(new RegExp(`^ok {4}${agent} {2}installed, tested in`, "m"));
    const summary = stdout.slice(0, stdout.indexOf("\nok ")).split("\n");
    expect(summary.length + terminal.read.join("\n").split("\n").length).toBeLessThanOrEqual(24);
  });

  test("Enter declines, and so does every other answer", async () => {
    for (const answer of ["", "yes", "y"]) {
      home = homeOf(["claude-code"]);
      const before = bytesOf(home.home);
      const terminal = person(() => answer);
      const { code } = await runCli(["init", "claude-code"], { cwd: home.path, home: home.home, terminal });
      expect([code, bytesOf(home.home)]).toEqual([1, before]);
      expect(terminal.read[0]).toMatch(/or press Enter to decline: $/);
      home.remove();
    }
    home = homeOf([]);
  });
});
