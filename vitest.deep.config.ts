import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { sourceConditions } from "./tools/source-conditions.js";
import { DEEP, lawFiles, PACKAGING } from "./tools/test-files.js";

const conditions = [...sourceConditions];

/** Seconds of processor time for each law, when the environment does not say. */
const SHARE = "0.25";

/** The deep tier: what the quick one leaves out, and every law again for a share of processor time. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    env: { GATEHOUSE_LAW_SECONDS: process.env["GATEHOUSE_LAW_SECONDS"] ?? SHARE },
    execArgv: ["--disallow-code-generation-from-strings"],
    // As in the quick tier: many of them wait for processes.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: "deep",
          include: [DEEP, ...lawFiles(import.meta.dirname, false)],
          exclude: [...configDefaults.exclude, ...PACKAGING],
        },
      },
      { extends: true, test: { name: "packaging", include: [...PACKAGING] } },
      // A process and its modules serve many files, as in the quick tier: loading them took longer than the laws.
      {
        extends: true,
        test: {
          name: "laws",
          include: [...lawFiles(import.meta.dirname, true)],
          exclude: [DEEP],
          isolate: false,
        },
      },
    ],
  },
});
