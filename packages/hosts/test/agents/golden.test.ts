import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { goldenOf } from "./golden.js";
import { WIRED } from "./samples.js";

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
