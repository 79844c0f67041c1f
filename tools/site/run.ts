/**
 * Builds the site into tools/site/dist, and checks every link of its pages.
 *
 *     pnpm site          builds and checks
 *     pnpm site --dev    serves the pages while they are written
 *
 * Exit code 1 when a link leads to nothing, or the table of pages and the documents do not agree.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { installSite } from "./installed.js";
import { pageProblems } from "./site-pages.js";

const folder = import.meta.dirname;
const root = path.resolve(folder, "../..");
const dist = path.join(folder, "dist");

function run(program: string, args: readonly string[], cwd: string): void {
  const env = { ...process.env, NODE_OPTIONS: "--max-old-space-size=4096" };
  execFileSync(program, args, { cwd, env, stdio: "inherit" });
}

/** Builds the playground, if the repository has one, and puts it beside the pages. */
function addPlayground(): void {
  const playground = path.join(root, "packages/playground");
  if (!existsSync(path.join(playground, "package.json"))) return;
  run("npx", ["vite", "build"], playground);
  cpSync(path.join(playground, "dist"), path.join(dist, "playground"), { recursive: true });
}

const { values } = parseArgs({ options: { dev: { type: "boolean", default: false } } });
const problems = pageProblems(root);
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exit(1);
}
installSite();
const vitepress = path.join(folder, "node_modules/.bin/vitepress");
if (values.dev) run(vitepress, ["dev"], folder);
else {
  run(vitepress, ["build"], folder);
  addPlayground();
  const { brokenLinksOf } = await import("./check/broken-links.js");
  const { pages, links, broken } = brokenLinksOf(dist);
  process.stdout.write(`${pages} pages, ${links} links, ${broken.length} broken\n`);
  if (broken.length > 0) {
    process.stderr.write(`${broken.join("\n")}\n`);
    process.exitCode = 1;
  }
}
