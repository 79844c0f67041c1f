import { expect, test } from "vitest";

import { lockfileProblems } from "../../tools/lockfile/lockfile-problems.js";

const rows: readonly (readonly [line: string, problems: number])[] = [
  ["    resolution: {integrity: sha512-abc==}", 0],
  ["  zod@4.6.7:", 0],
  ["    version: link:../condition", 0],
  ["    resolution: {integrity: sha512-abc==, tarball: http://mirror.example:4873/zod/-/zod-4.6.7.tgz}", 1],
  ["    resolution: {tarball: file:../x.tgz}", 1],
  ["      specifier: git+ssh://git@example.com/x.git", 1],
  ["      specifier: https://example.com/x.tgz", 1],
];

test.each(rows)("%s", (line, problems) => {
  expect(lockfileProblems(`lockfileVersion: '9.0'\n${line}\n`)).toHaveLength(problems);
});
