/**
 * The API reports: for each entry of each package a file `packages/<name>/api/<entry>.api.md` with all that it exports,
 * so that a change of what users see is seen in the review. Reads the declarations in `dist`: build first.
 *
 *     pnpm api          writes the reports, and the pages of the reference, docs/reference/api
 *     pnpm api --check  fails when one is not what the declarations say
 *
 * Both fail when a public signature has a type that its entry does not export.
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

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const root = path.resolve(import.meta.dirname, "..");
const temporary = mkdtempSync(path.join(tmpdir(), "gatehouse-api-"));
const entries = packageEntries(root);
const compiled = compileEntries(entries);
const stale: string[] = [];
const unnamed: string[] = [];
const reference = path.join(root, "docs/reference/api");
const pages = new Map([
  ["README.md", indexPage(entries.map((entry) => ({ ...entry, page: pageName(entry.specifier) })))],
]);
try {
  for (const [i, entry] of entries.entries()) {
    const folder = values.check ? path.join(temporary, String(i)) : path.dirname(entry.report);
    const before = existsSync(entry.report) ? readFileSync(entry.report, "utf8") : "";
    const { report: written, model } = writeReport(entry, folder, compiled);
    pages.set(pageName(entry.specifier), entryPage({ ...entry, model, report: written }));
    const changed = written !== before;
    for (const [, name] of written.matchAll(/\(ae-forgotten-export\) The symbol "(.+?)"/g))
      unnamed.push(
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
mkdirSync(reference, { recursive: true });
for (const [name, text] of pages) {
  const file = path.join(reference, name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  if (!values.check) writeFileSync(file, text);
  stale.push(path.relative(root, file));
}
for (const name of readdirSync(reference))
  if (!pages.has(name)) stale.push(`docs/reference/api/${name} (of no entry)`);
for (const file of stale) console.log(values.check ? `${file} is stale: run \`pnpm api\`` : `wrote ${file}`);
console.log(`${entries.length} entries, ${stale.length} ${values.check ? "stale" : "changed"}`);
for (const problem of unnamed) console.error(problem);
process.exitCode = unnamed.length > 0 || (values.check && stale.length > 0) ? 1 : 0;
