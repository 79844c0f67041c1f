import { link, mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  type PolicyRoot,
  PROJECT_BUDGET,
  readPolicyFiles,
  type ReadPolicyFilesOptions,
} from "@gatehouse-hooks/runtime";
import { describe, expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";

async function tree(root: string, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, name, { mode: 0o644 });
  }
}

const read = async (roots: readonly (string | PolicyRoot)[], options?: ReadPolicyFilesOptions) =>
  await readPolicyFiles(roots, options);

describe("a file is known by its root and its real path (S1)", () => {
  test("whatever its name is, and however its root is shown", async () => {
    const root = await tempDir();
    await tree(root, "a\u200b.md", "a\\u{200b}.md", "sub/b.md");
    await symlink("sub", path.join(root, "link"));
    const { files } = await read([
      { path: root, shownAs: "~" },
      { path: path.join(root, "link"), shownAs: "same" },
    ]);
    expect(files.map((file) => [file.root, path.relative(root, file.realPath), file.path])).toEqual([
      [0, "a\\u{200b}.md", "~/a\\u{5c}u{200b}.md"],
      [0, "a\u200b.md", "~/a\\u{200b}.md"],
      [1, "sub/b.md", "same/b.md"],
    ]);
  });

  test("`~` is nothing without an absolute home directory", async () => {
    const cwd = await tempDir();
    await tree(cwd, "h/.gatehouse/a.yaml");
    for (const home of ["", "h", "./h"]) {
      const { files, lost } = await read([{ path: "~/.gatehouse", tier: "user" }], { cwd, home });
      expect([files, lost]).toMatchObject([[], [{ tier: "user", events: "all gating" }]]);
    }
  });

  test("what is excepted is no policy, by whatever way it is reached", async () => {
    const root = await tempDir();
    await tree(root, "a.json", "trust.json", "state/x.json");
    await symlink("trust.json", path.join(root, "b.json"));
    const except = [path.join(root, "trust.json"), path.join(root, "state")];
    const { files, unread } = await read([root], { except });
    expect([files.map((file) => path.basename(file.path)), unread]).toEqual([["a.json"], []]);
  });
});

describe("the most trusted root wins (S2)", () => {
  test("in whatever order, through links and hard links", async () => {
    const root = await tempDir();
    await tree(root, "user/a.md", "user/b.md", "project/own.md");
    await link(path.join(root, "user/a.md"), path.join(root, "project/hard.md"));
    await symlink("../user", path.join(root, "project/way"));
    const user: PolicyRoot = { path: path.join(root, "user"), tier: "user" };
    const projects = ["project", "project/way"].map((name): PolicyRoot => ({ path: path.join(root, name) }));
    for (const roots of [
      [user, ...projects],
      [...projects, user],
    ]) {
      const { files } = await read(roots);
      expect(files.map((file) => `${path.relative(root, file.realPath)} ${file.tier}`).toSorted()).toEqual([
        "project/own.md project",
        "user/a.md user",
        "user/b.md user",
      ]);
      expect(
        files.every((file) => roots[file.root]?.tier === (file.tier === "project" ? undefined : "user")),
      ).toBe(true);
    }
  });

  test.each(["out", "../out", "via/out"])("a root must not lead out of its folder: %s", async (target) => {
    const base = await tempDir();
    await tree(base, "out/a.md", "project/x");
    await symlink("..", path.join(base, "project/via"));
    await symlink(target === "out" ? path.join(base, "out") : target, path.join(base, "project/hooks"));
    const within = path.join(base, "project");
    const { files, issues, lost } = await read([{ path: path.join(within, "hooks"), within }]);
    expect([files, issues.map((one) => one.code), lost.length]).toEqual([[], ["path-outside-root"], 1]);
  });
});

describe("a budget for the project (S5)", () => {
  const budget = { ...PROJECT_BUDGET, files: 3, bytes: 100, marks: 10 };

  test.each<[string, readonly (readonly [string, string])[]]>([
    ["files", ["a", "b", "c", "d"].map((name) => [`${name}.yaml`, ""] as const)],
    [
      "bytes",
      [
        ["a.yaml", "x".repeat(60)],
        ["b.yaml", "x".repeat(60)],
      ],
    ],
    ["commas", [["a.yaml", "[,,,,,,,,,,,"]]],
  ])("over %s: none of its files, and one entry says what is lost", async (what, files) => {
    const root = await tempDir();
    await tree(root, "user/u.md");
    await mkdir(path.join(root, "p"));
    for (const [name, text] of files) await writeFile(path.join(root, "p", name), text, { mode: 0o644 });
    const roots: PolicyRoot[] = [
      { path: path.join(root, "p") },
      { path: path.join(root, "user"), tier: "user" },
    ];
    const over = await read(roots, { projectBudget: budget });
    expect(over.files.map((file) => file.tier)).toEqual(["user"]);
    expect(over.lost).toMatchObject([{ tier: "project", events: "all gating" }]);
    expect(over.issues).toMatchObject([{ severity: "error", code: "over-budget" }]);
    expect(over.issues[0]?.message).toContain(what);
    expect((await read(roots)).files).toHaveLength(files.length + 1);
  });
});

test("sub-directories are read where the root says so, and what leads out of them is an error (M2)", async () => {
  const base = await tempDir();
  await tree(
    base,
    "org/a.yaml",
    "org/x/y/b.MD",
    `org/${"d/".repeat(9)}deep.yaml`,
    "out/c.yaml",
    "org/README.md",
  );
  await symlink("../out", path.join(base, "org/out"));
  const { files, issues } = await read([{ path: path.join(base, "org"), tier: "enforced", depth: 99 }]);
  expect(files.map((file) => path.basename(file.path))).toEqual(["a.yaml", "b.MD"]);
  expect(issues.map((one) => one.code).sort()).toEqual(["odd-ending", "path-outside-root", "too-deep"]);
});
