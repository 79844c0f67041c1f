import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";

const EVENT = { event: "before_tool_call", toolName: "exec", params: { command: "rm -rf x" } };
const BASH = { event: "pre-bash-execution", bash_command: "rm -rf x", working_directory: "/" };
const policy = (id: string, rest = "deny: no"): string =>
  `version: 1\npolicies:\n  - { id: ${id}, events: before_tool_call, ${rest} }\n`;
const GUARD = policy("guard");
const MAYROS = "---\nname: hook\nevents: before_tool_call\n---\nno deletes\n";
const MIMIR = "hooks:\n  pre-bash-execution:\n    command: exit 1\n    continueOnError: false\n";

let made: Folder | undefined;
afterEach(() => made?.remove());

interface Said {
  readonly code: number;
  readonly files: readonly string[];
  readonly looked: readonly string[];
  readonly issues: readonly {
    readonly severity: string;
    readonly code: string;
    readonly path: string;
    readonly cure?: string;
  }[];
}

async function check(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Said> {
  made?.remove();
  made = folder(files);
  const { code, stdout } = await runCli(["check", "--json", ...args], { cwd: made.path, home: made.home });
  return { code, ...(JSON.parse(stdout) as Omit<Said, "code">) };
}

async function decide(event: unknown, ...args: readonly string[]) {
  const { path: cwd = "", home = "" } = made ?? {};
  const ran = await runCli(["decide", "--json", ...args], { cwd, home, stdin: JSON.stringify(event) });
  return { ...(JSON.parse(ran.stdout) as { effect: string; policy: string }), stderr: ran.stderr };
}

describe("what looks like policies and is not read is said, with a cure (N7, S12)", () => {
  test.each([
    ".gatehouse/sub/rules.yaml",
    ".gatehouse/a/b/rules.yaml",
    ".gatehouse/rules.md",
    ".gatehouse/rules.yaml.bak",
    ".gatehouse/rules.yml~",
    ".gatehouse/rules.yaml.disabled",
    ".gatehouse/rules.yaml.txt",
    ".gatehouse/rules.ymal",
    ".gatehouse/rules.yalm",
    ".gatehouse/rules.yam",
    ".gatehouse/rules.jsn",
    ".gatehouse/rules.jsonc",
    ".gatehouse/rules.toml",
    ".gatehouse/rules.yaml\u200b",
    ".gatehouse/rules.yaml ",
    "gatehouse.yaml",
    "gatehouse.yml",
    "gatehouse.json",
    ".gatehouse.yaml",
    ".gatehouses/rules.yaml",
    ".gatehosue/rules.yaml",
    ".Gatehouse/rules.yaml",
    "gatehouse/rules.yaml",
    ".gatehouse.d/rules.yaml",
    ".mimir/config.json",
    ".mimir/configs.yml",
    ".mayros/hook/guard.md",
    ".mayros/hooks/guard.yaml",
    ".mayros/hooks/sub/guard.md",
    ".mayros/hooks/guard.markdown",
  ])("%j", async (file) => {
    const { code, issues, files } = await check({ [file]: GUARD });
    expect([code, files]).toEqual([0, []]);
    expect(issues.map(({ severity, code: what }) => [severity, what])).toEqual([["warning", "not-read"]]);
    expect(issues[0]?.cure).toBeTruthy();
    const { stderr } = await decide(EVENT);
    expect(stderr).toMatch(/^note .*not read/m);
  });

  test("an empty folder, and one in which nothing is a policy", async () => {
    for (const file of [".gatehouse/notes", ".mayros/hooks/notes"]) {
      const { issues } = await check({ [file]: "" });
      expect(issues.map((one) => [one.severity, one.code])).toEqual([["warning", "not-read"]]);
    }
    made?.remove();
    made = folder({});
    mkdirSync(join(made.path, ".gatehouse"));
    expect((await decide(EVENT)).stderr).toContain("holds no policy file");
  });

  test("without a file, the places that were looked at", async () => {
    const { looked, issues } = await check({});
    expect(issues).toEqual([]);
    expect(looked).toEqual(expect.arrayContaining([".gatehouse", ".mayros/hooks", ".mimir/config.yml"]));
    const { path: cwd = "", home = "" } = made ?? {};
    for (const command of ["check", "list"]) {
      const { stdout } = await runCli([command], { cwd, home });
      expect(stdout).toContain("looked in:\n    /etc/gatehouse\n");
      expect(stdout).toContain(`    ${join(home, ".gatehouse")}\n`);
    }
  });

  test("what is no policy beyond doubt is not spoken of", async () => {
    const { issues } = await check({
      ".gatehouse/g.yaml": GUARD,
      ".gatehouse/g.yaml~": GUARD,
      ".gatehouse/.g.yaml.swp": "",
      ".gatehouse/README.md": "",
      ".gatehouse/scripts/guard.sh": "",
      ".gatehouse/lint.sh": "",
      "~/.gatehouse/trust.json": '{"version":1,"files":[]}',
      "~/.gatehouse/audit/000001.jsonl": "",
      "gatekeeper.yaml": "",
      "house.yaml": "",
      "README.md": "",
    });
    expect(issues).toEqual([]);
  });
});

describe("a file is read in any letter case of its ending, and where Mimir keeps it (M6, M14)", () => {
  test.each([
    [".gatehouse/rules.YAML", GUARD, EVENT],
    [".gatehouse/rules.Yml", GUARD, EVENT],
    [".mayros/hooks/guard.MD", MAYROS, EVENT],
    [
      "~/.gatehouse/rules.JSON",
      JSON.stringify({ version: 1, policies: [{ id: "g", events: "before_tool_call", deny: "no" }] }),
      EVENT,
    ],
    ["~/.mimir/config.yaml", MIMIR, BASH],
    ["~/.mimir/config.yml", MIMIR, BASH],
  ])("%s", async (file, text, event) => {
    const { code, files, issues } = await check({ [file]: text });
    const odd = file !== file.replace(/[^.]+$/, (ending) => ending.toLowerCase());
    const codes = issues.map((one) => one.code);
    expect([code, files.length, codes]).toEqual([0, 1, odd ? ["odd-ending"] : []]);
    expect((await decide(event)).effect).toBe("deny");
  });
});

describe("a place that leads nowhere, or was configured and does not exist, is an error that denies (S12, M6)", () => {
  const config = (hooks: object): Record<string, string> => ({
    "mayros.json5": JSON.stringify({ llmHooks: hooks }),
    ".mayros/hooks/guard.md": MAYROS,
  });

  test.each([
    ".gatehouse",
    ".gatehouse/organisation",
    ".mimir",
    ".mayros",
    ".mayros/hooks",
    ".mimir/config.yml",
  ])("a link to nowhere at ~/%s", async (place) => {
    made?.remove();
    made = folder({});
    const { path: cwd, home } = made;
    mkdirSync(join(home, place, ".."), { recursive: true });
    symlinkSync("/nowhere/at-all", join(home, place));
    const { effect, stderr } = await decide(EVENT);
    expect(effect).toBe("deny");
    expect(stderr).toContain("leads nowhere");
    const { code, stdout } = await runCli(["check"], { cwd, home });
    expect(code).toBe(1);
    expect(stdout).toContain("repair or remove the link");
  });

  test.each([".gatehouse", ".mimir", ".mayros/hooks"])(
    "a link to nowhere at %s of the project",
    async (place) => {
      made = folder({ ".mayros/x": "" });
      symlinkSync("/nowhere/at-all", join(made.path, place));
      const { effect, stderr } = await decide(EVENT);
      expect([effect, stderr.includes("leads nowhere")]).toEqual(["deny", true]);
    },
  );

  test.each(["nowhere", "", "~/nowhere"])(
    "`projectHooksDir` of a found configuration is %j",
    async (projectHooksDir) => {
      const { code, issues } = await check(config({ projectHooksDir }));
      expect([code, issues.some((one) => one.severity === "error")]).toEqual([1, true]);
      expect((await decide(EVENT)).effect).toBe("deny");
    },
  );

  test.each(["nowhere", ""])(
    "`userHooksDir` of a configuration that was named is %j",
    async (userHooksDir) => {
      const { code } = await check(config({ userHooksDir }), "--config", "mayros.json5");
      expect(code).toBe(1);
      expect((await decide({ ...EVENT }, "--config", "mayros.json5")).effect).toBe("deny");
    },
  );

  test("a found configuration does not lead the project's hooks out of the project", async () => {
    const { code, issues } = await check({
      ...config({ projectHooksDir: "../hooks" }),
      "../hooks/a.md": MAYROS,
    });
    expect([code, issues.map((one) => one.code)]).toEqual([1, ["path-outside-root"]]);
  });

  test("a folder that may not be read", async () => {
    if (process.getuid?.() === 0) return;
    made = folder({ "~/.gatehouse/g.yaml": GUARD });
    chmodSync(join(made.home, ".gatehouse"), 0);
    expect((await decide(EVENT)).effect).toBe("deny");
    chmodSync(join(made.home, ".gatehouse"), 0o755);
  });
});

describe("the organisation's folder reads every format, in sub-folders, and what it cannot read denies (M2)", () => {
  const DOCKER = "pre_tool_use:\n  - matcher: '*'\n    hooks:\n      - { type: command, command: exit 2 }\n";
  const DOCKER_EVENT = {
    event: "pre_tool_use",
    session_id: "s",
    cwd: "/",
    tool_name: "shell",
    tool_use_id: "1",
    tool_input: { cmd: "ls" },
  };

  test.each<[string, string, unknown]>([
    ["guard.md", MAYROS, EVENT],
    ["A.YAML", GUARD, EVENT],
    ["sub/a.yaml", GUARD, EVENT],
    [
      "a/b/c/d.json",
      JSON.stringify({ version: 1, policies: [{ id: "g", events: "before_tool_call", deny: "no" }] }),
      EVENT,
    ],
    [".mimir/config.yml", MIMIR, BASH],
    ["mimir.yml", MIMIR, BASH],
    ["team.yaml", MIMIR.replace("hooks:\n", "enforcement:\n  enabled: true\nhooks:\n"), BASH],
    ["team.yaml", MIMIR, BASH],
    ["agent.yaml", DOCKER, DOCKER_EVENT],
    [
      "agent.yaml",
      `agents:\n  root:\n    model: x\n    hooks:\n      ${DOCKER.replaceAll("\n", "\n      ")}`,
      DOCKER_EVENT,
    ],
  ])("%s", async (file, text, event) => {
    made = folder({ [`org/${file}`]: text, "org/README.md": "for people" });
    const decided = await decide(event, "--enforced", "org");
    // A judge that cannot be asked denies; whatever denies is this file's policy.
    expect(decided.effect).toBe("deny");
    expect(decided.policy).not.toContain("load-error");
  });

  test.each([
    "guard.ymal",
    "rules.toml",
    "rules.yaml.txt",
    "a/rules.yml\u200b",
    "broken.yaml",
    "broken.md",
    "sub/.mimir/config.yml",
  ])("%j is not read: every gating event is denied", async (file) => {
    const { code, issues } = await check({ [`org/${file}`]: "x: [" }, "--enforced", "org");
    const put = issues.filter((one) => one.severity === "error");
    if (file === "rules.yaml.txt") return expect(put.length + issues.length).toBeGreaterThan(0);
    expect([code, put.length > 0]).toEqual([1, true]);
    for (const event of [EVENT, BASH]) {
      expect((await decide(event, "--enforced", "org", "--on-load-error", "warn")).effect).toBe("deny");
    }
  });

  test("keys, signatures and what was put aside are no policies", async () => {
    const { code, issues } = await check(
      { "org/g.yaml": GUARD, "org/g.yaml.sig": "", "org/organisation.pub": "", "org/old.yaml.bak": "" },
      "--enforced",
      "org",
    );
    expect([code, issues.map((one) => [one.severity, one.code])]).toEqual([0, [["warning", "not-read"]]]);
  });

  test("a link to a folder elsewhere denies", async () => {
    made = folder({ "org/g.yaml": policy("x", "warn: x"), "elsewhere/a.yaml": GUARD });
    symlinkSync("../elsewhere", join(made.path, "org/sub"));
    expect((await decide(EVENT, "--enforced", "org")).policy).toContain("load-error");
  });

  test("`--on-load-error warn` softens the project's broken file, not the organisation's (M5)", async () => {
    const allows = { "p/a.yaml": policy("a", "allow: yes"), "org/g.yaml": "version: [1" };
    made = folder(allows);
    const soft = ["--policies", "p", "--on-load-error", "warn"];
    expect((await decide(EVENT, ...soft, "--enforced", "org")).effect).toBe("deny");
    made.remove();
    made = folder({ ...allows, "p/b.yaml": "version: [1" });
    expect((await decide(EVENT, ...soft)).effect).toBe("allow");
  });
});

describe("a folder that was named (D22)", () => {
  const AGENT = "pre_tool_use:\n  - matcher: '*'\n    hooks:\n      - { type: command, command: exit 2 }\n";

  test("its README is no hook file, in whatever format the others are", async () => {
    for (const [format, text] of [
      ["docker-agent", AGENT],
      ["gatehouse", GUARD],
      ["mimir", MIMIR],
    ] as const) {
      const { code, files } = await check(
        { "hooks/a.yaml": text, "hooks/README.md": "# Hooks" },
        ...["--policies", "hooks", "--policy-format", format],
      );
      expect([format, code, files]).toEqual([format, 0, ["hooks/a.yaml"]]);
    }
    const { code, files } = await check({ "hooks/a.yaml": GUARD, "hooks/README.md": "# Hooks" }, "hooks");
    expect([code, files]).toEqual([0, ["hooks/a.yaml"]]);
  });

  test("one without any file says that nothing was found", async () => {
    made = folder({ "hooks/notes.text": "" });
    const { stderr } = await decide(EVENT, "--policies", "hooks");
    expect(stderr).toContain("hooks: the folder holds no policy file");
  });
});

describe("settings under nearly the name of those that are read", () => {
  const SETTINGS = '{ "llmHooks": { "enabled": false } }';

  test.each([
    [".mayros/config.json", ".mayros/config.json5"],
    ["mayros.json", "mayros.json5"],
    ["~/.mayros/config.json", ".mayros/config.json5"],
  ])("%s: `check`, `list` and `doctor` name the file that is read instead", async (file, read) => {
    const { issues } = await check({ [file]: SETTINGS, ".mayros/hooks/h.md": MAYROS, ".git/HEAD": "" });
    const [issue, ...others] = issues.filter(({ code }) => code === "not-read");
    expect([issue?.severity, others]).toEqual(["warning", []]);
    expect(JSON.stringify(issue)).toContain(read);
    const { path: cwd = "", home = "" } = made ?? {};
    for (const command of ["list", "doctor"]) {
      const { stdout } = await runCli([command], { cwd, home });
      expect([command, stdout.replaceAll(/\s+/g, " ")]).toEqual([
        command,
        expect.stringContaining("not read"),
      ]);
    }
  });

  test("those that are read are not spoken of", async () => {
    const { issues } = await check({
      ".mayros/config.json5": "{}",
      "package.json": "{}",
      "~/.mayros/config.json5": "{}",
    });
    expect(issues).toEqual([]);
  });
});
