// Classes of mistakes that readers of commands make, through the packs.
import { describe, expect, test } from "vitest";
import { everyNth } from "../assert-law.js";
import { CLASSES } from "./classes.table.js";
import { derive } from "./derive.js";
import { FURTHER_CLASSES } from "./further-classes.table.js";
import { type Judged, judgeByPacks } from "./judged.js";

const judge = judgeByPacks(derive, false);
const isStopped = ({ effect }: Judged): boolean => effect === "deny" || effect === "ask";

const rows = (key: "stopped" | "passes"): readonly (readonly [name: string, commands: readonly string[]])[] =>
  Object.entries({ ...CLASSES, ...FURTHER_CLASSES }).flatMap(([name, one]) => {
    const commands = one[key];
    return commands === undefined ? [] : [[name, commands] as const];
  });

describe("each command of the class is stopped", () => {
  test.each(rows("stopped"))("%s", (_, commands) => {
    expect(everyNth(3, commands).filter((one) => !isStopped(judge(one)))).toEqual([]);
  });
});

describe("each command of the class passes", () => {
  test.each(rows("passes"))("%s", (_, commands) => {
    expect(everyNth(3, commands).filter((one) => isStopped(judge(one)))).toEqual([]);
  });
});
