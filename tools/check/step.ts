/** One step of `pnpm check`. */
export interface Step {
  readonly name: string;
  /** The commands, one after the other, as arguments of a program in `node_modules/.bin`. */
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  /** Steps that have to be done before. */
  readonly after?: readonly string[];
  /** Finds what is worth repeating beside the step's name, e.g. the number of tests. */
  readonly note?: RegExp;
}

const vitestCounts = /^ +Tests +(.+)$/m;

/** What `pnpm check` does, the quick steps first. */
export const steps: readonly Step[] = [
  { name: "format", commands: [["prettier", "--check", ".", "--log-level", "warn", "--cache"]] },
  { name: "lint", commands: [["oxlint", "--type-aware", "--deny-warnings"]] },
  { name: "lockfile", commands: [["tsx", "tools/check-lockfile.ts"]] },
  { name: "imports", commands: [["tsx", "tools/check-imports.ts"]] },
  { name: "build", commands: [["tsx", "tools/build.ts"]] },
  { name: "types", commands: [["tsc", "-b"]], after: ["build"] },
  { name: "api", commands: [["tsx", "tools/api-reports.ts", "--check"]], after: ["build"] },
  { name: "knip", commands: [["knip"]] },
  {
    name: "docs",
    commands: [["vitest", "run", "test/docs"]],
    after: ["build"],
    note: vitestCounts,
  },
  {
    name: "packaging",
    commands: [["vitest", "run", "test/packaging"]],
    after: ["build"],
    note: vitestCounts,
  },
  // A seed of its own each time, which it prints: `pnpm fuzz` goes on for as long as you like.
  {
    name: "fuzz",
    commands: [["tsx", "--conditions=@gatehouse-hooks/source", "test/fuzz/run.ts", "--seconds", "60"]],
    note: /^(seed \d+)$/m,
  },
  {
    name: "tests",
    commands: [["vitest", "run", "--exclude", "test/docs/**", "--exclude", "test/packaging/**"]],
    after: ["build", "types"],
    note: vitestCounts,
  },
];
