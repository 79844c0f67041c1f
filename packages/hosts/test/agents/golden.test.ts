import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { format } from "prettier";
import { ALL, ANSWERS, NAMES } from "./claude-code-answers.js";
import { goldenOf, typedGolden } from "./golden.js";
import { hostOf, WIRED } from "./samples.js";

const FOLDER = new URL("./golden/", import.meta.url);

test.each(WIRED.map((host) => [host.name, host] as const))(
  "%s answers as its golden file says",
  (name, host) => {
    expect(JSON.parse(goldenOf(host))).toEqual(
      JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")),
    );
  },
);

test("there is no golden file of a host that is not there", () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(WIRED.map(({ name }) => `${name}.json`).toSorted());
});

test("the answers that the compiler compares with the types of Claude Code's SDK are those of today", async () => {
  const file = readFileSync(new URL("./claude-code-answers.ts", import.meta.url), "utf8");
  expect(file).toBe(
    await format(typedGolden(hostOf("claude-code")), { parser: "typescript", printWidth: 110 }),
  );
  expect(NAMES.toSorted()).toEqual(Object.keys(hostOf("claude-code").wire.capabilities.events).toSorted());
  expect([ANSWERS.length > 20, ALL]).toEqual([true, true]);
});
