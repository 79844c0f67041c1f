import fc from "fast-check";
import { expect, test } from "vitest";
import { type ImportedFile, importRules } from "../../packages/hosts/src/importers/import-rules.js";
import { assertLaw } from "../assert-law.js";
import { importedSet } from "./imported-set.js";
import { provenRules } from "./proven-rules.js";

function read(rules: readonly unknown[]): ImportedFile {
  const [file] = importRules([
    { path: ".safety-net.json", text: JSON.stringify({ version: 1, rules }, null, 2) },
  ]);
  if (file?.importer?.name !== "cc-safety-net") throw new Error("not recognised");
  return provenRules(file);
}
const ADD = {
  name: "add",
  command: "git",
  subcommand: "add",
  block_args: ["-A", "--all", "."],
  reason: "name the files",
};

test.each([
  ["git add -A", "deny"],
  ["git -C sub add .", "deny"],
  ["ls && sudo /usr/bin/git add --all", "deny"],
  ["git add -Av", "deny"],
  ["git add a.txt", "abstain"],
  ["git commit -A", "abstain"],
  ["echo git add -A", "abstain"],
])("%s: %s", (command, effect) => {
  expect(importedSet(read([ADD])).effectOfShell(command)).toBe(effect);
});

test("a rule that cc-safety-net refuses is told", () => {
  const rules = read([ADD, { ...ADD, block_args: [] }, { command: "x" }, 5, { ...ADD, subcommand: 1 }]);
  expect([rules.policies.length, rules.notKept.length]).toEqual([1, 4]);
});

test("law: any of the arguments blocks", () => {
  const word = fc.constantFrom("-g", "--global", "x", ".", "-v");
  assertLaw(
    fc.property(
      fc.uniqueArray(word, { minLength: 1 }),
      fc.uniqueArray(word),
      fc.boolean(),
      (blocked, args, isSub) => {
        const rules = read([{ ...ADD, command: "frob", subcommand: "do", block_args: blocked }]);
        const isDenied = isSub && args.some((arg) => blocked.includes(arg));
        const { effectOfShell } = importedSet(rules);
        expect(effectOfShell(["frob", isSub ? "do" : "be", ...args].join(" "))).toBe(
          isDenied ? "deny" : "abstain",
        );
      },
    ),
    { quick: 20, deep: 200, full: 1_000 },
  );
});
