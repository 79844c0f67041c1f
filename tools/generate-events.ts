import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { HOSTS } from "@gatehouse-hooks/hosts";
import { format } from "prettier";
import { eventsPage } from "./events/events-page.js";
import { hostsPage } from "./events/hosts-page.js";

// Writes docs/events.md and docs/hosts.md from the hosts' tables; with `--check` it only says whether the pages are fresh.
const check = process.argv.includes("--check");
for (const [name, text] of [
  ["events.md", eventsPage(HOSTS)],
  ["hosts.md", hostsPage(HOSTS)],
] as const) {
  const file = path.resolve(import.meta.dirname, "../docs", name);
  const page = await format(text, { parser: "markdown", printWidth: 120 });
  const fresh = read(file) === page;
  if (!fresh && !check) writeFileSync(file, page);
  console.log(fresh ? `docs/${name} is fresh` : `docs/${name} was stale`);
  if (!fresh && check) process.exitCode = 1;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
