import { test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { expectMutantCaught, expectSound } from "./oracle/hold-programs.js";
import { generateJavaScript } from "./oracle/javascript-programs.js";

test("sound: what real Node reads, writes and removes is in the facts, or they say that something was not understood", async () => {
  await expectSound({ generate: generateJavaScript, total: lawRuns({ deep: 50, full: 20_000 }), batch: 50 });
}, 3_600_000);

test("sound: facts without what Node removes are caught", async () => {
  await expectMutantCaught("node - <<'END'\nrequire('fs').unlinkSync('a')\nEND");
}, 600_000);
