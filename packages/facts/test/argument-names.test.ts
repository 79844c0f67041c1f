// A tool of a server is known by the last part of its name and by the names of its arguments, however they are spelled and nested.
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import type { Facts } from "@gatehouse-hooks/facts";
import { assertLaw } from "../../../test/assert-law.js";
import { toolFacts } from "./facts-of.js";

/** Effects of a call, without where they are written. */
function effectsOf({ reads, writes, deletes, actions }: Facts): readonly string[] {
  const paths = (what: string, list: Facts["reads"]): readonly string[] =>
    list.map((one) => `${what} ${one.local ?? one.home ?? String(one.path)}${one.list ? " names" : ""}`);
  return [
    ...paths("read", reads),
    ...paths("write", writes),
    ...paths("delete", deletes),
    ...actions.map(({ kind }) => kind),
  ];
}

const KEY = "~/.ssh/id_rsa";

describe("arguments by the words of their names", () => {
  test.each<[string, object, readonly string[]]>([
    ["mcp__fs__open", { filename: KEY }, [`read ${KEY}`]],
    ["mcp__fs__open", { input_file: KEY }, [`read ${KEY}`]],
    ["mcp__fs__open", { sourcePath: KEY }, [`read ${KEY}`]],
    ["mcp__fs__save", { outputPath: KEY }, [`write ${KEY}`]],
    ["mcp__fs__save", { "dest-file": KEY }, [`write ${KEY}`]],
    ["mcp__fs__save", { destination: KEY }, [`write ${KEY}`]],
    ["mcp__fs__load", { documentUri: "file:///etc/passwd" }, ["read /etc/passwd"]],
    ["mcp__fs__copy_file", { source: "a", destination: KEY }, ["read ./a", `write ${KEY}`]],
    ["mcp__fs__rename", { oldPath: "a", newPath: "b" }, ["read ./a", "write ./b", "delete ./a"]],
    ["mcp__fs__delete_directory", { path: "~/x" }, ["delete ~/x"]],
    ["mcp__fs__list_directory", { path: "~/.ssh" }, ["read ~/.ssh names"]],
    ["mcp__fs__get_file_info", { path: KEY }, [`read ${KEY} names`]],
    ["mcp__fs__search_files", { path: "~/.ssh" }, ["read ~/.ssh"]],
    ["mcp__fs__x", { file_type: KEY, path_style: KEY, title: KEY }, []],
    ["mcp__git__get_file", { owner: "o", repo: "r", path: ".env" }, []],
    ["mcp__git__get_file", { owner: "o", repo: "r", path: KEY }, [`read ${KEY}`]],
  ])("%s %j", (tool, params, effects) => {
    expect(effectsOf(toolFacts(tool, params))).toEqual(effects);
  });

  test("what is deleted without saying that it is a file may be a folder", () => {
    expect(toolFacts("mcp__fs__delete", { path: "~/x" }).deletes).toContainEqual(
      expect.objectContaining({ tree: true }),
    );
    expect(toolFacts("mcp__fs__delete_file", { path: "~/x" }).deletes).toMatchObject([{ tree: false }]);
  });
});

describe("what may be a command line", () => {
  test.each<[string, object]>([
    ["mcp__box__run", { args: ["git", "push", "--force"] }],
    ["mcp__box__run", { command: "git", args: ["push", "--force"] }],
    ["mcp__box__run", { command: ["git", "push", "--force"] }],
    ["mcp__box__run", { commands: ["ls", "git push --force"] }],
    ["mcp__box__run", { commands: [{ command: "git push --force" }] }],
    ["mcp__box__run", { input: { cmd: "git push --force" } }],
    ["mcp__box__run", { steps: [{ options: { shellCommand: "git push --force" } }] }],
    ["mcp__box__run", { arguments: { bash_script: "git push --force" } }],
    ["mcp__box__run", { code: "git push --force" }],
    ["mcp__box__run", { code: "git push --force", language: "bash" }],
    ["mcp__box__run", { code: "import os\nos.system('git push --force')", language: "python" }],
    ["mcp__py__execute_code", { code: "import os\nos.system('git push --force')" }],
    ["mcp__js__eval", { code: "require('child_process').execSync('git push --force')" }],
    ["mcp__tmux__send_keys", { keys: "git push --force" }],
    ["mcp__tmux__send-keys", { pane: "1", keys: ["git push --force", "Enter"] }],
    ["mcp__term__write_to_terminal", { text: "git push --force\n" }],
    ["mcp__term__interact_with_process", { pid: 1, input: "git push --force\n" }],
    ["mcp__git__git_push", { force: true }],
    ["mcp__git__push", { args: ["--force"] }],
    ["git/push", { remote: "origin", branch: "main", force: true }],
    ["mcp__x__batch", { calls: [{ name: "mcp__y__run", arguments: { cmd: "git push --force" } }] }],
  ])("%s %j", (tool, params) => {
    const { actions, commands, complete } = toolFacts(tool, params);
    expect(actions.map(({ kind }) => kind)).toContain("git.force-push");
    expect(actions.every(({ certainty }) => certainty !== "exact")).toBe(true);
    expect(commands.every(({ certainty }) => certainty !== "exact")).toBe(true);
    expect(complete).toBe(false);
  });

  test.each<[string, object]>([
    ["mcp__jira__add_comment", { text: "git push --force", body: "git push --force" }],
    ["mcp__jira__search", { query: "git push --force" }],
    ["mcp__mail__send", { message: { subject: "git push --force" } }],
    ["mcp__box__run", { command_id: "git push --force" }],
  ])("%s %j is data", (tool, params) => {
    expect(toolFacts(tool, params).commands).toEqual([]);
    expect(toolFacts(tool, params).actions).toEqual([]);
  });

  test("code of a language that is not told is no reason for a question of its own", () => {
    const { unknown } = toolFacts("mcp__box__run", { code: "const x = $(a); eval(y)" });
    expect(unknown.map(({ code }) => code).filter((code) => code.startsWith("dynamic"))).toEqual([]);
  });
});

describe("patches, statements and code", () => {
  test.each<[string, object, string]>([
    ["mcp__fs__apply_diff", { diff: "--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-a\n+b\n" }, "write ./.env"],
    [
      "mcp__fs__apply_patch",
      { input: "*** Begin Patch\n*** Delete File: .env\n*** End Patch" },
      "delete ./.env",
    ],
    ["mcp__db__query", { sql: "drop table users" }, "db.destroy"],
    ["mcp__postgres__execute", { query: "select 1; delete from users" }, "db.destroy"],
    ["mcp__py__run_python", { code: "import os; os.remove('/etc/passwd')" }, "delete /etc/passwd"],
  ])("%s %j", (tool, params, effect) => {
    expect(effectsOf(toolFacts(tool, params))).toContain(effect);
  });

  test("a question that is not one for a database is data", () => {
    expect(toolFacts("mcp__jira__search", { query: "drop table users" }).actions).toEqual([]);
    expect(toolFacts("mcp__db__query", { sql: "select 1" }).actions).toEqual([]);
  });
});

test("a tool of a table whose call has none of the arguments of its row is read by their names", () => {
  expect(effectsOf(toolFacts("write_file", { uri: "file:///etc/hosts" }))).toContain("write /etc/hosts");
  expect(effectsOf(toolFacts("Read", { filename: KEY }))).toContain(`read ${KEY}`);
  expect(toolFacts("Bash", { script: "git push --force" }).actions).not.toEqual([]);
});

/** Spellings of a name of several words. */
const SPELLINGS: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join("_"),
  (words) => words.join("-"),
  (words) => words.map((word, i) => (i === 0 ? word : capital(word))).join(""),
  (words) => words.map(capital).join(""),
  (words) => words.join("_").toUpperCase(),
];

const SERVERS = ["", "mcp__s__", "mcp__plugin_a_b__", "mcp_s_", "s.", "s/", "s:", "MCP:"];

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

test("law: neither the server's name, nor how names are spelled, nor an object around the arguments takes an effect away", () => {
  const tool = fc.constantFrom(
    ["open", "document"],
    ["save", "document"],
    ["fetch", "it"],
    ["remove", "folder"],
  );
  const argument = fc.constantFrom(
    ["target", "path"],
    ["input", "file"],
    ["shell", "command"],
    ["destination", "folder"],
  );
  const around = fc.constantFrom<(params: object) => object>(
    (params) => params,
    (params) => ({ arguments: params }),
    (params) => ({ note: "x", items: [{ a: 1 }, params] }),
    (params) => ({ input: { options: params } }),
  );
  const spelled = fc.constantFrom(...SPELLINGS);
  assertLaw(
    fc.property(
      fc.constantFrom(...SERVERS),
      tool,
      spelled,
      argument,
      spelled,
      around,
      (server, name, spellName, key, spellKey, wrap) => {
        const value = key[1] === "command" ? "rm -rf ~/x" : "~/x";
        const plain = effectsOf(toolFacts(name.join("_"), { [key.join("_")]: value }));
        expect(plain).not.toEqual([]);
        const params = wrap({ [spellKey(key)]: value });
        expect(effectsOf(toolFacts(`${server}${spellName(name)}`, params))).toEqual(
          expect.arrayContaining([...plain]),
        );
      },
    ),
  );
});
