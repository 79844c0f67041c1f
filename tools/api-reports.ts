/**
 * The API reports: for each entry of each package a file `packages/<name>/api/<entry>.api.md` with all that it exports,
 * so that a change of what users see is seen in the review. Reads the declarations in `dist`: build first.
 *
 *     pnpm api          writes the reports, and the site's pages of them into docs/reference/api, which is not in git
 *     pnpm api --check  writes nothing, and fails when a report is not what the declarations say
 *     pnpm api --pages  writes the pages only: the build of the site does
 *
 * Each fails when a public signature has a type that its entry does not export, or a page lacks an export.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { packageEntries } from "./api/package-entries.js";
import { compileEntries, writeReport } from "./api/write-report.js";
import { entryPage } from "./reference/entry-page.js";
import { indexPage, pageName } from "./reference/index-page.js";
import { pageNameProblems } from "./reference/page-names.js";

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    pages: { type: "boolean", default: false },
  },
});
const writesReports = !values.check && !values.pages;
const root = path.resolve(import.meta.dirname, "..");
const temporary = mkdtempSync(path.join(tmpdir(), "gatehouse-api-"));
const entries = packageEntries(root);
const compiled = compileEntries(entries);
const stale: string[] = [];
const problems: string[] = [];
const reference = path.join(root, "docs/reference/api");
const pages = new Map([
  ["README.md", indexPage(entries.map((entry) => ({ ...entry, page: pageName(entry.specifier) })))],
]);
try {
  for (const [i, entry] of entries.entries()) {
    const folder = writesReports ? path.dirname(entry.report) : path.join(temporary, String(i));
    const before = existsSync(entry.report) ? readFileSync(entry.report, "utf8") : "";
    const { report: written, model } = writeReport(entry, folder, compiled);
    const page = entryPage({ ...entry, model, report: written });
    pages.set(pageName(entry.specifier), page);
    problems.push(...pageNameProblems(page, written).map((problem) => `${entry.specifier}: ${problem}`));
    const changed = written !== before;
    for (const [, name] of written.matchAll(/\(ae-forgotten-export\) The symbol "(.+?)"/g))
      problems.push(
        `${path.relative(root, entry.report)}: \`${name}\` is in a public signature: export its type`,
      );
    rmSync(path.join(folder, "temp"), { recursive: true, force: true });
    if (changed) stale.push(path.relative(root, entry.report));
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
for (const folder of new Set(entries.map(({ report }) => path.dirname(report)))) {
  for (const file of readdirSync(folder)) {
    const known = entries.some(({ report }) => report === path.join(folder, file));
    if (!known) stale.push(`${path.relative(root, path.join(folder, file))} (of no entry)`);
  }
}
if (!values.check) {
  rmSync(reference, { recursive: true, force: true });
  mkdirSync(reference, { recursive: true });
  for (const [name, text] of pages) writeFileSync(path.join(reference, name), text);
  console.log(`wrote ${pages.size} pages into docs/reference/api`);
}
if (!values.pages) {
  for (const file of stale)
    console.log(values.check ? `${file} is stale: run \`pnpm api\`` : `wrote ${file}`);
  console.log(`${entries.length} entries, ${stale.length} ${values.check ? "stale" : "changed"}`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 || (values.check && stale.length > 0) ? 1 : 0;
