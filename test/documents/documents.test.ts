import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readClaims, readDifferences, readTried } from "../../tools/documents/claims.js";
import { documentsPage } from "../../tools/documents/documents-page.js";

const root = path.resolve(import.meta.dirname, "../..");

test.each(["000", "001", "002", "003", "004"])(
  "each sentence of document %s has a test that is there, or says how it differs",
  (document) => {
    const claims = readClaims(root, document);
    expect(claims.length).toBeGreaterThan(10);
    for (const { claim, test: held, differs } of claims) {
      if (held === undefined) expect(differs, `claim ${claim}`).toMatch(/\w/);
      else {
        const file = path.join(root, held.file);
        expect(existsSync(file), `claim ${claim}: ${held.file}`).toBe(true);
        expect(readFileSync(file, "utf8"), `claim ${claim}`).toContain(held.name);
      }
    }
  },
);

/** The sentences of each document that were tried, by their numbers: those of one list are numbered on. */
const TRIED: Readonly<Record<string, readonly (readonly [first: number, last: number])[]>> = {
  "000": [[1, 46]],
  "001": [[1, 34]],
  "002": [[1, 28]],
  "003": [[73, 98]],
  "004": [
    [1, 10],
    [29, 72],
  ],
};

test.each(Object.entries(TRIED))(
  "no sentence of document %s that was tried is left out",
  (document, ranges) => {
    const all = ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    );
    const there = new Set(readClaims(root, document).map(({ claim }) => claim));
    expect([...there].sort((a, b) => a - b)).toEqual(all);
  },
);

test("what differs on purpose does so for one of at most twelve reasons", () => {
  const reasons = readDifferences(root).map(({ name }) => name);
  expect(reasons.length).toBeLessThanOrEqual(12);
  const given = ["000", "001", "002", "003", "004"]
    .flatMap((document) => readClaims(root, document))
    .filter(({ differs }) => differs !== undefined)
    .map(({ harm }) => harm);
  expect(new Set(given)).toEqual(new Set(reasons));
});

test.each(["000", "001", "002", "003", "004"])(
  "what the page says was tried of document %s in real agents is tried",
  (document) => {
    const file = path.join(root, "test/agents/documents", `document-${document}.ts`);
    const source = readFileSync(file, "utf8");
    const tried = readTried(root).sentences.filter((one) => one.document === document);
    expect(tried.length).toBeGreaterThan(5);
    for (const { sentence } of tried) expect(source).toContain(`"${sentence}"`);
  },
);

test("docs/documents.md is what `pnpm documents` writes", () => {
  expect(readFileSync(path.join(root, "docs/documents.md"), "utf8")).toBe(documentsPage(root));
});
