import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { withTrusted, writeTrustStore } from "@gatehouse-hooks/runtime";
import { afterEach, describe, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";

const EVENT = { event: "before_tool_call", toolName: "exec", params: { command: "ls" } };
const policy = (id: string, rest: string): string =>
  `version: 1\npolicies:\n  - { id: ${id}, events: before_tool_call, ${rest} }\n`;
const RUNS = policy("r", 'command: { run: "touch RAN" }');
const GUARD = policy("guard", 'command: { run: "exit 2" }');
const ALLOWS = policy("a", "allow: yes, priority: 100000");

let made: Folder | undefined;
afterEach(() => made?.remove());

async function decide(
  files: Readonly<Record<string, string>>,
  arrange: (made: Folder) => {
    readonly cwd?: string;
    readonly home?: string;
    readonly args?: readonly string[];
  } = () => ({}),
) {
  made = folder(files);
  const { cwd = made.path, home = made.home, args = [] } = arrange(made);
  const ran = await runCli(["decide", ...args, "--json"], { cwd, home, stdin: JSON.stringify(EVENT) });
  const decision = ran.stdout === "" ? undefined : (JSON.parse(ran.stdout) as Record<string, unknown>);
  return { ...ran, effect: decision?.["effect"], policy: decision?.["policy"], path: made.path };
}

describe("what is shown is never what is compared (S1)", () => {
  const ODD = ["p\u200b", "p\u200d👩", "p\u202e", "p\nq", "p\\u{200b}", "~", "p\u00ad/.gatehouse"];

  test.each(ODD)("below a folder named %j an untrusted file does not act", async (name) => {
    for (const text of [RUNS, ALLOWS]) {
      const { effect, path, stderr } = await decide(
        { [`./${name}/.gatehouse/r.yaml`]: text },
        ({ path: at }) => {
          mkdirSync(join(at, name, "sub"));
          return { cwd: join(at, name, "sub"), args: ["--project", ".."] };
        },
      );
      expect(effect).toBe("abstain");
      expect(stderr).toContain("is not trusted");
      expect(existsSync(join(path, name, "RAN"))).toBe(false);
      made?.remove();
    }
  });

  test.each(ODD)("a file of that kind in the user's home %j is the user's", async (name) => {
    const { effect, policy: decided } = await decide(
      { [`./${name}/.gatehouse/g.yaml`]: GUARD },
      ({ path }) => {
        mkdirSync(join(path, "work"));
        return { cwd: join(path, "work"), home: join(path, name) };
      },
    );
    expect([effect, decided]).toEqual(["deny", "guard"]);
  });

  test.each(ODD)("an unsigned file of the organisation's folder in a home %j denies", async (name) => {
    const { effect, policy: decided } = await decide(
      { [`./${name}/.gatehouse/organisation/a.yaml`]: ALLOWS },
      ({ path }) => {
        mkdirSync(join(path, "work"));
        return { cwd: join(path, "work"), home: join(path, name) };
      },
    );
    expect(effect).toBe("deny");
    expect(decided).toContain("load-error:");
  });

  test("a folder called `~` is not the home folder", async () => {
    const { effect } = await decide({ "~/.gatehouse/g.yaml": GUARD, "x/e": "" }, ({ path }) => {
      mkdirSync(join(path, "~", ".gatehouse"), { recursive: true });
      return { args: ["--project", "~"] };
    });
    expect(effect).toBe("deny");
  });

  test("trust in a file whose name holds an escape literally does not cover the file that is shown so", async () => {
    const literal = ".gatehouse/lint\\u{200b}.yaml";
    made = folder({
      [literal]: policy("fine", 'command: { run: "touch FINE" }'),
      ".gatehouse/lint\u200b.yaml": RUNS,
    });
    const { path, home } = made;
    const file = join(path, literal);
    const store = await withTrusted({ files: [] }, [{ path: file, bytes: readFileSync(file) }]);
    await writeTrustStore(join(home, ".gatehouse/trust.json"), store);
    const { stderr } = await runCli(["decide"], { cwd: path, home, stdin: JSON.stringify(EVENT) });
    expect([existsSync(join(path, "FINE")), existsSync(join(path, "RAN"))]).toEqual([true, false]);
    expect(stderr.match(/is not trusted/g)).toHaveLength(1);
    // The two are shown apart.
    expect(stderr).toContain("lint\\u{200b}.yaml is not trusted");
    const listed = await runCli(["list"], { cwd: path, home });
    expect(listed.stdout).toContain("lint\\u{5c}u{200b}.yaml");
  });

  test.each(["", ".", "home", "../home"])("a home directory that is %j is refused", async (home) => {
    const files = {
      ".gatehouse/r.yaml": ALLOWS,
      ".gatehouse/organisation/r.yaml": ALLOWS,
      "home/.gatehouse/r.yaml": ALLOWS,
    };
    for (const args of [["decide"], ["check"], ["list"], ["reload"], ["trust"]]) {
      made = folder(files);
      const ran = await runCli(args, { cwd: made.path, home, stdin: JSON.stringify(EVENT) });
      expect([args, ran.code, ran.stdout]).toEqual([args, 2, ""]);
      expect(ran.stderr).toContain("home directory");
      made.remove();
    }
  });
});

describe("for one real file the most trusted root wins (S2)", () => {
  const user = { "~/.gatehouse/g.yaml": GUARD };

  test("a guard of the user's denies", async () => {
    expect((await decide(user)).effect).toBe("deny");
  });

  test.each<[string, (made: Folder) => void]>([
    [
      "a link to the user's folder",
      ({ path }) => symlinkSync("../home/.gatehouse", join(path, ".gatehouse")),
    ],
    ["an absolute one", ({ path, home }) => symlinkSync(join(home, ".gatehouse"), join(path, ".gatehouse"))],
    [
      "a link to a link",
      ({ path, home }) => {
        symlinkSync(home, join(path, "way"));
        symlinkSync("way/.gatehouse", join(path, ".gatehouse"));
      },
    ],
    [
      "a hard link to the user's file",
      ({ path, home }) => {
        mkdirSync(join(path, ".gatehouse"));
        linkSync(join(home, ".gatehouse/g.yaml"), join(path, ".gatehouse/mine.yaml"));
      },
    ],
    [
      "a link to the user's file",
      ({ path, home }) => {
        mkdirSync(join(path, ".gatehouse"));
        symlinkSync(join(home, ".gatehouse/g.yaml"), join(path, ".gatehouse/g.yaml"));
      },
    ],
  ])("%s in the project leaves it in force", async (_name, arrange) => {
    const { effect, policy: decided } = await decide(user, (one) => {
      arrange(one);
      return {};
    });
    expect([effect, decided]).toEqual(["deny", "guard"]);
  });

  test("so does a project that is the home folder, also through a link to it", async () => {
    expect((await decide(user, ({ home }) => ({ cwd: home }))).policy).toBe("guard");
    made?.remove();
    const { policy: decided, stderr } = await decide(user, ({ path, home }) => {
      symlinkSync(home, join(path, "h"));
      return { args: ["--project", "h"] };
    });
    expect([decided, stderr]).toEqual(["guard", ""]);
  });

  test("so does a folder of the user's that is a link itself", async () => {
    const { policy: decided } = await decide({ "~/dotfiles/g.yaml": GUARD }, ({ home }) => {
      symlinkSync("dotfiles", join(home, ".gatehouse"));
      return { cwd: home };
    });
    expect(decided).toBe("guard");
  });

  test.each([".gatehouse", ".mimir", ".mayros", ".mayros/hooks", ".mayros/config.json5", "mayros.json5"])(
    "a project's %s that leads out of the project is refused, said, and denies",
    async (place) => {
      const { effect, stderr } = await decide(
        {
          "../elsewhere/hooks/a.md": "",
          "../elsewhere/config.yml": "hooks: {}\n",
          "../elsewhere/config.json5": "{}",
          "../elsewhere/g.yaml": ALLOWS,
        },
        ({ path }) => {
          const isFile = place.endsWith(".json5");
          mkdirSync(join(path, place, ".."), { recursive: true });
          const target =
            place === ".mayros/hooks" ? "elsewhere/hooks" : isFile ? "elsewhere/config.json5" : "elsewhere";
          symlinkSync(join(path, "..", target), join(path, place));
          return {};
        },
      );
      expect(effect).toBe("deny");
      expect(stderr).toMatch(/leads out of/);
    },
  );

  test("a link within the project is followed", async () => {
    const { policy: decided } = await decide({ "rules/g.yaml": policy("ours", "deny: x") }, ({ path }) => {
      symlinkSync("rules", join(path, ".gatehouse"));
      return {};
    });
    expect(decided).toBe("ours");
  });

  test("the list of trusted files is no policy file, wherever it is found", async () => {
    const { stderr, effect } = await decide(
      { "~/.gatehouse/trust.json": '{"version":1,"files":[]}', ...user },
      ({ home }) => {
        const moved = join(home, "..", "moved");
        renameSync(home, moved);
        symlinkSync(moved, home);
        return { cwd: home };
      },
    );
    expect([effect, stderr.replace(/^note.*trust store.*\n/m, "")]).toEqual(["deny", ""]);
  });
});

test("what the user's policies deny at once is seen as it is decided: with its paths, not as the event claims them", async () => {
  const write = (id: string, when: string): string =>
    `version: 1\npolicies:\n  - { id: ${id}, events: pre-file-write, when: '${when}', deny: no }\n`;
  made = folder({
    "./.gatehouse/p.yaml": write("project", 'file_path == "/w/a.txt"'),
    "~/.gatehouse/u.yaml": write("user", 'relative_path == "claimed"'),
  });
  const event = {
    event: "pre-file-write",
    file_path: "/w/a.txt",
    project_dir: "/w",
    working_dir: "/w",
    relative_path: "claimed",
  };
  const { stdout } = await runCli(["decide", "--json"], {
    cwd: made.path,
    home: made.home,
    stdin: JSON.stringify(event),
  });
  expect(JSON.parse(stdout)).toMatchObject({ effect: "deny", policy: "project" });
});
