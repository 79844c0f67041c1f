import path from "node:path";
import { expect, test } from "vitest";
import { pagesLookedAt } from "../../tools/site/pages-looked-at.js";
import { fenceWords } from "../../tools/site/fence-words.js";
import { linkTarget } from "../../tools/site/link-target.js";
import { pageProblems, type SitePage, sitePages } from "../../tools/site/site-pages.js";
import { documents } from "./documents.js";

const root = path.resolve(import.meta.dirname, "../..");

test("the table of the site's pages has every document, and nothing that is not there", () => {
  expect(pageProblems(root)).toEqual([]);
  expect(sitePages(root).length).toBeGreaterThan(80);
});

test("links between documents lead to pages; links to files lead to the repository, if it has an address", () => {
  const sources = new Set(sitePages(root).map(({ source }) => source));
  const follow = (href: string, repository = "") =>
    linkTarget(href, "docs/facts.md", { root, sources, repository });
  expect(follow("hosts.md#claude-code")).toEqual({ kind: "page", href: "/hosts.md#claude-code" });
  expect(follow("../packages/facts")).toEqual({ kind: "page", href: "/packages/facts/index.md" });
  expect(follow("../tools/check.ts")).toEqual({ kind: "file", file: "tools/check.ts" });
  expect(follow("../tools/check.ts", "https://host.example/a/b")).toEqual({
    kind: "repository",
    href: "https://host.example/a/b/blob/main/tools/check.ts",
  });
  expect(follow("#facts")).toEqual({ kind: "as-written" });
  expect(() => follow("absent.md")).toThrow("leads to nothing");
  expect(() => follow("../../outside.md")).toThrow("leads to nothing");
});

test("the words of a fence are read, and are not part of its language", () => {
  expect(fenceWords("sh run exit=1")).toEqual({ language: "sh", isRun: true, isOutput: false, exitCode: 1 });
  expect(fenceWords("text output")).toEqual({ language: "text", isRun: false, isOutput: true, exitCode: 0 });
});

test("the front page, every page that the table names, and one of each folder are looked at", () => {
  // The pages of the API are there once the site has been built.
  const made = ["a", "b"].map((name): SitePage => ({
    source: `docs/reference/api/${name}.md`,
    file: `reference/api/${name}.md`,
    title: name,
    under: [],
  }));
  const pages = [
    ...sitePages(root).filter(({ source }) => !source.startsWith("docs/reference/api/")),
    ...made,
  ];
  const files = pagesLookedAt(pages, (source) => source.length);
  const guide = pages.filter(({ source }) => /^docs\/guide\/[^/]+\.md$/.test(source));
  expect(guide.length).toBeGreaterThan(10);
  expect(files).toEqual(expect.arrayContaining(guide.map(({ file }) => file.replace(/\.md$/, ".html"))));
  expect(files).toContain("index.html");
  for (const folder of ["packages", "reference/api"])
    expect(files.filter((file) => file.startsWith(`${folder}/`)).length, folder).toBe(1);
});

// The rule `empty-table-header` of axe: who hears a table has to hear of what a cell is.
test("every column of a table has a name", () => {
  const header = /^\|(.+)\|\n\|(?: *:?-+:? *\|)+$/gm;
  const nameless = documents().flatMap(({ name, text }) =>
    [...text.matchAll(header)]
      .filter(([, cells = ""]) => cells.split("|").some((cell) => cell.trim() === ""))
      .map(([found]) => `${name}: ${found.split("\n")[0] ?? ""}`),
  );
  expect(nameless).toEqual([]);
});
