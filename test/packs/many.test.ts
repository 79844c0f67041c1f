import { expect, test } from "vitest";
import { derive } from "./derive.js";
import { judgeByPacks } from "./judged.js";

const judge = judgeByPacks(derive, false);
const names = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `packages/some-package/test/fixtures/a-folder-of-rows/part-${i}/file-${i}.test.ts`,
  ).join(" ");

test.each(["cat", "wc -l", "git add", "npx eslint --fix", "prettier --write", "tar cf /tmp/a.tar"])(
  "a call with many files is decided, not too much: %s",
  (command) => {
    expect(judge(`${command} ${names(120)}`)).toMatchObject({ effect: "abstain" });
  },
);

test("a key among many files is found", () => {
  expect(judge(`cat ${names(120)} ~/.ssh/id_rsa`)).toMatchObject({ policy: "secrets/read" });
});
