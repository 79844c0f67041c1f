import { expect, test } from "vitest";
import { derive } from "./derive.js";
import { type Figures, figureLines, measure } from "./figures.js";
import type { RowClass } from "./rows.js";

const measured = measure(derive);
const none: Figures = { rows: 0, denied: 0, asked: 0, unknown: 0, passed: 0, complete: 0, allowed: 0 };
const of = (is: RowClass): Figures => measured.figures.get(is) ?? none;

/** Classes of the project's own rows in which every row is judged as expected. */
const WHOLE = [
  "delete-spelling deny",
  "delete-spelling none",
  "wrapper deny",
  "wrapper none",
  "nested-code unknown",
  "data-not-code none",
  "git deny",
  "git none",
  "git notdeny",
  "secrets-read none",
  "exfiltration deny",
  "exfiltration notdeny",
  "remote-code notdeny",
  "device deny",
  "device notdeny",
  "system-files deny",
  "own-config deny",
  "cloud-db ask",
  "cloud-db none",
  "tools deny",
] as const;

test("the rows are all there", () => {
  expect([of("dangerous").rows, of("own files").rows, of("harmless").rows, of("looking").rows]).toEqual([
    347, 74, 167, 2283,
  ]);
});

/** What a source denies although nothing is lost that the packs mean to keep, by why. */
const NOTHING_LOST: Readonly<Record<string, readonly string[]>> = {
  "it says what the name is, and runs nothing": [
    "command -V git reset --hard",
    "command -pvV -- git reset --hard",
  ],
  "it removes nothing: a dry run": ["git clean -nf"],
  "files of the project that are made again": [
    'find . -name "*.pyc" -delete',
    "find . -name '*.tmp' -exec rm -r --force {} \\;",
  ],
  "a folder of the project, or of temporary files, as people delete them all day": [
    "rm -rf build",
    "rm -rf /tmp/test-dir build",
    "rm -rf build",
    "rm -rf build",
    "rm -rf 7 > /dev/null",
  ],
};

test("dangerous commands are denied", () => {
  const { rows, denied } = of("dangerous");
  console.log(figureLines(measured).join("\n"));
  expect(denied / rows).toBeGreaterThanOrEqual(0.95);
});

test("a dangerous command that is understood passes only where nothing is lost", () => {
  const passed = measured.misses.flatMap(({ is, command, judged }) =>
    is.startsWith("dangerous") && judged.complete && judged.effect !== "deny" && judged.effect !== "ask"
      ? [command]
      : [],
  );
  expect(passed.toSorted()).toEqual(Object.values(NOTHING_LOST).flat().toSorted());
});

/** What a source lets pass although work is lost, by why. */
const WORK_LOST: Readonly<Record<string, readonly string[]>> = {
  "it removes every file of the project": ["find . -exec rm -f {} \\;"],
  "`-f` forces, whatever is behind it": ["git push -f --force-with-lease"],
};

test("harmless commands are denied only where work is lost", () => {
  const denied = measured.misses.flatMap(({ is, command }) => (is.startsWith("harmless") ? [command] : []));
  expect(denied.toSorted()).toEqual(Object.values(WORK_LOST).flat().toSorted());
});

test("commands that only look are not denied, and are understood", () => {
  const { rows, denied, complete, allowed } = of("looking");
  expect(denied).toBeLessThanOrEqual(2);
  expect(complete / rows).toBeGreaterThanOrEqual(0.9);
  expect(allowed / rows).toBeGreaterThanOrEqual(0.8);
});

test("read-only lets no dangerous command pass", () => {
  expect(of("dangerous").allowed).toBe(0);
});

test.each(WHOLE)("every row of the class %s is judged as expected", (name) => {
  const { rows, right } = measured.own.get(name) ?? { rows: 0, right: -1 };
  expect(rows).toBeGreaterThan(0);
  expect(right).toBe(rows);
});
