import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { packageEntries } from "../../tools/api/package-entries.js";
import { docComment } from "../../tools/reference/doc-comment.js";
import { entryPage } from "../../tools/reference/entry-page.js";
import { indexPage, pageName } from "../../tools/reference/index-page.js";
import { pageNameProblems } from "../../tools/reference/page-names.js";
import { pageText } from "../../tools/reference/page-text.js";

// The pages are made by the site. `pnpm api --check` makes all of them and compares them with the reports; that it would see a page
// that lacks a name is seen here.
const root = path.resolve(import.meta.dirname, "../..");
const entries = packageEntries(root);

const REPORT = `import { Other } from '@gatehouse-hooks/json';

// @public (undocumented)
export const LIMIT = 3;

export { Other }

// @public
export function read(text: string): Event_2;

// @public
interface Event_2 {
    // (undocumented)
    readonly name: string;
}
export { Event_2 as Event }
`;

test("the page of an entry has every name of its report, and one that is missing or too many is told", () => {
  const item = (kind: string, name: string, text: string) => ({ kind, name, excerptTokens: [{ text }] });
  const page = entryPage({
    specifier: "@gatehouse-hooks/made",
    description: "Made for a test",
    report: REPORT,
    model: {
      members: [
        {
          members: [
            item("Variable", "LIMIT", "LIMIT = 3"),
            item("Function", "read", "export declare function read(text: string): Event;"),
            { ...item("Interface", "Event_2", "export interface Event "), members: [] },
          ],
        },
      ],
    },
  });
  expect([...page.matchAll(/^### (.+)$/gm)].map(([, name]) => name)).toEqual(["read", "Event", "LIMIT"]);
  expect(pageNameProblems(page, REPORT)).toEqual([]);
  expect(pageNameProblems(page.replace("### LIMIT", ""), REPORT)).toEqual(["`LIMIT` is not on its page"]);
  expect(pageNameProblems(page.replace("- `Other` of", ""), REPORT)).toEqual(["`Other` is not on its page"]);
  expect(pageNameProblems(page.replace("### read", "### write"), REPORT)).toEqual([
    "`read` is not on its page",
    "`write` is no export",
  ]);
  expect(pageNameProblems("", "")).toEqual(["the entry exports nothing"]);
});

test("every entry has a report that exports something, and the index leads to a page for each", () => {
  const without = entries.filter(({ report }) => !/^export /m.test(readFileSync(report, "utf8")));
  expect(without.map(({ specifier }) => specifier)).toEqual([]);
  const pages = entries.map(({ specifier }) => pageName(specifier));
  expect(new Set(pages).size).toBe(pages.length);
  const index = indexPage(entries.map((entry) => ({ ...entry, page: pageName(entry.specifier) })));
  expect([...index.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link).toSorted()).toEqual(
    pages.toSorted(),
  );
});

test("a comment is read by its parts, and a tag that no page has a place for is an error", () => {
  const comment = docComment(
    "/**\n * Reads `<a>`.\n *\n * @param text - a {@link Thing}\n *   of two lines\n *\n * @returns it\n * @throws Error always\n */\n",
  );
  expect(comment).toEqual({
    text: "Reads `<a>`.",
    params: [{ name: "text", text: "a {@link Thing}\n  of two lines" }],
    returns: "it",
    throws: ["Error always"],
    examples: [],
    see: [],
  });
  expect(() => docComment("/** A.\n * @deprecated since 1 */")).toThrow("@deprecated");
});

test("what a site would run is escaped, but in code", () => {
  const anchors = new Map([["Thing", "thing"]]);
  expect(pageText("{@link Thing} is `a<b>`, not <b>, nor {{ x }}", anchors)).toBe(
    "[`Thing`](#thing) is `a<b>`, not &lt;b>, nor &#123;&#123; x }}",
  );
  expect(pageText("```ts\nconst a = b<c>();\n```", anchors)).toBe("```typescript\nconst a = b<c>();\n```");
});
