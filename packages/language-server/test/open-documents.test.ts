import { expect, test } from "vitest";
import { OpenDocuments } from "../src/server/open-documents.js";

const uri = (i: number): string => `file:///p/${i}.yaml`;

test("at most 200 documents are kept; the one that was not touched for longest goes first", () => {
  const open = new OpenDocuments();
  const gone: string[] = [];
  for (let i = 0; i < 200; i++) gone.push(...open.open(uri(i), "yaml", 1, "a"));
  expect(gone).toEqual([]);
  open.change(uri(0), 2, [{ text: "b" }]);
  for (let i = 200; i < 1_000; i++) gone.push(...open.open(uri(i), "yaml", 1, "a"));
  expect(open.all().length).toBe(200);
  expect(gone[0]).toBe(uri(1));
  expect(gone.indexOf(uri(0))).toBe(199);
  expect(open.get(uri(1))).toBeUndefined();
  open.change(uri(1), 2, [{ text: "c" }]);
  expect(open.get(uri(1))).toBeUndefined();
});

test("a document is changed as the editor says, and one that is far too long is not kept", () => {
  const open = new OpenDocuments();
  open.open(uri(1), "yaml", 1, "version: 1");
  const range = { start: { line: 0, character: 9 }, end: { line: 0, character: 10 } };
  open.change(uri(1), 2, [{ range, text: "2" }]);
  expect(open.get(uri(1))).toMatchObject({ path: "/p/1.yaml", document: { version: 2 } });
  expect(open.get(uri(1))?.document.getText()).toBe("version: 2");
  open.change(uri(1), 3, [{ text: "x".repeat(2_000_000) }]);
  expect(open.get(uri(1))?.document.getText()).toBe("");
});
