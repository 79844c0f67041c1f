import { readFileSync } from "node:fs";
import { HOSTS } from "@gatehouse-hooks/hosts";
import { format } from "prettier";
import { expect, test } from "vitest";
import { eventsPage } from "../../tools/events/events-page.js";

test("the page of events and tools is the one that the hosts' tables give", async () => {
  const page = readFileSync(new URL("../../docs/events.md", import.meta.url), "utf8");
  expect(page).toBe(await format(eventsPage(HOSTS), { parser: "markdown", printWidth: 120 }));
});
