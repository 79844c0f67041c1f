import { readdirSync, readFileSync } from "node:fs";
import { packs } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { packOf } from "../../tools/packs/pack-of.js";

test("the table of packs is what packs/*.yaml hold", () => {
  const folder = new URL("../../packs/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  expect(packs().map(({ name }) => `${name}.yaml`)).toEqual(files.toSorted());
  expect(packs()).toEqual(
    files
      .toSorted()
      .map((name) => packOf(name.slice(0, -".yaml".length), readFileSync(new URL(name, folder), "utf8"))),
  );
});
