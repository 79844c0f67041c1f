import { writeSync } from "node:fs";
import process from "node:process";
import { createAuditTrail } from "@gatehouse-hooks/audit";
import { entry } from "./trails.js";

// Writes records until it is killed, and says each one that has been acknowledged.
const [directory = "", run = ""] = process.argv.slice(2);
const trail = createAuditTrail({ directory, maxBytes: 5_000, maxFiles: 10_000, redact: (text) => text });
for (let n = 0; ; n++) {
  if (!(await trail.record(entry(`${run}.${n}`)))) process.exit(1);
  writeSync(1, `${n}\n`);
}
