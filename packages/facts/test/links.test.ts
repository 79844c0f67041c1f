import { expect, test } from "vitest";
import { PROGRAMS, TOOL_ROWS, type Facts, type LinkLooks, createFacts } from "../src/index.js";
import { PLACE } from "./facts-of.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** What is at some paths: where a link points to, `true` for anything else; `null`: it cannot be looked at. */
type Tree = Readonly<Record<string, string | true | null>>;

function lookIn(tree: Tree, seen: string[] = []): LinkLooks {
  return {
    at: (path) => {
      seen.push(path);
      const there = Object.hasOwn(tree, path) ? tree[path] : undefined;
      if (there === null) return { kind: "unseen" };
      if (typeof there === "string") return { kind: "link", target: there };
      const isFolder = Object.keys(tree).some((one) => one.startsWith(`${path}/`));
      return { kind: there === true || isFolder ? "other" : "nothing" };
    },
    linksIn: (folder) => {
      seen.push(folder);
      if (Object.hasOwn(tree, folder) && tree[folder] === null) return null;
      const all = Object.entries(tree).filter(([, target]) => typeof target === "string");
      return all
        .map(([path]) => path)
        .flatMap((path) =>
          path.slice(0, path.lastIndexOf("/")) === folder ? [path.slice(folder.length + 1)] : [],
        );
    },
  };
}

const HOME: Tree = { "/w/project": true, "/home/u/.ssh": true };

function shell(command: string, tree: Tree, more: object = {}): Facts {
  const event = { ...PLACE, ...more, event: "before_tool_call", toolName: "Bash", params: { command } };
  return facts(event, lookIn({ ...HOME, ...tree }));
}

/** Without the names that a set with wildcards is taken to mean. */
const sets = (all: Facts["writes"]) => all.filter(({ wild }) => wild !== "name");
const paths = (all: Facts["writes"]) => sets(all).map(({ path, home, local }) => home ?? local ?? path);

test("a file behind a link has both names, the real one first", () => {
  const found = shell("echo y >> x/authorized_keys", { "/w/project/x": "/home/u/.ssh" });
  expect(paths(found.writes)).toEqual(["~/.ssh/authorized_keys", "./x/authorized_keys"]);
  expect(found.writes.every(({ linksChecked }) => linksChecked)).toBe(true);
  expect(found.complete).toBe(true);
});

test("all tools see it", () => {
  const tree = lookIn({ ...HOME, "/w/project/x": "../../home/u/.ssh" });
  for (const [toolName, params] of [
    ["Write", { file_path: "x/k" }],
    ["Edit", { file_path: "/w/project/x/k" }],
    ["apply_patch", { input: "*** Begin Patch\n*** Add File: x/k\n+y\n*** End Patch" }],
    ["Bash", { command: "cp k x/k" }],
  ] as const)
    expect(paths(facts({ ...PLACE, toolName, params }, tree).writes)).toContain("~/.ssh/k");
});

test.each([
  [
    "a chain has all its names",
    { "/w/project/x": "y/z", "/w/project/y": "/home/u" },
    "cat x/k",
    ["~/z/k", "./x/k", "./y/z/k"],
  ],
  [
    "a link to a link",
    { "/w/project/x": "y", "/w/project/y": "/etc" },
    "cat x/k",
    ["/etc/k", "./x/k", "./y/k"],
  ],
  [
    "a dangling one is what it points to",
    { "/w/project/x": "/nowhere/a" },
    "echo 1 > x",
    ["/nowhere/a", "./x"],
  ],
  [
    "`..` behind a link is the folder above its target",
    { "/w/project/x": "/etc/a", "/etc/a": true },
    "cat x/../k",
    ["/etc/k", "./k"],
  ],
  [
    "also when the directory is one",
    { "/w/project/x": "/etc/a", "/etc/a": true },
    "cd x && cat ../k",
    ["/etc/k", "./k"],
  ],
  ["a link with `..` in it", { "/w/project/a/x": "../../other" }, "cat a/x/k", ["/w/other/k", "./a/x/k"]],
  ["without a link there is one name", { "/w/project/a": true }, "cat a/../a", ["./a"]],
] as const)("%s", (_, tree, command, names) => {
  const { reads, writes } = shell(command, tree);
  expect(paths([...reads, ...writes])).toEqual(names);
});

test("what deletes or moves a link leaves its target alone, what is in it is not left alone", () => {
  const tree = { "/w/project/x": "/etc" };
  expect(paths(shell("rm -rf x", tree).deletes)).toEqual(["./x"]);
  expect(paths(shell("mv x y", tree).deletes)).toEqual(["./x"]);
  expect(paths(shell("rm x/hosts", tree).deletes)).toEqual(["/etc/hosts", "./x/hosts"]);
  expect(paths(shell("find x/ -delete", tree).deletes)).toContain("/etc");
  expect(paths(shell("rm -rf x/*", tree).deletes)).toContain("/etc/[!.]*");
});

test("what a wildcard matches may be a link", () => {
  const tree: Tree = { "/w/project/dir": "/home/u/.ssh", "/w/project/a/k": "/etc/k", "/w/project/a/z": true };
  expect(sets(shell("cat a/z*", tree).reads)).toMatchObject([{ local: "./a/z*", linksChecked: true }]);
  expect(paths(shell("cat a/*", tree).reads)).toEqual(["./a/[!.]*", "/etc/k", "./a/k"]);
  expect(paths(shell("cat d*/id_rsa", tree).reads)).toEqual(["./d*/id_rsa", "~/.ssh/id_rsa", "./dir/id_rsa"]);
  expect(paths(shell("cat d??/id*", tree).reads)).toContain("~/.ssh/id*");
  // Not looked at: what is below the first wildcard.
  expect(sets(shell("cat a*/z", tree).reads)).toMatchObject([{ local: "./a*/z", linksChecked: false }]);
  expect(shell("cat */*/z", tree).reads[0]).toMatchObject({ linksChecked: false });
  // Deleting a link is not deleting what it points to.
  expect(sets(shell("rm -rf a/*", tree).deletes)).toMatchObject([{ local: "./a/[!.]*", linksChecked: true }]);
  expect(paths(shell("rm -rf d*/x", tree).deletes)).toContain("~/.ssh/x");
  expect(shell("rm -r a", tree).deletes).toMatchObject([{ tree: true, linksChecked: true }]);
});

test.each([
  ["*", "dir", true],
  ["d*", "dir", true],
  ["*r", "dir", true],
  ["*i*", "dir", true],
  ["d?r", "d\u{1F511}r", true],
  ["d[a-z]r", "dir", true],
  ["*a*b*c", "xaybzc", true],
  ["*a*b*c", "xaybz", false],
  ["\\[d*", "[dir", true],
  ["*", ".dir", false],
  ["?ir", ".ir", false],
  ["e*", "dir", false],
  ["di", "dir", false],
  ["d?", "dir", false],
] as const)("a wildcard that matches a link: %s %s", (glob, name, expected) => {
  const found = shell(`cat ${glob}/k`, { [`/w/project/${name}`]: "/etc" }).reads;
  expect(paths(found).includes("/etc/k")).toBe(expected);
});

test("a folder whose links cannot be told, or that has too many, is said", () => {
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`/w/project/a/${i}`, "/etc"]));
  for (const tree of [{ "/w/project/a": null }, many]) {
    const found = shell("cat a/*", tree);
    expect(found).toMatchObject({ complete: false });
    expect(found.reads[0]).toMatchObject({ linksChecked: false });
  }
});

test("folders that are reached through links are still the home directory and the workspace", () => {
  const tree: Tree = { "/w/project": "/data/p", "/home/u": "/data/u", "/data/p": true, "/data/u": true };
  const all = shell("cat a ~/b /data/p/c /data/u/d", tree).reads;
  expect(all.map(({ home, local }) => home ?? local)).toEqual(["./a", "./a", "~/b", "~/b", "./c", "~/d"]);
  expect(shell("rm -rf /data", tree).deletes).toMatchObject([{ path: "/data", home: "~" }]);
});

test("what cannot be looked at is said, and so is a chain without end", () => {
  for (const tree of [
    { "/w/project/x": null },
    { "/w/project/x": "x" },
    { "/w/project/x": "y", "/w/project/y": "x" },
  ]) {
    const found = shell("cat x/k", tree);
    expect(found.reads.every(({ linksChecked }) => !linksChecked)).toBe(true);
    expect(found).toMatchObject({ complete: false, unknown: [{ code: "unseen", span: [4, 7] }] });
  }
});

test("forty links are followed, as the system does", () => {
  const chain = (length: number): Tree =>
    Object.fromEntries(Array.from({ length }, (_, i) => [`/w/project/${i}`, i === 0 ? "/etc" : `${i - 1}`]));
  const followed = shell("cat 39/k", chain(40));
  expect(followed.complete).toBe(true);
  expect(paths(followed.reads).slice(0, 2)).toEqual(["/etc/k", "./39/k"]);
  expect(shell("cat 40/k", chain(41))).toMatchObject({ complete: false });
});

test("a path of many folders is looked at as far as the limit", () => {
  const seen: string[] = [];
  const file = `/${"d/".repeat(65)}f`;
  const { at } = lookIn({ [file]: true }, seen);
  const event = { ...PLACE, toolName: "Read", params: { file_path: file } };
  expect(facts(event, { at, linksIn: () => [] })).toMatchObject({
    complete: false,
    reads: [{ path: file, linksChecked: false }],
  });
  expect(seen.filter((path) => path.startsWith("/d/")).length).toBeLessThan(65);
});

test("what is walked for one event is bounded, and what is left out is said", () => {
  const texts = {
    dots: `x=${"a/../".repeat(1_000)}; cat ${Array.from({ length: 190 }, (_, i) => `$x/${i}`).join(" ")}`,
    chain: `${Array.from({ length: 60 }, (_, i) => `ln -s ${i + 1} ${i}`).join("; ")}; cat ${"*/b 0/c ".repeat(100)}`,
  };
  for (const command of Object.values(texts)) {
    const seen: string[] = [];
    const event = { ...PLACE, toolName: "Bash", params: { command } };
    const found = facts(event, lookIn({ "/w/project/a": true }, seen));
    expect(found.unknown.some(({ code, text }) => code === "unseen" && text.startsWith("links"))).toBe(true);
    expect(seen.reduce((sum, { length }) => sum + length + 16, 0)).toBeLessThan(1_100_000);
  }
});

test("without looking, nothing is checked and nothing is unknown", () => {
  const event = { ...PLACE, toolName: "Read", params: { file_path: "x" } };
  expect(facts(event)).toMatchObject({ complete: true, reads: [{ linksChecked: false }] });
});

test("where the event has links, nothing is looked at", () => {
  const seen: string[] = [];
  const event = {
    ...PLACE,
    links: { "/w/project/x": "/etc" },
    toolName: "Read",
    params: { file_path: "x/k" },
  };
  expect(facts(event, lookIn({}, seen))).toMatchObject({ reads: [{ path: "/etc/k", linksChecked: true }] });
  expect(seen).toEqual([]);
});

test("links of an event that are not all followed are said", () => {
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`/w/project/${i}`, "/etc"]));
  expect(shell("cat a", {}, { links: many })).toMatchObject({
    complete: false,
    unknown: [{ code: "unseen" }],
  });
  const loop = { "/w/project/x": "/w/project/y", "/w/project/y": "/w/project/x" };
  expect(shell("cat x/k", {}, { links: loop })).toMatchObject({
    complete: false,
    reads: [{ local: "./x/k", linksChecked: false }],
  });
});

test("nothing is looked at on another machine", () => {
  const seen: string[] = [];
  const event = { ...PLACE, toolName: "Bash", params: { command: "ssh h 'cat /w/project/x'" } };
  expect(facts(event, lookIn({}, seen)).reads).toMatchObject([{ place: "remote", linksChecked: false }]);
  expect(seen).toEqual([]);
});

test.each([
  ["ln -s ~/.ssh x; echo y >> x/k", ["./x", "./x/.ssh", "./x/k", "~/.ssh/k"]],
  ["ln -s ~/.ssh x && cd x && echo y >> k", ["./x", "./x/.ssh", "./x/k", "~/.ssh/k"]],
  ["ln -sfn ../../home/u/.ssh x; tee x/k < y", ["./x", "./x/.ssh", "./x/k", "~/.ssh/k"]],
  ["ln -s ~/.ssh; echo y >> .ssh/k", ["./.ssh", "./.ssh/k", "~/.ssh/k"]],
  ["ln -s ~/.ssh/k .; echo y >> k", [".", "./k", "./k", "~/.ssh/k"]],
  ["ln -s ~/.ssh -t d; echo y >> d/.ssh/k", ["./d/.ssh", "./d/.ssh/k", "~/.ssh/k"]],
  [
    "ln -s ~ a; ln -s a/.ssh b; echo y >> b/k",
    ["./a", "./a/u", "./b", "./b/.ssh", "./b/k", "~/.ssh/k", "./a/.ssh/k"],
  ],
  ["echo y >> x/k; ln -s ~/.ssh x", ["./x/k", "./x", "./x/.ssh"]],
  ["ln -s ~/.ssh x; rm -f x; echo y > z", ["./x", "./x/.ssh", "./z"]],
] as const)("a link that the text makes is gone through later: %s", (command, names) => {
  for (const found of [shell(command, {}), facts({ ...PLACE, toolName: "Bash", params: { command } })])
    expect(paths(found.writes)).toEqual(names);
});

test("making a link takes nothing back, and one that is not known is said", () => {
  const found = shell("ln -s /tmp x; echo y >> x/k", { "/w/project/x": "/home/u/.ssh", "/tmp": true });
  expect(paths(found.writes)).toEqual(expect.arrayContaining(["~/.ssh/k", "/tmp/k"]));
  expect(shell('ln -s "$(date)" x; cat x/k', {})).toMatchObject({ complete: false });
  const globs = shell("ln -s ~/.ssh x; cat x/*", {}).reads;
  expect(paths(globs)).toEqual(["./x/[!.]*", "~/.ssh/[!.]*"]);
  expect(paths(shell("ln -s ~/.ssh dir; cat d*/k", {}).reads)).toContain("~/.ssh/k");
});
