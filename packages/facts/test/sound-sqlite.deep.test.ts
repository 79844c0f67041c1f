import { test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { expectMutantCaught, expectSound } from "./oracle/hold-programs.js";
import { generateSqlite, runSqlite } from "./oracle/sqlite-commands.js";

test("sound: what the client of SQLite reads, writes and removes is in the facts, or they say that something was not understood", async () => {
  const total = lawRuns({ deep: 100, full: 20_000 });
  await expectSound({ generate: generateSqlite, total, batch: 50, run: runSqlite });
}, 3_600_000);

test("sound: facts without what a line of the shell removes are caught", async () => {
  await expectMutantCaught("sqlite3 app.db 'select 1'; rm a");
}, 600_000);
