/**
 * Builds the site into tools/site/dist, follows every link of its pages, and looks at it in Chromium.
 *
 *     pnpm site                builds and checks
 *     pnpm site --write        and writes what was found into tools/site/RESULTS.md
 *     pnpm site --built        checks what was built before
 *     pnpm site --only WORD    looks at the pages whose path has the word; can be given again
 *     pnpm site --dev          serves the pages while they are written
 *
 * Exit code 1 when a link leads to nothing, a page does not look as it has to, or the table of pages and the documents do not agree.
 * Screenshots are in tools/site/dist-pictures.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { readAddresses, siteBase } from "./addresses.js";
import { installSite } from "./installed.js";
import { pagesLookedAt } from "./pages-looked-at.js";
import { pageProblems, sitePages } from "./site-pages.js";

const folder = import.meta.dirname;
const root = path.resolve(folder, "../..");
const dist = path.join(folder, "dist");
const playground = path.join(root, "packages/playground");
const hasPlayground = existsSync(path.join(playground, "build.ts"));

function run(program: string, args: readonly string[], cwd: string): void {
  const env = { ...process.env, NODE_OPTIONS: "--max-old-space-size=4096" };
  execFileSync(program, args, { cwd, env, stdio: "inherit" });
}

/** Builds the playground, if the repository has one, and puts its page beside the others. */
function addPlayground(): void {
  if (!hasPlayground) return;
  run(path.join(root, "node_modules/.bin/tsx"), ["build.ts"], playground);
  cpSync(path.join(playground, "dist/index.html"), path.join(dist, "playground/index.html"));
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

const { values } = parseArgs({
  options: {
    dev: { type: "boolean", default: false },
    built: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
  },
});
if (!values.built) {
  // The pages of the API are made of the declarations, and are not in the repository.
  run(path.join(root, "node_modules/.bin/tsc"), ["-b"], root);
  run(path.join(root, "node_modules/.bin/tsx"), ["tools/api-reports.ts", "--pages"], root);
}
const problems = pageProblems(root);
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exit(1);
}
installSite();
const vitepress = path.join(folder, "node_modules/.bin/vitepress");
if (values.dev) run(vitepress, ["dev"], folder);
else {
  if (!values.built) {
    run(path.join(root, "node_modules/.bin/tsc"), ["-p", folder], root);
    run(vitepress, ["build"], folder);
    addPlayground();
  }
  await check();
}

async function check(): Promise<void> {
  // What these import is installed by now.
  const { brokenLinksOf } = await import("./check/broken-links.js");
  const { lookAtSite } = await import("./check/look-at-site.js");
  const { problemsOf, resultsPage } = await import("./check/results-page.js");
  const base = siteBase(readAddresses());
  const links = brokenLinksOf(dist);
  tell(`${links.pages} pages, ${links.links} links, ${links.broken.length} broken`);
  const files = pagesLookedAt(sitePages(root), (source) => statSync(path.join(root, source)).size).filter(
    (file) => values.only.length === 0 || values.only.some((word) => file.includes(word)),
  );
  const shots = path.join(folder, "dist-pictures");
  const results = await lookAtSite({ dist, base, links, files, hasPlayground, shots }, tell);
  const found = problemsOf(results);
  tell(`${results.looks.length} looks, ${found.length} problems`);
  if (values.write) {
    const page = resultsPage(results, new Date().toISOString().slice(0, 10));
    writeFileSync(
      path.join(folder, "RESULTS.md"),
      await format(page, { parser: "markdown", printWidth: 110 }),
    );
  }
  if (found.length === 0) return;
  process.stderr.write(`${found.join("\n")}\n`);
  process.exitCode = 1;
}
