import { deflateRawSync } from "node:zlib";

import { expect, test } from "vitest";

import { exampleTrial } from "../src/model/examples.table.js";
import { readShareLink, writeShareLink } from "../src/model/share-link.js";

const TRIAL = exampleTrial(0, "codex");

function linkOf(value: unknown): string {
  return `#1.${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;
}

test("a trial comes back from its link as it was", async () => {
  const trial = { ...TRIAL, policies: "# é 🚀\n", supposed: { "project/a": "deny" as const } };
  const link = (await writeShareLink(trial)) ?? "";
  expect(link).toMatch(/^#1\.[\w-]+$/);
  expect(await readShareLink(link)).toEqual({ kind: "trial", trial });
});

test("no fragment is no trial", async () => {
  expect(await readShareLink("")).toEqual({ kind: "none" });
});

test("a link that was changed, cut or is of something else is refused whole", async () => {
  const link = (await writeShareLink(TRIAL)) ?? "";
  const { agent: _, ...less } = TRIAL;
  const bad = [
    link.slice(0, -8),
    `${link}*`,
    link.replace("#1.", "#2."),
    "#policies",
    "#1.",
    linkOf(null),
    linkOf([]),
    linkOf(less),
    linkOf({ ...TRIAL, event: {} }),
    linkOf({ ...TRIAL, supposed: { a: "allow" } }),
    linkOf({ ...TRIAL, interactive: "yes" }),
    `#1.${"A".repeat(70_000)}`,
  ];
  for (const one of bad)
    expect([one.slice(0, 40), (await readShareLink(one)).kind]).toEqual([one.slice(0, 40), "bad"]);
});

test("a small link that unpacks to much is refused", async () => {
  const bomb = linkOf({ ...TRIAL, policies: " ".repeat(20_000_000) });
  expect(bomb.length).toBeLessThan(65_536);
  expect(await readShareLink(bomb)).toEqual({ kind: "bad", why: "it unpacks to too much" });
});

test("a trial that does not fit gets no link", async () => {
  const noise = Array.from({ length: 60_000 }, (_, at) => ((at * 2_654_435_761) >>> 7).toString(36)).join("");
  expect(await writeShareLink({ ...TRIAL, policies: noise })).toBeNull();
});
