import process from "node:process";
import { expect, test } from "vitest";
import { mountPoints, mountTable } from "../src/kept/mount-table.js";

test("mount points are counted, and read as paths", () => {
  const table = [
    "22 1 0:20 / / rw,relatime - ext4 /dev/root rw",
    "23 22 0:21 / /a\\040b\\134c\\011d rw - tmpfs tmpfs rw",
    "24 23 0:22 / /a\\040b\\134c\\011d ro,nosuid - tmpfs tmpfs rw",
    "",
  ].join("\n");
  const points = mountPoints(table);
  expect(points.get("/a b\\c\td")).toBe(2);
  expect(points.get("/")).toBe(1);
  expect(points.get("/a")).toBeUndefined();
});

test.skipIf(process.platform !== "linux")(
  "the table of a process has what it sees; of one that is not there, there is no table",
  () => {
    expect(mountPoints(mountTable("self") ?? "").get("/")).toBeGreaterThan(0);
    expect(mountTable(4_194_305)).toBeUndefined();
  },
);
