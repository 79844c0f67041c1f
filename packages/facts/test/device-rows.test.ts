import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

const DEVICES =
  "sda hdb1 vdc xvda nvme0n1 mmcblk0p1 disk2 rdisk2 dm-0 md0 md127 loop0 nbd1 ram0 zram0 pmem0 sr0 mtd0 bcache0 drbd1 rbd0 mapper/root vg0/home zvol/tank/x mem kmem".split(
    " ",
  );

describe("who writes to a device writes to a disk, by whatever command", () => {
  test.each(DEVICES)("/dev/%s", (name) => {
    for (const run of [
      `cat x > /dev/${name}`,
      `dd if=x of=/dev/${name}`,
      `cp x /dev/${name}`,
      `tee /dev/${name} < x`,
    ])
      expect(factsOf(run).actions.map(({ kind }) => kind)).toContain("disk.write");
  });

  test.each(["null", "stdout", "tty", "random", "shm/x", "ptmx"])("/dev/%s is none", (name) => {
    expect(factsOf(`cat x > /dev/${name}`).actions).toEqual([]);
  });
});
