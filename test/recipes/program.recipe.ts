import type { Recipe } from "./recipe.js";

const TABLE = "packages/facts/src/rows/files/compress.table.ts";
const FIRST = '  {\n    name: ["gzcat"';

/** A program that packs acorns: what it reads, writes and deletes. */
export const PROGRAM_RECIPE: Recipe = {
  name: "A row of a program",
  tests: ["packages/facts/test/program-rows.test.ts"],
  about: "acornpack",
  rounds: [
    [
      {
        says: "Give the program a row in the table of its kind, `packages/facts/src/rows`",
        take: (copy) =>
          copy.insert(
            TABLE,
            FIRST,
            '  { name: "acornpack", options: ["-o=write", "-v"], operands: "read*" },\n',
          ),
      },
    ],
    [
      {
        says: "an example of each of its facts under `tests`",
        take: (copy) =>
          copy.write(
            TABLE,
            copy
              .read(TABLE)
              .replace(
                'operands: "read*" },',
                'operands: "read*", tests: [{ run: "acornpack -v -o out a b", reads: ["./a", "./b"], writes: ["./out"] }] },',
              ),
          ),
        missed: "acornpack",
      },
    ],
  ],
};
