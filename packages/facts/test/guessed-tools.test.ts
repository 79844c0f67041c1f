// A tool that no table has is read by the names of its arguments: what it may do counts for a deny, and never makes an allow.
import { describe, expect, test } from "vitest";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
const PLACE = { cwd: "/w", workspace: "/w", home: "/home/u" };

function factsOf(toolName: string, params: object, more: object = {}) {
  return facts({ event: "before_tool_call", toolName, params, ...PLACE, ...more });
}

const UNKNOWN = ["Wurst", "mcp__box__run", "server:start_process", "deploy/now"];

test.each([
  ["mcp__zip__extract", { archive: "/a.zip", output_dir: "x" }],
  ["mcp__zip__extract", { archive: "/a.zip", to: "x" }],
  ["mcp__img__render", { outDir: "x" }],
  ["mcp__dl__download", { url: "https://h.example/a", directory: "x" }],
  ["mcp__git__clone", { url: "https://h.example/a", path: "x" }],
])("%s fills a folder: %j", (tool, params) => {
  expect(factsOf(tool, params).writes).toContainEqual(
    expect.objectContaining({ path: "/w/x", tree: true, op: "content" }),
  );
});

describe("a command of a tool that no table has may be one for a shell", () => {
  test.each(
    UNKNOWN.flatMap((tool) =>
      ["command", "cmd", "script", "CommandLine"].map((name) => [tool, name] as const),
    ),
  )("%s %s", (tool, name) => {
    for (const value of [
      "git push --force origin main",
      ["git", "push", "--force"],
      ["sh", "-c", "git push --force"],
    ]) {
      const { commands, complete, unknown, actions } = factsOf(tool, { [name]: value });
      expect(commands.some(({ program, sub }) => program === "git" && sub === "push")).toBe(true);
      expect(commands.every(({ certainty }) => certainty !== "exact")).toBe(true);
      expect(actions.map(({ kind }) => kind)).toContain("git.force-push");
      expect(complete).toBe(false);
      expect(unknown.map(({ code }) => code)).toContain("unknown-tool");
    }
  });

  test("the words of a list are words, whatever is in them", () => {
    const { commands, deletes } = factsOf("Wurst", { argv: ["rm", "-rf", "it's $HOME;x", "a b"] });
    expect(commands.filter(({ program }) => program === "rm")).toHaveLength(1);
    expect(deletes.map(({ path }) => path)).toEqual(["/w/it's $HOME;x", "/w/a b"]);
  });

  test("in the directory that the call names", () => {
    const { deletes } = factsOf("Wurst", { command: "rm -rf x", cwd: "/w/sub" });
    expect(deletes).toMatchObject([{ path: "/w/sub/x", certainty: "maybe" }]);
  });
});

test.each([
  ["bash", "rm -rf x"],
  ["run", "rm -rf x"],
])("a command is called `%s`, too", (name, value) => {
  expect(factsOf("Wurst", { steps: [{ [name]: value }] }).deletes).toMatchObject([{ path: "/w/x" }]);
});

test("a list of lists names files, and `root` the folder of a path", () => {
  expect(factsOf("mcp__fs__put", { entries: [["/w/.a/b", "text"]] }).writes).toMatchObject([
    { path: "/w/.a/b" },
  ]);
  expect(factsOf("mcp__fs__put", { root: "/w/.a", path: "b" }).writes).toMatchObject([{ path: "/w/.a/b" }]);
});

test.each([
  [["/home/u/.x/**"], "/home/u/.x", true],
  [["~/.x/*"], "/home/u/.x/**/*", false],
  [["../v/*.ts"], "/v/*.ts", false],
])("files that are read many at once are named by wildcards, too: %j", (include, path, tree) => {
  expect(factsOf("read_many_files", { include }).reads).toContainEqual(
    expect.objectContaining({ path, tree }),
  );
});

test("Gemini CLI's commands run where the call says", () => {
  const { deletes } = factsOf("run_shell_command", { command: "rm x", dir_path: "/v" });
  expect(deletes).toMatchObject([{ path: "/v/x", certainty: "exact" }]);
});

test.each([
  `python3 -c 'import os; open(os.path.expanduser("~/a" + "b"), "w")'`,
  `python3 -c 'import os; open(os.environ["HOME"] + "/ab", "w")'`,
  `node -e 'fs.writeFileSync(os.homedir() + "/ab", "")'`,
])("the home folder of code is the one that is known: %s", (command) => {
  expect(factsOf("Bash", { command }).writes).toMatchObject([{ path: "/home/u/ab", home: "~/ab" }]);
});

describe("what goes with a command", () => {
  test.each([
    [{ command: "git push", env: { HOME: "/x y" } }, ["push"], [["HOME", "/x y"]]],
    [{ command: "git push", environment: { "not a name": "x" } }, ["push"], []],
    [{ command: "git push", env: ["HOME=/x=y", "="] }, ["push"], [["HOME", "/x=y"]]],
    [{ command: "git", args: "push --force" }, ["push", "--force"], []],
    [{ command: "git", args: ["push", "a b"] }, ["push", "a b"], []],
  ])("%j", (params, args, variables) => {
    const { commands, env } = factsOf("Wurst", params);
    expect(commands.map((one) => [one.program, one.args])).toContainEqual(["git", args]);
    expect(env.map(({ name, value }) => [name, value])).toEqual(variables);
  });
});

test.each([
  ["kill_process", { pid: -1 }, ["-1"]],
  ["kill_process", { name: "node" }, ["node"]],
  ["terminate_process", { pid: "12" }, ["12"]],
  ["skill_list", { name: "node" }, []],
])("a tool that ends processes is a command that does: %s %j", (tool, params, targets) => {
  const { actions } = factsOf(tool, params);
  const killed = actions.filter(({ kind }) => kind === "process.kill").map(({ target }) => target ?? "");
  expect(killed.map((target) => target.split(" ").at(-1))).toEqual(targets);
});

describe("a path is a file that it may read and write, as its name says", () => {
  test.each([
    ["Wurst", { path: "/home/u/.ssh/id_rsa" }, [1, 1, 0]],
    ["mcp__fs__read_text_file", { path: ".env" }, [1, 0, 0]],
    ["mcp__serena__read_file", { relative_path: ".env" }, [1, 0, 0]],
    ["mcp__fs__write_file", { path: "a" }, [1, 1, 0]],
    ["mcp__fs__edit_file", { edits: [{ path: "a" }, { path: "b" }] }, [2, 2, 0]],
    ["mcp__fs__delete_file", { path: "a" }, [0, 0, 1]],
    ["mcp__fs__move_file", { source: "a", destination: "b" }, [1, 1, 1]],
    ["openFile", { uri: "file:///etc/passwd" }, [1, 0, 0]],
    ["Wurst", { paths: ["a", "b"] }, [2, 2, 0]],
    ["mcp__github__get_file_contents", { owner: "o", repo: "r", path: ".env" }, [0, 0, 0]],
    ["Wurst", { path: "a\nb" }, [0, 0, 0]],
    ["Wurst", { path: " /w/a \n" }, [1, 1, 0]],
    ["Wurst", { files: { "/w/a": "x", "~/.b": "y" } }, [2, 2, 0]],
    ["Wurst", { files: { a: "x" } }, [0, 0, 0]],
    ["Wurst", { arguments: '{"path":"/w/a"}' }, [1, 1, 0]],
    ["Wurst", { arguments: '{"path":"/w/a"' }, [0, 0, 0]],
    ["render", { save_to: "a.png", out: "b.png" }, [0, 2, 0]],
    ["unzip", { archive: "a.zip", destination: "vendor" }, [0, 1, 0]],
    ["Wurst", { name: "~/.claude/x", content: "" }, [1, 1, 0]],
    ["Wurst", { name: "a.b/c", content: "" }, [0, 0, 0]],
    ["Wurst", { path: 7, name: "x" }, [0, 0, 0]],
  ])("%s %j", (tool, params, [reads, writes, deletes]) => {
    const found = factsOf(tool, params);
    expect([found.reads, found.writes, found.deletes].map(({ length }) => length)).toEqual([
      reads,
      writes,
      deletes,
    ]);
    for (const { certainty } of [...found.reads, ...found.writes, ...found.deletes])
      expect(certainty).toBe("maybe");
    expect(found.complete).toBe(false);
  });

  test("an address is one that it may connect to", () => {
    expect(factsOf("Wurst", { url: "https://example.com/x" }).network).toMatchObject([
      { host: "example.com" },
    ]);
    expect(factsOf("Wurst", { uri: "https://example.com/x" }).network).toHaveLength(1);
    expect(factsOf("Wurst", { url: "x" }).network).toEqual([]);
  });
});

describe("tools that carry a shell", () => {
  test.each([
    ["Monitor", { command: "git push --force" }],
    ["monitor", { command: "git push --force" }],
    ["PowerShell", { command: "git push --force" }],
    ["run_in_terminal", { command: "git push --force" }],
    ["exec_command", { cmd: "git push --force" }],
    ["shell", { command: ["bash", "-lc", "git push --force"] }],
    ["write_stdin", { session_id: 1, chars: "git push --force\n" }],
    [
      "batch",
      {
        tool_calls: [
          { tool: "read", parameters: {} },
          { tool: "bash", parameters: { command: "git push --force" } },
        ],
      },
    ],
    [
      "batch",
      {
        tool_calls: [
          {
            tool: "batch",
            parameters: { tool_calls: [{ tool: "Wurst", parameters: { cmd: "git push --force" } }] },
          },
        ],
      },
    ],
  ])("%s %j", (tool, params) => {
    expect(factsOf(tool, params).actions.map(({ kind }) => kind)).toContain("git.force-push");
  });

  test("of PowerShell what is read is complete, and what is none is not", () => {
    for (const tool of ["PowerShell", "powershell"]) {
      expect(factsOf(tool, { command: "ls" }).complete).toBe(true);
      expect(factsOf(tool, { command: "if (" }).complete).toBe(false);
    }
  });
});
