import { showField } from "@gatehouse-hooks/shell";
import { expect, test } from "vitest";
import { type ReadLanguage, readLanguage } from "../src/index.js";

const START = { words: [], input: [""] };

/** What a program does to files, one line each. */
function read(lang: ReadLanguage, text: string): readonly string[] | null {
  const reading = readLanguage(lang, text, START);
  if (reading === null) return null;
  const said = reading.effects.map((one) =>
    "paths" in one ? `${one.does} ${one.paths.map(showField).join("|")}${one.maybe ? "?" : ""}` : one.does,
  );
  return reading.complete ? said : [...said, "and more"];
}

test.each<[lang: ReadLanguage, text: string, says: readonly string[] | null]>([
  ["python", "import os\nos.remove('a')", ["deletes a"]],
  [
    "python",
    "import os\nif len('ab') > 1: os.remove('a')\nelse: os.remove('b')",
    ["deletes a?", "deletes b?"],
  ],
  ["python", "import unheard\nunheard.of()", ["unknown", "unknown", "and more"]],
  [
    "python",
    "import os\np = os.path.abspath('a')\nos.chdir('d')\nos.remove(p)",
    ["unknown", "directory", "deletes \uFFFD/a", "and more"],
  ],
  // What a comprehension goes through has a name of its own; what is assigned in it has not.
  ["python", "import os\nv = 'a'\n[v for v in ['b']]\nos.remove(v)", ["deletes a"]],
  ["python", "import os\n[w := v for v in ['b']]\nos.remove(w)", ["deletes b"]],
  ["node", "const { rmSync: go } = require('fs'); go('a')", ["deletes a"]],
  ["node", "import('unheard').then((one) => one.of())", ["unknown", "unknown", "and more"]],
  // What was begun goes on in the other folder, and with the other name.
  [
    "node",
    "const fs = require('fs')\nfs.createWriteStream('a')\nprocess.chdir('d')",
    ["writes a", "unknown", "directory", "and more"],
  ],
  [
    "node",
    "const fs = require('fs')\nfs.createReadStream('a')\nfs.symlinkSync('b', 'a')",
    ["reads a", "writes a", "unknown", "links", "and more"],
  ],
  ["node", "fs.unlinkSync(new URL('file:///a').pathname)", ["deletes \uFFFD"]],
])("%s: %s", (lang, text, says) => {
  expect(read(lang, text)).toEqual(says);
});

test.each<[lang: ReadLanguage, text: string]>([
  ["python", "def ("],
  ["python", `x = ${"[".repeat(40)}${"]".repeat(40)}`],
  ["python", `x = 1${" ".repeat(9_000)}`],
  ["node", "function ("],
  ["node", `x = 1${" ".repeat(9_000)}`],
])("what is no program of %s, or goes beyond a bound, is null: %.20s", (lang, text) => {
  expect(read(lang, text)).toBeNull();
});
