import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { packs } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { packOf, packSets } from "../../tools/packs/pack-of.js";

test("the table of packs is what packs/*.yaml hold", () => {
  const folder = new URL("../../packs/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml") && name !== "sets.yaml");
  const sets = packSets(readFileSync(new URL("sets.yaml", folder), "utf8"));
  expect(packs().map(({ name }) => `${name}.yaml`)).toEqual(files.toSorted());
  expect(packs()).toEqual(
    files
      .toSorted()
      .map((name) =>
        packOf(name.slice(0, -".yaml".length), readFileSync(new URL(name, folder), "utf8"), sets),
      ),
  );
});

test("a pack reads like a page: it has at most 100 lines", () => {
  const folder = new URL("../../packs/", import.meta.url);
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), "utf8").trimEnd();
    expect(text.split("\n").length, name).toBeLessThanOrEqual(100);
  }
});

test("rules of packs are words and sets: their conditions are short", () => {
  const folder = new URL("../../packs/", import.meta.url);
  const units = readdirSync(folder)
    .filter((name) => name !== "sets.yaml")
    .flatMap((name) => (parse(readFileSync(new URL(name, folder), "utf8")) as PackText).policies)
    .map(({ when = "" }) => when.length);
  expect(units.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(6_500);
});

interface PackText {
  readonly policies: readonly { readonly when?: string }[];
}
