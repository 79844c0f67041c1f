import { test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { expectMutantCaught, expectSound } from "./oracle/hold-programs.js";
import { generatePython } from "./oracle/python-programs.js";

test("sound: what real Python reads, writes and removes is in the facts, or they say that something was not understood", async () => {
  await expectSound({ generate: generatePython, total: lawRuns({ deep: 50, full: 20_000 }), batch: 50 });
}, 3_600_000);

test("sound: facts without what Python removes are caught", async () => {
  await expectMutantCaught("python3 - <<'END'\nimport os\nos.remove('a')\nEND");
}, 600_000);
