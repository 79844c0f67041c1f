import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { readPolicyFiles } from "@gatehouse-hooks/runtime";
import { describe, expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";

/** A hostile set-up: what is made of it by whoever reads the directory, and why. */
interface Row {
  readonly file: string;
  readonly expect: string;
  readonly why: string;
}

const rows = readFileSync(new URL("../vectors/described-files.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

/** How each row's set-up is made, under its own name in a directory. */
const SETUPS: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  "100-symlink-loop.md": (file) => symlink(path.basename(file), file),
  "101-link-outside.md": (file) => symlink("/etc/hostname", file),
  "103-dangling.md": (file) => symlink("nowhere", file),
  "104-fifo.md": async (file) => execFileSync("mkfifo", [file]),
  "107-directory.md/": (file) => mkdir(file),
  "108-world-writable.md": async (file) => {
    await writeFile(file, "108");
    await chmod(file, 0o666);
  },
  "113-100k-files/": async (directory) => {
    await mkdir(directory);
    // 1,001 of the 100,000: one above the limit shows the same.
    for (let i = 0; i <= 1_000; i++) await writeFile(path.join(directory, `${i}.md`), "");
  },
  "65-huge-body.md": (file) => writeFile(file, Buffer.alloc(1_200_046, "a")),
  "85-backup.md~": (file) => writeFile(file, "85"),
  "87 name with blank;$(id).md": (file) => writeFile(file, "87"),
  "89-newline\nname.md": (file) => writeFile(file, "89"),
};

/** Rows with a test of their own below or in another file. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "111-swap-link": "swap-race.deep.test.ts",
  "114-deep-dir/": "read-policy-files.test.ts, and the register in SPEC.md",
};

test("every row is accounted for", () => {
  expect(rows).toHaveLength(13);
  for (const { file } of rows)
    expect(Object.hasOwn(SETUPS, file) !== Object.hasOwn(ELSEWHERE, file)).toBe(true);
});

describe.each(rows.filter(({ file }) => Object.hasOwn(SETUPS, file)))(
  "$file: $why",
  ({ file, expect: expected }) => {
    test("in a directory, beside a good file", async () => {
      const root = await tempDir();
      await writeFile(path.join(root, "good.md"), "good", { mode: 0o644 });
      await SETUPS[file]?.(path.join(root, file));
      // A set-up that is a directory of files is the root itself.
      const own = file === "113-100k-files/" ? path.join(root, file) : undefined;
      const { files, issues } = await readPolicyFiles(own === undefined ? [root] : [root, own]);
      expect(files.map((one) => path.basename(one.path))).toContain("good.md");
      const loaded = files.filter((one) => path.basename(one.path) !== "good.md");
      if (expected === "loads" || expected === "ignored") {
        expect([issues, loaded.length]).toEqual([[], expected === "loads" ? 1 : 0]);
        return;
      }
      const [, loads, severity, code] = /^(?:(loads)\+)?(error|warning):(.+)$/.exec(expected) ?? [];
      expect(issues).toMatchObject([{ severity, code }]);
      // eslint-disable-next-line no-control-regex
      for (const issue of issues)
        expect(`${issue.path ?? ""}${issue.message}`).not.toMatch(/[\u0000-\u001f]/);
      if (own === undefined) expect(loaded).toHaveLength(loads === undefined ? 0 : 1);
    });

    test("named by itself", async () => {
      if (file.endsWith("/") || file.endsWith("~")) return;
      const root = await tempDir();
      await SETUPS[file]?.(path.join(root, file));
      const { files, issues } = await readPolicyFiles([path.join(root, file)]);
      const code = expected.split(":")[1];
      expect(issues.map((issue) => issue.code)).toEqual(code === undefined ? [] : [code]);
      expect(files).toHaveLength(expected.startsWith("loads") ? 1 : 0);
    });
  },
);
