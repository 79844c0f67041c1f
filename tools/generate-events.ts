import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { HOSTS } from "@gatehouse-hooks/hosts";
import { format } from "prettier";
import { eventsPage } from "./events/events-page.js";

// Writes docs/events.md from the hosts' tables; with `--check` it only says whether the page is fresh.
const file = path.resolve(import.meta.dirname, "../docs/events.md");
const page = await format(eventsPage(HOSTS), { parser: "markdown", printWidth: 120 });
const fresh = read() === page;
if (!fresh && !process.argv.includes("--check")) writeFileSync(file, page);
console.log(fresh ? "docs/events.md is fresh" : "docs/events.md was stale");
process.exitCode = !fresh && process.argv.includes("--check") ? 1 : 0;

function read(): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
