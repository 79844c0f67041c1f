import { writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { approvalPageFiles } from "./build/approval-page.js";

// Writes the files of the page for approvals as a table of packages/server: a server may run where it can read no files. A test says
// when it is stale.
const file = path.resolve(import.meta.dirname, "../packages/server/src/approvals/page-files.table.ts");
const lines = Object.entries(await approvalPageFiles()).map(
  ([name, text]) => `${name}: ${JSON.stringify(text.split("\n"))}.join("\\n"),`,
);
const text = `/** The page on which people answer. Written by \`pnpm approval-page\` from the files of \`page\`. */
export const PAGE_FILES: Readonly<Record<"html" | "style" | "script", string>> = {${lines.join("\n")}};
`;
writeFileSync(file, await format(text, { parser: "typescript", printWidth: 110 }));
