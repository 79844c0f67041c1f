import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { packageEntries } from "../../tools/api/package-entries.js";
import { docComment } from "../../tools/reference/doc-comment.js";
import { exportLists } from "../../tools/reference/export-lists.js";
import { pageName } from "../../tools/reference/index-page.js";
import { pageText } from "../../tools/reference/page-text.js";

// `pnpm api --check` compares whole pages with the declarations, for which it needs the compiler. Names are compared here.
const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "docs/reference/api");
const entries = packageEntries(root);

/** What a report says that its entry exports. */
function exportedNames(report: string): string[] {
  const { fromOthers, renamed } = exportLists(report);
  const declared = [
    ...report.matchAll(
      /^export (?:abstract )?(?:class|const|enum|function|interface|namespace|type) ([\w$]+)/gm,
    ),
  ].map(([, name = ""]) => name);
  return [...new Set([...declared, ...renamed.values(), ...fromOthers.map(({ name }) => name)])].toSorted();
}

/** What a page has a heading or a line for. */
function namesOf(page: string): string[] {
  const withoutCode = page.replaceAll(/^```[^]*?^```/gm, "");
  const headings = [...withoutCode.matchAll(/^### (.+)$/gm)].map(([, name = ""]) => name);
  const [, others = ""] = withoutCode.split("\n## From other packages\n");
  const handedOn = [...others.matchAll(/^- `([^`]+)` of /gm)].map(([, name = ""]) => name);
  // A type and a value of one name have a heading each.
  return [...new Set([...headings, ...handedOn])].toSorted();
}

test.each(entries)(
  "the page of $specifier has every name that it exports (`pnpm reference:api`)",
  (entry) => {
    const file = path.join(folder, pageName(entry.specifier));
    expect(existsSync(file), file).toBe(true);
    const names = exportedNames(readFileSync(entry.report, "utf8"));
    expect(names.length).toBeGreaterThan(0);
    expect(namesOf(readFileSync(file, "utf8"))).toEqual(names);
  },
);

test("there is no page of anything else, and the index leads to all", () => {
  const pages = entries.map(({ specifier }) => pageName(specifier));
  expect(readdirSync(folder).toSorted()).toEqual([...pages, "README.md"].toSorted());
  const index = readFileSync(path.join(folder, "README.md"), "utf8");
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
