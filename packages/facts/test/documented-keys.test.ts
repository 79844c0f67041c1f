// What rows may say and what facts have is in the documents, key by key.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { ActionFact, NetworkFact, PathFact } from "@gatehouse-hooks/facts";
import { EFFECT_KEYS } from "../src/programs/effect-keys.table.js";

const root = path.resolve(import.meta.dirname, "../../..");
const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** The compiler holds these to be whole. */
const PATH: Readonly<Record<keyof PathFact, true>> = {
  path: true,
  home: true,
  local: true,
  tree: true,
  op: true,
  list: true,
  append: true,
  place: true,
  certainty: true,
  linksChecked: true,
  homeGuessed: true,
  folds: true,
  wild: true,
  by: true,
  span: true,
};
const ACTION: Readonly<Record<Exclude<keyof ActionFact, "target">, true>> = {
  kind: true,
  remote: true,
  branch: true,
  place: true,
  certainty: true,
  by: true,
  span: true,
};
const SENT: Readonly<Record<Extract<NetworkFact["sends"][number], string>, true>> = {
  environment: true,
  variable: true,
  data: true,
  unknown: true,
};

function missing(keys: readonly string[], text: string): readonly string[] {
  return keys.filter((key) => !text.includes(`\`${key}\``) && !text.includes(`\`${key}: `));
}

test("the SPEC names every key of an effect", () => {
  const table = textOf("packages/facts/SPEC.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .join("\n");
  expect(missing([...EFFECT_KEYS, "operands", "action", "tree"], table)).toEqual([]);
});

test("the page of facts names every field of paths and actions, and all that is sent", () => {
  const keys = [PATH, ACTION, SENT].flatMap((one) => Object.keys(one));
  expect(missing(keys, textOf("docs/facts.md"))).toEqual([]);
});
