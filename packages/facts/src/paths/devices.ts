/** Disks, what is made of disks, and memory, by how their names begin below `/dev`; `packs/destructive.yaml` has the same names. */
const DEVICES =
  /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|loop|dm-|md|nbd|ram|zram|pmem|dax|sr|mtd|bcache|drbd|rbd|mapper\/|block\/|zvol\/|vg[^/]*\/|mem$|kmem$|port$)/;

/** Devices whose content is a disk's or the machine's: whoever writes there writes past every file. */
export function isDevice(path: string): boolean {
  return DEVICES.test(path);
}
