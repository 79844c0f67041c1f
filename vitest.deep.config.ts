import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { sourceConditions } from "./tools/source-conditions.js";
import {
  DEEP,
  DEEP_ALONE,
  EXAMPLES,
  type LawFiles,
  lawFiles,
  NIGHT,
  PACKAGING,
  SHIPPED,
} from "./tools/test-files.js";

const conditions = [...sourceConditions];

/** Seconds of processor time for each law, when the environment does not say. */
const SHARE = "0.1";

/** What the quick tier leaves out: the deep tier, and what is tried at night. */
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
          include: [DEEP],
          exclude: [
            ...configDefaults.exclude,
            ...DEEP_ALONE,
            ...PACKAGING,
            ...SHIPPED,
            ...EXAMPLES,
            ...NIGHT,
          ],
          // As in the quick tier: loading what a file imports takes five seconds of processor time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "alone", include: [...DEEP_ALONE, ...rowsAlone()] },
      },
      { extends: true, test: { name: "night", include: [...NIGHT] } },
      { extends: true, test: { name: "examples", include: [...EXAMPLES] } },
      { extends: true, test: { name: "packaging", include: [...PACKAGING] } },
      { extends: true, test: { name: "shipped", include: [...SHIPPED] } },
      { extends: true, test: { name: "timed", include: [...files({ shared: false, rows: false })] } },
      // A process and its modules serve many files, as in the quick tier: loading them took longer than the laws.
      ...[
        { name: "rows", rows: true },
        { name: "laws", rows: false },
      ].map(({ name, rows }) => ({
        extends: true as const,
        test: { name, include: [...files({ shared: true, rows })], exclude: [DEEP], isolate: false },
      })),
    ],
  },
});

/** What the deep project has already is not tried twice. */
function rowsAlone(): readonly string[] {
  return files({ shared: false, rows: true }).filter((file) => !file.endsWith(".deep.test.ts"));
}

function files(which: LawFiles): readonly string[] {
  return lawFiles(import.meta.dirname, which);
}
