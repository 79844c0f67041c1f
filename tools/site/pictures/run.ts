/**
 * Writes docs/benchmarks.md and its pictures from bench/results.
 *
 *     pnpm benchmarks
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readBenchFiles } from "../../benchmarks/bench-file.js";
import { benchmarksPage, pictureSource, readThemes } from "../../benchmarks/benchmarks-page.js";
import { installSite } from "../installed.js";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = path.join(root, "docs/pictures");
const page = path.join(root, "docs/benchmarks.md");
installSite();
const { drawPicture } = await import("./draw-picture.js");
const files = readBenchFiles(root);
mkdirSync(folder, { recursive: true });
// Only those that the page shows: the folder has pictures of other pages, too.
for (const [, name = ""] of readFileSync(page, "utf8").matchAll(/\(pictures\/([\w-]+\.svg)\)/g))
  rmSync(path.join(folder, name), { force: true });
let count = 0;
for (const { file, pictures } of readThemes(files))
  for (const picture of pictures) {
    const svg = drawPicture(picture, pictureSource(file, picture));
    writeFileSync(path.join(folder, `${picture.name}.svg`), svg);
    count++;
  }
writeFileSync(page, await benchmarksPage(files));
process.stdout.write(`docs/benchmarks.md and ${count} pictures from ${files.length} result files\n`);
