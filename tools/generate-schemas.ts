import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { SCHEMA_NAMES } from "@gatehouse-hooks/hosts/json-schemas";
import { schemaText } from "./schemas/schema-text.js";

// Writes packages/hosts/schemas/*.json from the schemas of the loaders; a test says whether they are fresh.
const folder = path.resolve(import.meta.dirname, "../packages/hosts/schemas");
mkdirSync(folder, { recursive: true });
for (const name of SCHEMA_NAMES) writeFileSync(path.join(folder, `${name}.json`), await schemaText(name));
