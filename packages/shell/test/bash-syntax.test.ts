import { expect, test } from "vitest";
import { tierRows } from "../../../test/assert-law.js";
import { jsonLines } from "../../../test/json-lines.js";
import { tempDir } from "../../../test/temp-dir.js";
import { parseShell } from "../src/parse-shell.js";
import { runInBox } from "./oracle/run-in-box.js";

const rows = jsonLines<{ readonly command: string }>("../../../test/vectors/commands.jsonl", import.meta.url);

test("the parser refuses what `bash -n` refuses, and nothing else", async () => {
  const commands = tierRows(600, rows).map(({ command }) => command);
  // Each text is an argument, and only read: `-n` runs nothing.
  const scripts = commands.map((one) => `if bash -n -c '${one.replaceAll("'", `'\\''`)}'; then aa; fi`);
  const runs = runInBox(scripts, { stubs: ["aa"] }, await tempDir());
  const differ = commands.filter((one, i) => {
    const accepted = (runs[i] ?? []).length > 0;
    return accepted !== (parseShell(one).errors.length === 0);
  });
  expect(differ).toEqual([]);
}, 600_000);
