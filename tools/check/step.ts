/** One step of `pnpm check`. */
export interface Step {
  readonly name: string;
  /** `npm test` is the quick tier; `.ci/run` has the deep one, too. The long one is for the night. */
  readonly tier: Tier;
  /** The commands, one after the other, as arguments of a program in `node_modules/.bin`. */
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  /** Steps that have to be done before. */
  readonly after?: readonly string[];
  /** Finds what is worth repeating beside the step's name, e.g. the number of tests. */
  readonly note?: RegExp;
}

export type Tier = "quick" | "deep" | "long";

/**
 * How long a tier may take on two cores, in seconds: the quick one from an empty clone (90 when installed and built),
 * the others on top of it. Every change keeps them: what is longer, or downloads more than 20 MB, or needs another Node, gets
 * a command and an install folder of its own.
 */
export const BUDGETS: Readonly<Record<Tier, number>> = { quick: 300, deep: 600, long: 900 };

const vitestCounts = /^ +Tests +(.+)$/m;

/** A seed of its own each time, which it prints: `pnpm fuzz` goes on for as long as you like. */
const fuzz = (seconds: number): Step["commands"] => [
  ["tsx", "--conditions=@gatehouse-hooks/source", "test/fuzz/run.ts", "--seconds", String(seconds)],
];
const seed = /^(seed \d+)$/m;

/** What `pnpm check`, `pnpm check:deep` and `pnpm check:long` do; of those that may start, the first does. */
export const steps: readonly Step[] = [
  {
    name: "format",
    tier: "quick",
    commands: [["oxfmt", "--check", "."]],
  },
  { name: "build", tier: "quick", commands: [["tsx", "tools/build.ts"]] },
  // The longest, which the others then run beside.
  {
    name: "tests",
    tier: "quick",
    commands: [["vitest", "run", "--project", "shared", "--project", "alone"]],
    after: ["build"],
    note: vitestCounts,
  },
  { name: "types", tier: "quick", commands: [["tsc", "-b"]], after: ["build"] },
  { name: "lint", tier: "quick", commands: [["oxlint", "--type-aware", "--deny-warnings"]] },
  { name: "lockfile", tier: "quick", commands: [["tsx", "tools/check-lockfile.ts"]] },
  { name: "imports", tier: "quick", commands: [["tsx", "tools/check-imports.ts"]] },
  { name: "rules", tier: "deep", commands: [["tsx", "tools/check-rules.ts"]] },
  { name: "api", tier: "quick", commands: [["tsx", "tools/api-reports.ts", "--check"]], after: ["build"] },
  {
    name: "docs",
    tier: "quick",
    commands: [["vitest", "run", "--project", "docs"]],
    after: ["build"],
    note: vitestCounts,
  },
  { name: "fuzz", tier: "quick", commands: fuzz(5), note: seed },
  // What the quick tier leaves out.
  {
    name: "deep",
    tier: "deep",
    commands: [
      [
        "vitest",
        "run",
        "--config",
        "vitest.deep.config.ts",
        "--project=deep",
        "--project=alone",
        "--project=rows",
      ],
    ],
    after: ["build"],
    note: vitestCounts,
  },
  {
    name: "examples",
    tier: "deep",
    commands: [["vitest", "run", "--config", "vitest.deep.config.ts", "--project", "examples"]],
    after: ["build"],
    note: vitestCounts,
  },
  { name: "knip", tier: "deep", commands: [["knip"]] },
  {
    name: "packaging",
    tier: "deep",
    commands: [["vitest", "run", "--config", "vitest.deep.config.ts", "--project", "packaging"]],
    after: ["build"],
    note: vitestCounts,
  },
  {
    name: "shipped",
    tier: "deep",
    commands: [["vitest", "run", "--config", "vitest.deep.config.ts", "--project", "shipped"]],
    after: ["build"],
    note: vitestCounts,
  },
  // More of what the quick tier tries: each law again, for a share of processor time.
  {
    name: "laws",
    tier: "long",
    commands: [
      ["vitest", "run", "--config", "vitest.deep.config.ts", "--project", "laws", "--project", "timed"],
    ],
    after: ["build"],
    note: vitestCounts,
  },
  {
    name: "night",
    tier: "long",
    commands: [["vitest", "run", "--config", "vitest.deep.config.ts", "--project", "night"]],
    after: ["build"],
    note: vitestCounts,
  },
  { name: "fuzz-long", tier: "long", commands: fuzz(30), note: seed },
];
