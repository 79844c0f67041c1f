import { lookUpLinks } from "@gatehouse-hooks/runtime";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";

test("says what is at a path without following it", async () => {
  const root = await tempDir();
  await mkdir(path.join(root, "folder"));
  await writeFile(path.join(root, "file"), "");
  await symlink("../folder", path.join(root, "link"));
  await symlink("/nowhere", path.join(root, "dangling"));
  await symlink("loop", path.join(root, "loop"));
  const { at: lookUp } = lookUpLinks();
  expect(
    ["folder", "file", "link", "dangling", "loop", "missing", "file/below", "n".repeat(300)].map((name) =>
      lookUp(path.join(root, name)),
    ),
  ).toEqual([
    { kind: "other" },
    { kind: "other" },
    { kind: "link", target: "../folder" },
    { kind: "link", target: "/nowhere" },
    { kind: "link", target: "loop" },
    { kind: "nothing" },
    { kind: "nothing" },
    { kind: "nothing" },
  ]);
  expect(lookUp(`${root}/file\0`)).toEqual({ kind: "unseen" });
});

test("gives the same answer for the same path, whatever became of it", async () => {
  const root = await tempDir();
  const link = path.join(root, "link");
  await symlink("a", link);
  const { at: lookUp } = lookUpLinks();
  expect(lookUp(link)).toEqual({ kind: "link", target: "a" });
  await rm(link);
  expect(lookUp(link)).toEqual({ kind: "link", target: "a" });
  expect(lookUpLinks().at(link)).toEqual({ kind: "nothing" });
});

test("what is behind a limit is not seen", async () => {
  const root = await tempDir();
  const { at: many } = lookUpLinks();
  for (let i = 0; i < 256; i++) expect(many(path.join(root, `${i}`))).toEqual({ kind: "nothing" });
  expect(many(path.join(root, "more"))).toEqual({ kind: "unseen" });
  expect(many(path.join(root, "0"))).toEqual({ kind: "nothing" });
  let now = 0;
  const { at: slow } = lookUpLinks(() => now);
  expect(slow(root)).toEqual({ kind: "other" });
  now = 1_001;
  expect(slow(path.join(root, "a"))).toEqual({ kind: "unseen" });
  expect(slow(root)).toEqual({ kind: "other" });
});

test.runIf(process.platform === "linux")(
  "links that are different for each process are not this one's",
  () => {
    const { at: lookUp } = lookUpLinks();
    expect(lookUp("/proc/self")).toEqual({ kind: "other" });
    expect(lookUp("/proc/self/root")).toEqual({ kind: "link", target: "/" });
    expect(lookUp("/proc/self/cwd")).toEqual({ kind: "unseen" });
    expect(lookUp("/proc/thread-self/fd/1")).toEqual({ kind: "unseen" });
    expect(lookUp("/dev/stdin")).toEqual({ kind: "other" });
  },
);

test("the links in a folder", async () => {
  const root = await tempDir();
  await mkdir(path.join(root, "full"));
  await writeFile(path.join(root, "file"), "");
  await symlink("file", path.join(root, "b"));
  await symlink("nowhere", path.join(root, "a"));
  for (let i = 0; i < 4_097; i++) await writeFile(path.join(root, "full", `${i}`), "");
  await mkdir(path.join(root, "linked"));
  for (let i = 0; i < 257; i++) await symlink("nowhere", path.join(root, "linked", `${i}`));
  const { at, linksIn } = lookUpLinks();
  expect(linksIn(root)?.toSorted()).toEqual(["a", "b"]);
  expect(linksIn(path.join(root, "file"))).toEqual([]);
  expect(linksIn(path.join(root, "missing"))).toEqual([]);
  expect(linksIn(path.join(root, "full"))).toBeNull();
  expect(linksIn(path.join(root, "linked"))).toBeNull();
  expect(linksIn("/proc/self/fd")).toBeNull();
  for (let i = 0; i < 256; i++) at(path.join(root, `${i}`));
  expect(linksIn(path.join(root, "more"))).toBeNull();
  expect(linksIn(root)).toHaveLength(2);
});
