import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type PolicyRoot, readPolicyFiles } from "@gatehouse-hooks/runtime";
import { describe, expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";

/** Makes files with their own path as text, readable for all. */
async function tree(root: string, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, name, { mode: 0o644 });
  }
}

async function read(root: string | PolicyRoot, ...more: readonly (string | PolicyRoot)[]) {
  const { files, issues } = await readPolicyFiles([root, ...more]);
  return {
    names: files.map((file) => path.basename(file.path)),
    codes: issues.map((issue) => issue.code),
    files,
    issues,
  };
}

describe("directories", () => {
  test("their files, not those below, in code-unit order, by the end of their name in any letter case (M14)", async () => {
    const root = await tempDir();
    await tree(
      root,
      "b.md",
      "a.md",
      "B.md",
      "é.md",
      "z.yaml",
      "y.yml",
      "x.json",
      "c.MD",
      "d.txt",
      "e.md.bak",
      ".f.md",
      "sub/g.md",
      ".md",
    );
    const { names, codes } = await read(root);
    expect(names).toEqual([
      ".f.md",
      ".md",
      "B.md",
      "a.md",
      "b.md",
      "c.MD",
      "x.json",
      "y.yml",
      "z.yaml",
      "é.md",
    ]);
    expect(codes).toEqual(["odd-ending"]);
    expect((await read({ path: root, extensions: [".md"] })).names).toEqual([
      ".f.md",
      ".md",
      "B.md",
      "a.md",
      "b.md",
      "c.MD",
      "é.md",
    ]);
  });

  test("what editors and file systems leave behind is not a policy", async () => {
    const root = await tempDir();
    await tree(root, "a.md", "a.md~", "._a.md", ".a.md.swp", "#a.md#");
    await symlink("user@host.123", path.join(root, ".#a.md"));
    expect(await read(root)).toMatchObject({ names: ["a.md"], codes: [] });
  });

  test("one that is not there is no problem, unless somebody says so; a file that is not there is", async () => {
    const root = await tempDir();
    const missing = path.join(root, "hooks");
    expect((await read(missing)).codes).toEqual([]);
    expect((await read({ path: missing, required: true })).codes).toEqual(["not-found"]);
    expect((await read(path.join(missing, "a.md"))).codes).toEqual(["not-found"]);
    expect((await read({ path: path.join(missing, "a.md"), required: false })).codes).toEqual([]);
    expect((await read(path.join(root, "a\0b"))).codes).toEqual(["unreadable"]);
  });

  test("an empty one has nothing", async () => {
    expect(await read(await tempDir())).toMatchObject({ names: [], codes: [] });
  });

  test("one that every user may write to is a warning", async () => {
    const root = await tempDir();
    await tree(root, "a.md");
    await chmod(root, 0o777);
    expect(await read(root)).toMatchObject({
      names: ["a.md"],
      codes: ["writable-by-others"],
      issues: [{ severity: "warning", path: root }],
    });
  });

  test("levels below one: not read, hence no cost; a path longer than the system accepts is too deep", async () => {
    const root = await tempDir();
    await tree(root, "a.md", `${"d/".repeat(500)}b.md`);
    expect(await read(root)).toMatchObject({ names: ["a.md"], codes: [] });
    expect((await read({ path: path.join(root, "d".repeat(5_000)) })).codes).toEqual(["too-deep"]);
  });

  test("too many entries that are no policies: none is read, and an error says so", async () => {
    const root = await tempDir();
    await tree(root, "a.md");
    execFileSync("sh", ["-c", 'cd "$1" && seq 20000 | xargs touch', "sh", root]);
    expect(await read(root)).toMatchObject({
      names: [],
      codes: ["too-many"],
      issues: [{ severity: "error" }],
    });
  });
});

describe("roots", () => {
  test("in the order given, each with its tier", async () => {
    const root = await tempDir();
    await tree(root, "two/a.md", "one/b.md", "c.yaml");
    const { files } = await read(
      { path: path.join(root, "two"), tier: "enforced" },
      { path: path.join(root, "one"), tier: "user" },
      path.join(root, "c.yaml"),
    );
    expect(
      files.map(({ path: shown, tier, text }) => [
        path.relative(root, shown),
        tier,
        Buffer.from(text).toString(),
      ]),
    ).toEqual([
      ["two/a.md", "enforced", "two/a.md"],
      ["one/b.md", "user", "one/b.md"],
      ["c.yaml", "project", "c.yaml"],
    ]);
  });

  test("`~` is the home directory, and only at the start of the path", async () => {
    const home = await tempDir();
    const cwd = await tempDir();
    await tree(home, ".mayros/hooks/mine.md", "a.md");
    await tree(cwd, ".mayros/hooks/ours.md", "~user/b.md", "x/~/c.md");
    const roots = ["~/.mayros/hooks", ".mayros/hooks", "~", "~user", "x/~"];
    const { files, issues } = await readPolicyFiles(roots, { home, cwd });
    expect(files.map((file) => file.path)).toEqual([
      "~/.mayros/hooks/mine.md",
      ".mayros/hooks/ours.md",
      "~/a.md",
      "~user/b.md",
      "x/~/c.md",
    ]);
    expect(issues).toEqual([]);
  });

  test("that lead to one file read it once, with the stricter tier", async () => {
    const root = await tempDir();
    await tree(root, "a.md", "b.md");
    await symlink(root, path.join(root, "again"));
    await symlink("a.md", path.join(root, "c.md"));
    const { files } = await read(root, path.join(root, "a.md"), {
      path: path.join(root, "again"),
      tier: "enforced",
    });
    expect(files.map((file) => [path.basename(file.path), file.tier])).toEqual([
      ["a.md", "enforced"],
      ["b.md", "enforced"],
    ]);
  });

  test("one bad root does not hide the others", async () => {
    const root = await tempDir();
    await tree(root, "a.md");
    expect(await read("/dev/zero", "/dev/tty", path.join(root, "no.md"), root)).toMatchObject({
      names: ["a.md"],
      codes: ["not-a-file", "not-a-file", "not-found"],
    });
  });
});

test("a pipe is not even opened, neither by its name nor through a link", async () => {
  const root = await tempDir();
  execFileSync("mkfifo", [path.join(root, "pipe.md")]);
  await symlink("pipe.md", path.join(root, "link.md"));
  // Who writes to a pipe waits until somebody opens it.
  const writer = spawn("sh", ["-c", 'echo text > "$1"', "sh", path.join(root, "pipe.md")], {
    stdio: "ignore",
  });
  try {
    await setTimeout(100);
    for (let i = 0; i < 5; i++) expect((await read(root)).codes).toEqual(["not-a-file", "not-a-file"]);
    await setTimeout(100);
    expect(writer.exitCode).toBe(null);
  } finally {
    writer.kill("SIGKILL");
  }
});

describe("links", () => {
  test("within the directory are followed, also through a directory, as mounted configuration has them", async () => {
    const root = await tempDir();
    await tree(root, "..2026/a.yaml");
    await symlink("..2026", path.join(root, "..data"));
    await symlink("..data/a.yaml", path.join(root, "a.yaml"));
    expect(await read(root)).toMatchObject({ names: ["a.yaml"], codes: [] });
  });

  test.each<[string, (root: string) => string]>([
    ["to an absolute path", () => "/etc/passwd"],
    ["to the directory above", () => "../secret.md"],
    ["to a directory whose name starts alike", (root) => `${root}-evil/a.md`],
    ["through a directory link", () => "way/secret.md"],
    ["to a directory elsewhere", () => "/etc"],
    ["to a device", () => "/dev/zero"],
  ])("%s are refused", async (_name, target) => {
    const base = await tempDir();
    const root = path.join(base, "hooks");
    await tree(base, "secret.md", "hooks-evil/a.md", "hooks/good.md");
    await symlink("..", path.join(root, "way"));
    await symlink(target(root), path.join(root, "link.md"));
    expect(await read(root)).toMatchObject({
      names: ["good.md"],
      codes: ["path-outside-root"],
      issues: [{ severity: "error", path: path.join(root, "link.md") }],
    });
  });

  test("to what is no file are refused", async () => {
    const root = await tempDir();
    await mkdir(path.join(root, "sub"));
    await symlink("sub", path.join(root, "link.md"));
    expect(await read(root)).toMatchObject({ names: [], codes: ["not-a-file"] });
  });

  test("the directory itself may be one", async () => {
    const base = await tempDir();
    await tree(base, "real/a.md");
    await symlink("real", path.join(base, "hooks"));
    expect(await read(path.join(base, "hooks"))).toMatchObject({ names: ["a.md"], codes: [] });
  });
});

describe("contents", () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 1_048_576])("%i bytes arrive as they are", async (size) => {
    const root = await tempDir();
    const bytes = Buffer.from(Array.from({ length: size }, (_, i) => (i * 7) % 256));
    await writeFile(path.join(root, "a.md"), bytes, { mode: 0o644 });
    const { files } = await read(root);
    expect(files[0] && Buffer.compare(files[0].text, bytes)).toBe(0);
  });

  test("one byte more is too large", async () => {
    const root = await tempDir();
    await writeFile(path.join(root, "a.md"), Buffer.alloc(1_048_577), { mode: 0o644 });
    expect(await read(root)).toMatchObject({ names: [], codes: ["too-large"] });
  });

  test("an endless file is read to the limit and no further", async () => {
    // A file of the kernel's that gives more than its size says.
    const { codes, files } = await read({ path: "/proc/self/status", required: true });
    expect([files.length, codes]).toEqual([0, ["changing"]]);
  });
});

describe("names", () => {
  test.each([
    ["a\u001b[2J.md", "control-character", "a\\u{1b}[2J.md"],
    ["a\u2028.md", "control-character", "a\\u{2028}.md"],
    ["a\u202etxt.md", "invisible-character", "a\\u{202e}txt.md"],
    ["a\u{e0041}.md", "invisible-character", "a\\u{e0041}.md"],
  ])("%j is read, warned of, and shown on one clean line", async (name, code, shown) => {
    const root = await tempDir();
    await tree(root, name);
    expect(await read(root)).toMatchObject({
      names: [shown],
      codes: [code],
      issues: [{ severity: "warning" }],
    });
  });

  test("one that is not UTF-8 is an error", async () => {
    const root = await tempDir();
    await writeFile(Buffer.concat([Buffer.from(`${root}/a`), Buffer.from([0xff]), Buffer.from(".md")]), "");
    expect((await read(root)).codes).toEqual(["not-found"]);
  });
});
