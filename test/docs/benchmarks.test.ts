import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { resultText } from "../../bench/frame/result-text.js";
import { readBenchFiles } from "../../tools/benchmarks/bench-file.js";
import { benchmarksPage, pictureSource, readThemes } from "../../tools/benchmarks/benchmarks-page.js";
import { ratioText, valueText } from "../../tools/benchmarks/figures.js";
import { BLOCKED_CALL } from "../../tools/terminal/blocked-call.js";

const root = path.resolve(import.meta.dirname, "../..");
const pictures = path.join(root, "docs/pictures");
/** Of benchmarks. The others are of pages and of a terminal: `pnpm replay-page --pictures` and `pnpm terminal` make them. */
const drawn = readdirSync(pictures).filter(
  (name) => name.endsWith(".svg") && name !== path.basename(BLOCKED_CALL),
);
const files = readBenchFiles(root);
const themes = readThemes(files);

test("the page of benchmarks says what the result files say (`pnpm benchmarks` writes it)", async () => {
  const written = readFileSync(path.join(root, "docs/benchmarks.md"), "utf8");
  expect(written).toBe(await benchmarksPage(files));
});

test("every picture was drawn from the result file that is there (`pnpm benchmarks` draws them)", () => {
  const sources = new Map(
    themes.flatMap(({ file, pictures: some }) =>
      some.map((picture) => [`${picture.name}.svg`, pictureSource(file, picture)] as const),
    ),
  );
  expect(drawn.toSorted()).toEqual([...sources.keys()].toSorted());
  const stale = [...sources].filter(
    ([name, source]) => !readFileSync(path.join(pictures, name), "utf8").includes(`>${source}<`),
  );
  expect(stale.map(([name]) => name)).toEqual([]);
});

test("a result file has a line for each row, as a bench writes it", () => {
  for (const { name, result } of files)
    expect(
      readFileSync(path.join(root, `bench/results/${name}.json`), "utf8") === resultText(result),
      name,
    ).toBe(true);
});

test("a picture says its size, its result in words, and has a ground for light and for dark", () => {
  for (const name of drawn) {
    const svg = readFileSync(path.join(pictures, name), "utf8");
    expect(svg, name).toMatch(/<svg[^>]* width="\d+" height="\d+"/);
    expect(svg, name).toMatch(/<desc>[^<]{20,}<\/desc>/);
    expect(svg, name).toContain("@media (prefers-color-scheme: dark)");
    expect(svg, name).not.toMatch(/https?:(?!\/\/www\.w3\.org\/)/);
  }
});

test("what a figure was measured without is said: a file older than a change of the frame", async () => {
  const [file] = files.filter(({ name }) => name === "embed");
  if (file === undefined) throw new Error("expected bench/results/embed.json");
  const older = { ...file, result: { ...file.result, date: "2026-11-22T00:00:00.000Z" } };
  expect(await benchmarksPage([file])).not.toContain("before the frame was changed");
  expect(await benchmarksPage([older])).toContain("before the frame was changed");
});

test.each([
  [5.6599, "ns", "5.66×", "5.66 ns"],
  [0.0263, "ns", "0.026×", "0.026 ns"],
  [1_724, "ns", "1,720×", "1.72 µs"],
  [999.9, "ms", "1,000×", "1,000 ms"],
  [0, "ns", "0×", "0 ns"],
])("%d %s is said shortly", (value, unit, ratio, time) => {
  expect(ratioText(value)).toBe(ratio);
  expect(valueText(value, unit)).toBe(time);
});
