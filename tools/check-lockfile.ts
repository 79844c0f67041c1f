import { readFileSync } from "node:fs";
import path from "node:path";

import { lockfileProblems } from "./lockfile/lockfile-problems.js";

// The lockfile says what is installed, not from where: it has to work with every registry and mirror.
const problems = lockfileProblems(
  readFileSync(path.resolve(import.meta.dirname, "../pnpm-lock.yaml"), "utf8"),
);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
