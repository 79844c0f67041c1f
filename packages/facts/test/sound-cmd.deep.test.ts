import { describe, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { generateCmd } from "./oracle/cmd-programs.js";
import { expectMutantCaught, expectSound } from "./oracle/hold-programs.js";
import { predictCmd, runCmd, whyNoCmd } from "./oracle/run-cmd.js";

const CMD = { run: runCmd, predict: predictCmd };

describe.skipIf(whyNoCmd !== undefined)(
  `cmd${whyNoCmd === undefined ? "" : `: skipped, ${whyNoCmd}`}`,
  () => {
    test("sound: what the cmd of Wine reads, writes and removes is in the facts, or they say that something was not understood", async () => {
      const total = lawRuns({ deep: 250, full: 20_000 });
      await expectSound({ ...CMD, generate: generateCmd, total, batch: 250 });
    }, 3_600_000);

    test("sound: facts without what cmd removes are caught", async () => {
      await expectMutantCaught("@echo off\r\ndel a.txt", CMD);
    }, 600_000);
  },
);
