import { writeFileSync } from "node:fs";
import path from "node:path";
import { approvalPageFiles } from "./build/approval-page.js";

// Writes the files of the page for approvals as data of packages/server: a server may run where it can read no files. A test says
// when it is stale.
const file = path.resolve(import.meta.dirname, "../packages/server/src/approvals/page-files.json");
writeFileSync(file, `${JSON.stringify(await approvalPageFiles(), null, 2)}\n`);
