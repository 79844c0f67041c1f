import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { readWithoutValues, withoutValues } from "../src/box/without-values.js";
import { assertLaw } from "../../../test/assert-law.js";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-values-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("names stay, values and comments do not", () => {
  expect(withoutValues("A=1\n# secret\nexport B_2 = two\n\nc.d: 3\nEMPTY=\nnoise")).toBe(
    "A=held-by-gatehouse\n# held\nexport B_2 =held-by-gatehouse\n\nc.d:held-by-gatehouse\nEMPTY=held-by-gatehouse\n# held",
  );
});

test.each([
  ["a value of several lines in double quotes", 'A="x\nSECRET=\ny\\"SECRET=z\n"\nB=1'],
  ["one in single quotes", "A='x\nSECRET=y\n'\nB=1"],
  ["one in back quotes", "A=`x\nSECRET=y`\nB=1"],
  ["one that goes on behind a backslash", "A=x\\\nSECRET=y\nB=1"],
  ["one without an end", 'A="x\nSECRET=y\nSECRET: z'],
  ["the last line of a key without quotes", "A=-----BEGIN\nSECRETc2Vjcg=\nSECRETc2Vj==\nB=1"],
  ["lines that end as on Windows", 'A="x\r\nSECRET=y\r\n"\r\nB=1'],
])("nothing of %s is shown", (_, text) => {
  expect(withoutValues(text)).not.toContain("SECRET");
  expect(withoutValues(text).split("\n")).toHaveLength(text.split("\n").length);
});

test("law: what is in quotes is never shown, however many lines it has", () => {
  const part = fc.stringMatching(/^[\w.:= #'\\-]{0,12}$/);
  assertLaw(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const value = parts.map((one) => `${one}MARK=`).join("\n");
      const text = `A="${value.replaceAll("\\", "\\\\")}"\nB=1`;
      expect(withoutValues(text)).not.toContain("MARK");
      expect(withoutValues(text)).toMatch(/^A=held.*\nB=held-by-gatehouse$/s);
    }),
  );
});

test("a pipe, a link and a folder are no files, and are not waited for", () => {
  const [pipe, link, file] = ["pipe", "link", "file"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  execFileSync("mkfifo", [pipe]);
  writeFileSync(file, "A=1\n");
  symlinkSync(file, link);
  expect([pipe, link, folder, join(folder, "none")].map(readWithoutValues)).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect(readWithoutValues(file)).toBe("A=held-by-gatehouse\n");
});
