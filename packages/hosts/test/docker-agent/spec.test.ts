import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CORRECTIONS, DEVIATIONS } from "./register.js";

const here = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const spec = readFileSync(here("docker-agent/SPEC.md"), "utf8");

function idsOf(from: string, to: string): readonly string[] {
  const part = spec.slice(spec.indexOf(from), to === "" ? undefined : spec.indexOf(to));
  return [...part.matchAll(/^\| `([a-z0-9-]+)`/gm)].map((match) => match[1] ?? "");
}

test("the register of SPEC.md is the register of the tests", () => {
  expect(idsOf("## Register of deviations", "Further, not in").toSorted()).toEqual(
    DEVIATIONS.map(({ id }) => id).toSorted(),
  );
});

test("every correction that the vectors show stands in SPEC.md", () => {
  const ids = idsOf("## Generations", "## Files");
  expect(CORRECTIONS.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
});

test("SPEC.md lists every code that the sources give, and no other", () => {
  const src = here("src/docker-agent/");
  const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(new URL(file, src), "utf8"))
    .join("\n");
  const given = new Set([...sources.matchAll(/code: [^\n]*?"([a-z-]+)"/g)].map((match) => match[1] ?? ""));
  given.add("missing-key");
  given.add("invalid-value");
  expect([...given].toSorted()).toEqual([...new Set(idsOf("### Bad files", "## Hooks"))].toSorted());
});
