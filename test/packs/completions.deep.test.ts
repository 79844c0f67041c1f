// What a collection of completions for terminals knows: which of its programs have no row, and what it calls dangerous.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { derive } from "./derive.js";
import { judgeByPacks } from "./judged.js";
import { eventOf } from "./rows.js";

interface Completions {
  /** Names with blanks between. */
  readonly programs: string;
  readonly dangerous: readonly string[];
}

const { programs, dangerous } = JSON.parse(
  readFileSync(new URL("../vectors/completions.json", import.meta.url), "utf8"),
) as Completions;
const judge = judgeByPacks(derive, false);

/** Calls that are understood, and that no pack stops, by why that is right. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  "it shows documentation": ["ansible-doc x"],
  "without a command behind it nothing runs": ["direnv exec x"],
  "it reads, and only that is confirmed": ["stripe get --confirm x"],
  "it says which folders may set variables; what they set is seen where a shell runs": [
    "direnv allow",
    "direnv deny",
    "direnv prune",
    "direnv reload",
  ],
  "it can be taken back, and nothing is lost": ["gh repo archive", "pulumi config refresh --force"],
  "a copy that borrows objects from its source": ["git clone --shared x"],
  "a rebase of what the remote does not have, as people pull": ["git pull -r"],
  "it changes a cloud, as others of its kind do that are not asked about": [
    "pulumi stack import --force",
    "pulumi state unprotect --yes x",
    "stripe post --confirm x",
  ],
  "a delete in the project, of which the packs ask nothing": ["rm -P x", "rm -R x", "rm -f x", "rmdir -p x"],
};

test("most programs of the collection have a row", () => {
  const missing = programs
    .split(" ")
    .filter((name) =>
      (derive.facts(eventOf(name)) as { unknown: readonly { code: string }[] }).unknown.some(
        ({ code }) => code === "unknown-program",
      ),
    );
  expect(programs.split(" ").length).toBeGreaterThan(700);
  expect(missing.length, missing.join(" ")).toBeLessThanOrEqual(60);
});

test("what the collection calls dangerous is stopped, or is not understood, or there is a reason", () => {
  const silent = dangerous.filter((command) => {
    const { effect, complete } = judge(command);
    return effect !== "deny" && effect !== "ask" && complete;
  });
  expect(dangerous.length).toBeGreaterThan(350);
  expect(silent.toSorted()).toEqual(Object.values(HARMLESS).flat().toSorted());
});
