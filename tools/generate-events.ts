import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { HOSTS } from "@gatehouse-hooks/hosts";
import { format } from "prettier";
import { eventNames } from "./events/event-names.js";
import { eventsPage } from "./events/events-page.js";
import { hostsPage } from "./events/hosts-page.js";

// Writes what is made of the hosts' tables; with `--check` it only says whether it is fresh.
const check = process.argv.includes("--check");
for (const [name, text] of [
  ["docs/events.md", eventsPage(HOSTS)],
  ["docs/hosts.md", hostsPage(HOSTS)],
  ["packages/core/src/events/event-names.ts", eventNames(HOSTS)],
] as const) {
  const file = path.resolve(import.meta.dirname, "..", name);
  const parser = name.endsWith(".md") ? "markdown" : "typescript";
  const page = await format(text, { parser, printWidth: parser === "markdown" ? 120 : 110 });
  const fresh = read(file) === page;
  if (!fresh && !check) writeFileSync(file, page);
  console.log(fresh ? `${name} is fresh` : `${name} was stale`);
  if (!fresh && check) process.exitCode = 1;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
