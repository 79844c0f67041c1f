import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { formatOf, load, loadAll } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { readYaml } from "./read-yaml.js";
import { rowsOf } from "./rows.js";

interface ManifestRow {
  readonly file: string;
  /** Absent where a test must build links, pipes or directories: those rows are for the reader of files. */
  readonly bytes?: number;
  readonly described?: true;
  /** `loads`, `loads+warning:<code>`, `error:<code>` or `ignored`. */
  readonly expect: string;
  readonly or?: string;
  readonly canaryText?: string;
}

/**
 * Rows about a format that is not there yet: what is true of the file today, and the issue that brings the format.
 * The table is closed: a row leaves it when its format arrives.
 */
const OTHER_FORMATS: ReadonlyMap<string, { readonly today: string; readonly issue: number }> = new Map([
  // A Mimir hook: `command` is no key of a Mayros hook, and no command is ever made of the file.
  ["78-command-injection.md", { today: "error:unknown-key", issue: 8 }],
  // Mimir hooks: the YAML is read, the shape `hooks:` is not that of the native format.
  ["59-norway.yaml", { today: "error:unknown-key", issue: 8 }],
  ["79-command-array.yaml", { today: "error:unknown-key", issue: 8 }],
  ["91-regexp-evil.yaml", { today: "error:unknown-key", issue: 8 }],
  // No format includes another file.
  ["81-path-traversal-include.yaml", { today: "error:unknown-key", issue: 8 }],
]);

/** Rows that a document does not agree with. */
const DOCUMENTED: ReadonlyMap<string, string> = new Map([
  // Document 000 writes its values in quotes, `enabled: "true"` among them.
  ["29-enabled-string.md", "loads"],
]);

/** The files whose name does not survive on every file system. */
const STORED: ReadonlyMap<string, string> = new Map([
  ["89-newline\nname.md", "89-newline-name.md"],
  ["82-collision/Guard.md", "82-guard.md"],
  ["83-collision-nfc/cafe\u0301.md", "83-cafe.md"],
]);

const all = rowsOf<ManifestRow>("fixtures/hostile-files/MANIFEST.jsonl");
const rows = all.filter(({ described }) => described !== true);

function bytesOf(file: string): Uint8Array {
  if (file === "65-huge-body.md") return hugeBody();
  return readFileSync(new URL(`fixtures/hostile-files/${STORED.get(file) ?? file}`, import.meta.url));
}

/** Built, not stored: 1.2 MB of one letter. */
function hugeBody(): Uint8Array {
  const text = `---\nname: guard\nevents: before_tool_call\n---\n${"x".repeat(1_200_000)}\n`;
  const digest = createHash("sha256").update(text).digest("hex");
  expect(digest).toBe("1395a5d5d3f71d3aa2a03c85d4e0f922a620ba4d71ba1237e73dfec9dde5f054");
  return new TextEncoder().encode(text);
}

/** What became of a file, in the words of the manifest. */
function outcomes(file: string): readonly string[] {
  if (formatOf(file) === undefined) return ["ignored"];
  const { policies, issues } = load(bytesOf(file), { path: file });
  const errors = issues.filter(({ severity }) => severity === "error").map(({ code }) => `error:${code}`);
  if (errors.length > 0) return errors;
  expect(policies).toHaveLength(1);
  const warnings = issues.map(({ code }) => `loads+warning:${code}`);
  return warnings.length > 0 ? warnings : ["loads"];
}

test("the corpus is whole: 61 files, each with the bytes that the manifest says, and 9 rows about file systems", () => {
  expect([rows.length, all.length - rows.length]).toEqual([61, 9]);
  for (const { file, bytes } of rows) expect(bytesOf(file).length, file).toBe(bytes);
});

test.each(
  rows.filter(({ file, expect: want }) => !OTHER_FORMATS.has(file) && want !== "error:duplicate-name"),
)("$file: $expect", ({ file, expect: want, or }) => {
  const got = outcomes(file);
  const documented = DOCUMENTED.get(file) ?? want;
  expect(
    got.some((outcome) => outcome === documented || outcome === or),
    got.join(),
  ).toBe(true);
});

test.each([...OTHER_FORMATS])("%s waits for another format", (file, { today }) => {
  expect(outcomes(file)).toContain(today);
  expect(load(bytesOf(file), { path: file }).policies.every(({ handler }) => handler.kind === "judge")).toBe(
    true,
  );
});

test("59-norway.yaml: NO stays a text for whoever reads the YAML", () => {
  expect(readYaml(new TextDecoder().decode(bytesOf("59-norway.yaml")))).toEqual({
    hooks: [{ name: "NO", events: "before_tool_call" }],
  });
});

test("82-collision/Guard.md: a second file with the same name switches nothing off", () => {
  const guard = new TextEncoder().encode("---\nname: guard\nevents: before_tool_call\n---\nDeny deletes.");
  const { policies, issues } = loadAll([
    { path: "Guard.md", text: bytesOf("82-collision/Guard.md") },
    { path: "guard.md", text: guard },
  ]);
  expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual(["duplicate-name guard.md"]);
  expect(policies.map(({ id, enabled }) => [id, enabled])).toEqual([
    ["guard", false],
    ["guard", true],
  ]);
});

test("83-collision-nfc: names that differ only in their normal form are the same name", () => {
  const composed = "---\nname: caf\u00e9\nevents: before_tool_call\n---\nB";
  const { policies, issues } = loadAll([
    { path: "caf\u00e9.md", text: composed },
    { path: "cafe\u0301.md", text: bytesOf("83-collision-nfc/cafe\u0301.md") },
  ]);
  expect(policies).toHaveLength(2);
  expect(issues.map(({ code }) => code)).toEqual(["duplicate-name"]);
});

test.each(rows)("$file: every issue has a place, a cure and no secret", ({ file, canaryText }) => {
  const { issues } = load(bytesOf(file), { path: file });
  for (const { path, line, column, cure, message } of issues) {
    expect(path).toBe(file);
    expect(line).toBeGreaterThan(0);
    expect(column).toBeGreaterThan(0);
    expect(cure).toBeTruthy();
    expect(message).toMatch(/^[^A-Z].*[^.]$/u);
    // One clean line, whatever the file says.
    expect(`${message}${cure}`).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    if (canaryText !== undefined) expect(JSON.stringify({ message, cure })).not.toContain(canaryText);
  }
});

test("no file runs anything or reaches the prototypes", () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  for (const { file } of rows) load(bytesOf(file), { path: file });
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  expect(Object.keys(globalThis).filter((key) => key.startsWith("__pwn"))).toEqual([]);
});

test("113-100k-files: too many files are reported, the first ones load", () => {
  const text = "---\nname: n\nevents: session_end\n---\nB";
  const files = Array.from({ length: 30 }, (_, index) => ({
    path: `${String(index).padStart(2, "0")}.md`,
    text: text.replace("n\n", `n${index}\n`),
  }));
  const { policies, issues } = loadAll(files, { maxFiles: 10 });
  expect(policies).toHaveLength(10);
  expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual(["too-many 10.md"]);
});
