/** `pnpm documents`: writes docs/documents.md, which sentence of the documents each test holds, from test/documents. */
import { writeFileSync } from "node:fs";
import path from "node:path";

import { documentsPage } from "./documents/documents-page.js";

const root = path.resolve(import.meta.dirname, "..");
writeFileSync(path.join(root, "docs/documents.md"), documentsPage(root));
