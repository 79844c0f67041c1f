/**
 * Writes docs/benchmarks.md and its pictures from bench/results.
 *
 *     pnpm benchmarks
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readBenchFiles } from "../../benchmarks/bench-file.js";
import { benchmarksPage, pictureSource, readThemes } from "../../benchmarks/benchmarks-page.js";
import { installSite } from "../installed.js";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = path.join(root, "docs/pictures");
installSite();
const { drawPicture } = await import("./draw-picture.js");
const files = readBenchFiles(root);
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (name.endsWith(".svg")) rmSync(path.join(folder, name));
let count = 0;
for (const { file, pictures } of readThemes(files))
  for (const picture of pictures) {
    const svg = drawPicture(picture, pictureSource(file, picture));
    writeFileSync(path.join(folder, `${picture.name}.svg`), svg);
    count++;
  }
writeFileSync(path.join(root, "docs/benchmarks.md"), await benchmarksPage(files));
process.stdout.write(`docs/benchmarks.md and ${count} pictures from ${files.length} result files\n`);
