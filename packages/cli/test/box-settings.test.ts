import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { parse } from "smol-toml";
import { afterEach, describe, expect, test } from "vitest";
import { everyNth, isQuickTier } from "../../../test/assert-law.js";
import { folder, type Folder, type Ran, runCli } from "./run-cli.js";

const POLICIES = `version: 1
policies:
  - id: keys
    events: before_tool_call
    when: facts.reads.any(r, r.touches("~/.ssh/**"))
    deny: keys
  - id: hosts
    events: before_tool_call
    when: facts.network.any(n, n.direction == "out" && !n.host.glob("registry.example"))
    deny: only the registry
`;

const FILES: Readonly<Record<string, string>> = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/config.toml",
  cursor: ".cursor/sandbox.json",
};

/** What the built-in policies hide in every box: what approvals and the daemon are known by. */
const KEYS = ["/root", "~"].flatMap((home) => [
  `${home}/.gatehouse/run/daemon.mark`,
  `${home}/.gatehouse/approvals`,
]);

let made: Folder | undefined;
afterEach(() => made?.remove());

/** A home with policies, and a settings file of an agent. */
function place(agent: string, text: string | undefined): { readonly file: string; readonly at: Folder } {
  const name = FILES[agent] ?? "";
  made = folder({ "~/.gatehouse/p.yaml": POLICIES, ...(text !== undefined && { [`~/${name}`]: text }) });
  return { file: join(made.home, name), at: made };
}

async function run({ path, home }: Folder, ...args: readonly string[]): Promise<Ran> {
  return await runCli(args, { cwd: path, home, env: { PATH: "/usr/bin:/bin" } });
}

async function box(at: Folder, agent: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(at, "box", "--settings", agent, ...args);
  expect([stderr, code]).toEqual(["", 0]);
  return stdout;
}

const json = (value: object, indent: string | number, eol = "\n"): string =>
  `${JSON.stringify(value, null, indent)}\n`.replaceAll("\n", eol);

const THERE: readonly (readonly [what: string, agent: string, text: string | undefined])[] = [
  ["no file", "claude-code", undefined],
  ["an empty file", "claude-code", ""],
  ["an empty object", "claude-code", "{}"],
  ["other settings", "claude-code", json({ model: "opus", permissions: { deny: ["Bash(rm:*)"] } }, 2)],
  ["tabs and Windows lines", "claude-code", json({ model: "opus", env: { A: "1" } }, "\t", "\r\n")],
  ["one line, a byte order mark", "claude-code", '\uFEFF{"model": "opus"}'],
  ["a sandbox", "claude-code", json({ sandbox: { enabled: false, excludedCommands: ["git"] }, z: 1 }, 4)],
  ["no file", "codex", undefined],
  ["an empty file", "codex", ""],
  ["other settings", "codex", '# mine\nmodel = "x" # this one\n\n[projects."/a"]\ntrust_level = "trusted"\n'],
  ["features, no last line end", "codex", 'model = "x"\n[ features ] # on\nother = true\n[tui]\na = 1'],
  ["Windows lines", "codex", 'model = "x"\r\n[features]\r\nnetwork_proxy = true\r\n'],
  ["another profile", "codex", '[permissions.mine]\nextends = ":workspace"\n'],
  ["no file", "cursor", undefined],
  ["a stricter file", "cursor", json({ type: "workspace_readonly", disableTmpWrite: true }, 2)],
];

describe("gatehouse box --settings", () => {
  test.each(everyNth(7, THERE))(
    "%s for %s: shown, written once, and undone byte for byte",
    async (_, agent, text) => {
      const { file, at } = place(agent, text);
      const bytes = (): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
      expect(await box(at, agent)).toContain("nothing is written: --write");
      expect(bytes()).toBe(text);
      expect(await box(at, agent, "--write")).toContain("written: ");
      const written = bytes() ?? "";
      const value =
        agent === "codex" ? parse(written) : (JSON.parse(written.replace(/^\uFEFF/, "")) as unknown);
      const before =
        agent === "codex" ? parse(text ?? "") : (JSON.parse(text?.replace(/^\uFEFF/, "") || "{}") as unknown);
      // What was there besides is there.
      const { sandbox: _old, features: _f, permissions: _p, ...others } = before as Record<string, unknown>;
      expect(value).toMatchObject(others);
      expect(value).toMatchObject(SAID[agent] ?? {});
      if (text?.includes("\r\n")) expect(written.replaceAll("\r\n", "")).not.toContain("\n");
      expect(await box(at, agent, "--write")).toContain("nothing to do");
      await box(at, agent, "--undo");
      expect(bytes()).toBe(text);
      expect(existsSync(dirname(file))).toBe(text !== undefined);
      expect(await box(at, agent, "--undo")).toBe("nothing to undo\n");
    },
  );

  const SAID: Readonly<Record<string, object>> = {
    "claude-code": {
      sandbox: {
        enabled: true,
        failIfUnavailable: true,
        allowUnsandboxedCommands: false,
        filesystem: { denyRead: [...KEYS, "~/.ssh"] },
        network: { allowedDomains: ["registry.example"] },
      },
    },
    codex: {
      default_permissions: "gatehouse",
      features: { network_proxy: true },
      permissions: {
        gatehouse: {
          filesystem: { "~/.ssh": "deny", "~/.gatehouse/approvals": "deny" },
          network: { enabled: true, domains: { "registry.example": "allow" } },
        },
      },
    },
    cursor: { networkPolicy: { default: "deny", allow: ["registry.example"] } },
  };

  test.skipIf(isQuickTier())(
    "policies that have changed are written over those of before, and the undo is to the first file",
    async () => {
      const text = json({ model: "opus", sandbox: { filesystem: { denyRead: ["~/mine"] } } }, 2);
      const { file, at } = place("claude-code", text);
      await box(at, "claude-code", "--write");
      writeFileSync(join(at.home, ".gatehouse/p.yaml"), POLICIES.replace("~/.ssh/**", "~/.aws/**"));
      await box(at, "claude-code", "--write");
      expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
        sandbox: { filesystem: { denyRead: ["~/mine", ...KEYS, "~/.aws"] } },
      });
      await box(at, "claude-code", "--undo");
      expect(readFileSync(file, "utf8")).toBe(text);
    },
  );

  test.skipIf(isQuickTier())("what a person has changed since stays, and is not written over", async () => {
    const { file, at } = place("codex", 'model = "x"\n');
    await box(at, "codex", "--write");
    writeFileSync(file, readFileSync(file, "utf8").replace('model = "x"', 'model = "x"\neffort = "high"'));
    const again = await run(at, "box", "--settings", "codex", "--write");
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("was changed since")]);
    await box(at, "codex", "--undo");
    expect(readFileSync(file, "utf8")).toBe('model = "x"\neffort = "high"\n');
  });

  test.each(
    everyNth(3, [
      ["a setting that ignores profiles", "codex", 'sandbox_mode = "workspace-write"\n', "sandbox_mode"],
      ["another profile in force", "codex", 'default_permissions = ":workspace"\n', "cannot be edited"],
      [
        "a profile of this name",
        "codex",
        '[permissions.gatehouse]\nextends = ":read-only"\n',
        "cannot be edited",
      ],
      ["text that is not TOML", "codex", "model = \n", "not TOML"],
      ["text that is not JSON", "claude-code", "{ model: 1 }", "not JSON"],
      ["a key twice", "claude-code", '{ "sandbox": {}, "sandbox": {} }', "twice"],
    ] as const),
  )("%s is refused, and the file stays", async (_, agent, text, why) => {
    const { file, at } = place(agent, text);
    const { code, stderr } = await run(at, "box", "--settings", agent, "--write");
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("an agent without such a sandbox, and options that mean nothing, are refused", async () => {
    const { at } = place("codex", undefined);
    for (const args of [["--settings", "aider"], ["--write"], ["--settings", "codex", "--write", "--undo"]])
      expect([args, (await run(at, "box", ...args)).code]).toEqual([args, 2]);
  });
});

describe("doctor is red where a sandbox does not hold what was written for it", () => {
  async function codes(at: Folder, agent: string): Promise<readonly string[]> {
    const { stdout } = await run(at, "doctor", agent, "--json");
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly {
        readonly code: string;
        readonly severity: string;
        readonly message: string;
      }[];
    };
    return findings
      .filter(({ code, severity }) => code === "box-off" && severity === "error")
      .map(({ message }) => message);
  }

  test.each(
    everyNth(5, [
      [
        "claude-code",
        ".claude/settings.json",
        '"failIfUnavailable": true',
        '"failIfUnavailable": false',
        "failIfUnavailable",
      ],
      ["claude-code", ".claude/settings.json", '"~/.ssh"', '"~/.other"', "some of what was written is gone"],
      [
        "codex",
        ".codex/config.toml",
        'default_permissions = "gatehouse"',
        'sandbox_mode = "danger-full-access"',
        "sandbox_mode",
      ],
      ["codex", ".codex/config.toml", '"~/.ssh" = "deny"', "", "some of what was written is gone"],
      ["cursor", ".cursor/sandbox.json", '"workspace_readwrite"', '"insecure_none"', "type"],
      ["cursor", ".cursor/sandbox.json", '"deny"', '"allow"', "some of what was written is gone"],
    ] as const),
  )("%s: %s changed from %s to %s", async (agent, file, from, to, said) => {
    const { at } = place(agent, undefined);
    const path = join(at.home, file);
    expect(await codes(at, agent)).toEqual([]);
    await box(at, agent, "--write");
    expect(await codes(at, agent)).toEqual([]);
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
    expect((await codes(at, agent)).join("\n")).toContain(said);
    rmSync(path);
    expect((await codes(at, agent)).join("\n")).toContain("the file is gone");
  });

  test.each(
    everyNth(5, [
      [
        "claude-code",
        ".claude/settings.local.json",
        '{"sandbox":{"excludedCommands":["git *"]}}',
        "excludedCommands",
      ],
      ["claude-code", ".claude/settings.json", '{"sandbox":{"enabled":false}}', "sandbox.enabled"],
      ["claude-code", ".claude/settings.json", "{", "may switch"],
      [
        "codex",
        ".codex/config.toml",
        '[profiles.fast]\nsandbox_mode = "workspace-write"\n',
        "profiles.fast.sandbox_mode",
      ],
      ["codex", ".codex/config.toml", 'default_permissions = ":danger"\n', "default_permissions"],
      ["cursor", ".cursor/sandbox.json", '{"type":"insecure_none"}', "type"],
    ] as const),
  )("%s: the project's %s", async (agent, name, text, said) => {
    const { at } = place(agent, undefined);
    await box(at, agent, "--write");
    mkdirSync(dirname(join(at.path, name)), { recursive: true });
    writeFileSync(join(at.path, name), text);
    expect((await codes(at, agent)).join("\n")).toContain(said);
  });
});

test.skipIf(isQuickTier())(
  "init and the sandbox's settings in one file: whichever is undone first, the other stays, and both leave the file as it was",
  async () => {
    const text = json({ model: "opus" }, 2);
    for (const order of ["init first", "box first"]) {
      const { file, at } = place("claude-code", text);
      const init = ["init", "claude-code", "--yes", "--no-probe", "--binary", process.execPath];
      const write = ["box", "--settings", "claude-code", "--write"];
      const steps = order === "init first" ? [init, write] : [write, init];
      for (const step of steps) expect((await run(at, ...step)).code).toBe(0);
      expect(readFileSync(file, "utf8")).toMatch(/gatehouse-hook[^]*denyRead|denyRead[^]*gatehouse-hook/);
      await box(at, "claude-code", "--undo");
      expect(readFileSync(file, "utf8")).toContain("gatehouse-hook");
      expect(readFileSync(file, "utf8")).not.toContain("denyRead");
      expect((await run(at, "init", "claude-code", "--undo", "--yes")).code).toBe(0);
      expect([order, readFileSync(file, "utf8")]).toEqual([order, text]);
      for (const step of steps) expect((await run(at, ...step)).code).toBe(0);
      expect((await run(at, "init", "--undo", "--yes")).code).toBe(0);
      expect([order, readFileSync(file, "utf8")]).toEqual([order, text]);
      at.remove();
    }
  },
);
