import { readFileSync } from "node:fs";
import { HOSTS } from "@gatehouse-hooks/hosts";
import { format } from "prettier";
import { expect, test } from "vitest";
import { eventNames } from "../../tools/events/event-names.js";
import { eventsPage } from "../../tools/events/events-page.js";
import { hostsPage } from "../../tools/events/hosts-page.js";

test("the page of events and tools is the one that the hosts' tables give", async () => {
  const page = readFileSync(new URL("../../docs/events.md", import.meta.url), "utf8");
  expect(page).toBe(await format(eventsPage(HOSTS), { parser: "markdown", printWidth: 120 }));
});

test("the page of what agents can express is the one that the hosts' capabilities give", async () => {
  const page = readFileSync(new URL("../../docs/hosts.md", import.meta.url), "utf8");
  expect(page).toBe(await format(hostsPage(HOSTS), { parser: "markdown", printWidth: 120 }));
});

test("the type of the agents' event names is the one that their tables give", async () => {
  const file = new URL("../../packages/core/src/events/event-names.ts", import.meta.url);
  expect(readFileSync(file, "utf8")).toBe(
    await format(eventNames(HOSTS), { parser: "typescript", printWidth: 110 }),
  );
});
