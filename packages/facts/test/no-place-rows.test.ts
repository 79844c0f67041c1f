// An event that does not say where it happens still says what is left upwards: the folder of the call is the workspace then.
import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

const NOWHERE = { cwd: undefined, workspace: undefined };
const deleted = (run: string): readonly unknown[] =>
  factsOf(run, NOWHERE).deletes.map(({ path, local, certainty }) => [path, local, certainty]);

describe("what is above the folder of the call is not in it", () => {
  test.each([
    ["rm -rf ../x", "**/x"],
    ["cd .. && rm -rf x", "**/x"],
    ["rm -rf a/../../x", "**/x"],
    ["pushd ../..; rm -rf x", "**/x"],
    ["cd a/b && rm -rf ../../../x", "**/x"],
    ["env -C .. rm -rf x", "**/x"],
    ["find ../x -delete", "**/x"],
    ["cd ..; cd a; rm -rf ../x", "**/x"],
    ["xargs rm -rf <<< ../x", "**/x"],
    ["rm -rf ../../*", "**/[!.]*"],
  ])("%s", (run, path) => {
    expect(deleted(run)).toContainEqual([path, null, "maybe"]);
  });
});

describe("what is in it is", () => {
  test.each([
    ["rm -rf build", "**/build", "./build"],
    ["rm -rf ./build/", "**/build", "./build"],
    ["cd a && rm -rf ../b", "**/b", "./b"],
    ["rm -rf *", "**/[!.]*", "./[!.]*"],
    ["rm -rf .", null, "."],
    ["find . -delete", null, "."],
    ["cd a && rm -rf ..", null, "."],
    ["rm -rf a/b/../c", "**/a/c", "./a/c"],
  ])("%s", (run, path, local) => {
    expect(deleted(run)).toEqual([[path, local, "unknown"]]);
  });

  test("where a shell on another machine begins is another folder", () => {
    const { deletes } = factsOf("ssh h rm -rf x", NOWHERE);
    expect(deletes).toMatchObject([{ home: "~/x", local: null }]);
  });

  test("it is not told behind a folder that is not known", () => {
    expect(deleted('cd "$D" && rm -rf x').every((one) => JSON.stringify(one).includes("null,"))).toBe(true);
  });
});
