import { expect, test } from "vitest";
import { tierRows } from "../../../test/assert-law.js";
import { jsonLines } from "../../../test/json-lines.js";
import { tempDir } from "../../../test/temp-dir.js";
import { parseShell } from "../src/parse-shell.js";
import { finished, runInBox } from "./oracle/run-in-box.js";

const rows = jsonLines<{ readonly command: string }>("../../../test/vectors/commands.jsonl", import.meta.url);

/** Commands of one script: what a box does around each script takes longer than bash with one command. */
const AT_ONCE = 40;

test("the parser refuses what `bash -n` refuses, and nothing else", async () => {
  const commands = tierRows(200, rows).map(({ command }) => command);
  // Each text is an argument, and only read: `-n` runs nothing.
  const lines = commands.map((one, i) => `if bash -n -c '${one.replaceAll("'", `'\\''`)}'; then aa ${i}; fi`);
  const scripts = Array.from({ length: Math.ceil(lines.length / AT_ONCE) }, (_, i) =>
    [...lines.slice(i * AT_ONCE, (i + 1) * AT_ONCE), "aa end"].join("\n"),
  );
  const runs = finished(runInBox(scripts, { stubs: ["aa"] }, await tempDir()));
  const said = runs.map((executions) => executions.map(({ argv }) => argv[1]));
  for (const words of said) expect(words.at(-1)).toBe("end");
  const accepted = new Set(said.flat());
  const differ = commands.filter(
    (one, i) => accepted.has(String(i)) !== (parseShell(one).errors.length === 0),
  );
  expect(differ).toEqual([]);
}, 600_000);
