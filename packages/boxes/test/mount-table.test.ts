import process from "node:process";
import { expect, test } from "vitest";
import { isMounted, mountTable } from "../src/box/mount-table.js";

const MACHINE = [
  "22 1 0:20 / / rw,relatime - ext4 /dev/root rw",
  "23 22 0:21 /@home /home rw - btrfs /dev/sda rw",
  "24 22 0:30 / /a\\040b rw - tmpfs tmpfs rw",
  "25 22 0:6 / /dev rw - devtmpfs udev rw",
];
const table = (...lines: readonly string[]): string => [...MACHINE, ...lines, ""].join("\n");
const row = (point: string, device: string, root: string): string =>
  `90 22 ${device} ${root} ${point} ro,nosuid - any any rw`;

test.each([
  ["a folder of the root", ["/srv/x", "/srv/x"], row("/srv/x", "0:20", "/srv/x"), true],
  [
    "a folder of another file system",
    ["/home/u/p", "/home/u/p"],
    row("/home/u/p", "0:21", "/@home/u/p"),
    true,
  ],
  ["a device in the place of a file", ["/home/u/key", "/dev/null"], row("/home/u/key", "0:6", "/null"), true],
  ["an empty folder", ["/home/u/.ssh", undefined], row("/home/u/.ssh", "0:77", "/"), true],
  ["a name with a space", ["/a b/c", "/a b/c"], row("/a\\040b/c", "0:30", "/c"), true],
  ["nothing", ["/srv/x", "/srv/x"], "", false],
  [
    "another folder, by a link that was there",
    ["/home/u/p", "/home/u/p"],
    row("/home/u/p", "0:21", "/@home/u"),
    false,
  ],
  ["the same path of another file system", ["/srv/x", "/srv/x"], row("/srv/x", "0:21", "/srv/x"), false],
  ["a folder that is gone", ["/srv/x", "/srv/x"], row("/srv/x", "0:20", "/srv/x//deleted"), false],
  ["what is mounted on the machine alone", ["/home", "/home"], "", false],
  [
    "what is mounted over it later",
    ["/srv/x", "/srv/x"],
    `${row("/srv/x", "0:20", "/srv/x")}\n${row("/srv/x", "0:20", "/")}`,
    false,
  ],
] as const)("a table has %s: %j", (_, [point, from], lines, is) => {
  expect(isMounted(table(lines), table(), new Map([[point, from]]))).toBe(is);
});

test.skipIf(process.platform !== "linux")("of a process that is not there, there is no table", () => {
  expect(mountTable("self")).toContain(" / ");
  expect(mountTable(4_194_305)).toBeUndefined();
});
