import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const FORMATS: ProgramUsage = { loose: true, action: "disk.format" };
const WRITES: ProgramUsage = { loose: true, action: "disk.write" };

/** Disks, file systems and volumes. */
export const DISK_PROGRAMS: readonly ProgramRow[] = [
  {
    name: [
      "mkfs",
      "mkfs.*",
      "mke2fs",
      "mkswap",
      "newfs",
      "newfs_*",
      "mkdosfs",
      "mkntfs",
      "mkudffs",
      "mkfs_*",
      "btrfs-convert",
    ],
    loose: true,
    action: "disk.format",
    operands: "target*",
    tests: [
      { run: "mkfs.ext4 -F /dev/sda1", actions: ["disk.format"] },
      { run: "mkswap /dev/sdb", actions: ["disk.format"] },
    ],
  },
  {
    name: ["fdisk", "sfdisk", "gdisk", "sgdisk", "cfdisk", "cgdisk"],
    loose: true,
    action: "disk.format",
    when: [
      {
        has: ["-l", "-p", "-v", "-d", "--dump", "-J", "-s", "--list", "--print", "-x", "-V"],
        not: ["-Z", "-z", "-o", "-g", "-n", "--zap-all", "--delete"],
        action: [],
      },
    ],
    options: [
      "-l,--list",
      "-p,--print",
      "-v,--verify",
      "-d",
      "--dump",
      "-J,--json",
      "-s",
      "-x,--list-details",
      "-V",
      "-Z,--zap-all",
      "-z,--zap",
      "-o,--clear",
      "-g,--mbrtogpt",
      "-n=",
      "--delete=?",
    ],
    tests: [
      { run: "fdisk -l" },
      { run: "fdisk /dev/sda", actions: ["disk.format"] },
      { run: "sgdisk -Z /dev/sda", actions: ["disk.format"] },
    ],
  },
  {
    name: "parted",
    style: "posix",
    options: ["-l,--list", "-m,--machine", "-s,--script", "-j,--json", "-f,--fix", "-a,--align=", "-v"],
    action: "disk.format",
    when: [
      { has: ["-l"], most: 0, action: [] },
      { operand: ["print", "p"], most: 2, action: [] },
    ],
    tests: [
      { run: "parted /dev/sda print" },
      { run: "parted -s /dev/sda mklabel gpt", actions: ["disk.format"] },
    ],
  },
  {
    name: "wipefs",
    options: optionList(
      "-a,--all -b,--backup=? -f,--force -i,--noheadings -J,--json -n,--no-act -O,--output= -o,--offset= -p,--parsable -q,--quiet -t,--types= --lock=? -V",
    ),
    operands: "write*",
    action: "disk.write",
    when: [
      { has: ["-n"], action: [], operands: "list*" },
      { not: ["-a", "-o"], action: [], operands: "list*" },
    ],
    tests: [
      { run: "wipefs -a /dev/sda", writes: ["/dev/sda"], actions: ["disk.write"] },
      { run: "wipefs /dev/sda", reads: ["/dev/sda"] },
    ],
  },
  {
    name: [
      "blkdiscard",
      "hdparm",
      "badblocks",
      "sg_format",
      "scrub",
      "sdparm",
      "flashrom",
      "ddrescue",
      "partclone.*",
      "partimage",
    ],
    loose: true,
    operands: "write*",
    action: "disk.write",
    tests: [{ run: "blkdiscard /dev/sda", writes: ["/dev/sda"], actions: ["disk.write"] }],
  },
  {
    name: "nvme",
    loose: true,
    commands: {
      "list,smart-log,id-ctrl,id-ns,list-subsys,list-ns,list-ctrl,error-log,fw-log,get-log,get-feature,show-regs,version,help":
        LOOKS,
      "format,sanitize,write,write-zeroes,dsm,delete-ns,create-ns,attach-ns,detach-ns,reset,subsystem-reset,fw-download,fw-commit,fw-activate,set-feature,security-send":
        FORMATS,
    },
    tests: [{ run: "nvme list" }, { run: "nvme format /dev/nvme0", actions: ["disk.format"] }],
  },
  {
    name: ["shred", "srm", "wipe", "gshred", "sdelete"],
    options: optionList(
      "-f,--force -n,--iterations= --random-source=read -s,--size= -u,--remove=? -v,--verbose -x,--exact -z,--zero -r,-R,--recursive -q -c -d -D -e -i -k -l -S -m -P",
    ),
    operands: "write*",
    tree: ["-r"],
    also: [{ operands: "delete*", tree: ["-r"] }],
    tests: [
      { run: "srm -rf x", writes: ["./x"], deletes: ["./x/**"] },
      { run: "shred -u -n 3 ~/x", writes: ["~/x"], deletes: ["~/x"] },
    ],
  },
  {
    name: ["cryptsetup", "veritysetup", "integritysetup"],
    loose: true,
    commands: {
      "status,luksDump,isLuks,luksUUID,benchmark,tcryptDump,bitlkDump,repair-check,dump,verify": LOOKS,
      "luksFormat,erase,luksErase,format,reencrypt,convert,luksKillSlot,luksRemoveKey,resize,repair,luksAddKey,luksChangeKey,luksConvertKey,luksHeaderRestore,wipe":
        FORMATS,
      "open,close,luksOpen,luksClose,create,remove,plainOpen,luksSuspend,luksResume,refresh,config,token": {
        loose: true,
        action: "disk.mount",
      },
      luksHeaderBackup: { options: ["--header-backup-file=write"], loose: true, action: "secret.read" },
    },
    tests: [
      { run: "cryptsetup luksFormat /dev/sda", actions: ["disk.format"] },
      { run: "cryptsetup status x" },
    ],
  },
  {
    name: [
      "lvremove",
      "vgremove",
      "pvremove",
      "vgreduce",
      "lvreduce",
      "mdadm",
      "dmsetup",
      "lvresize",
      "lvconvert",
      "vgsplit",
      "pvmove",
      "lvcreate",
      "vgcreate",
      "pvcreate",
      "lvchange",
      "vgchange",
      "pvchange",
      "lvextend",
      "vgextend",
      "pvresize",
      "lvrename",
      "vgrename",
      "vgexport",
      "vgimport",
      "resize2fs",
      "xfs_growfs",
      "tune2fs",
      "fsck",
      "fsck.*",
      "e2fsck",
      "xfs_repair",
      "debugfs",
      "growpart",
      "partprobe",
      "ntfsfix",
      "ntfsresize",
    ],
    loose: true,
    action: "disk.format",
    operands: "target*",
    tests: [{ run: "lvremove -f vg/lv", actions: ["disk.format"] }],
  },
  {
    name: "lvm",
    loose: true,
    commands: {
      "lvs,vgs,pvs,lvdisplay,vgdisplay,pvdisplay,lvscan,vgscan,pvscan,lvmdiskscan,version,help,formats,segtypes":
        LOOKS,
      "lvremove,vgremove,pvremove,vgreduce,lvreduce,lvresize,lvconvert,lvcreate,vgcreate,pvcreate,lvchange,vgchange,pvchange,lvextend,vgextend,pvmove,pvresize,vgsplit,vgmerge,lvrename,vgrename":
        FORMATS,
    },
    tests: [{ run: "lvm lvremove vg/lv", actions: ["disk.format"] }],
  },
  {
    name: [
      "lvs",
      "vgs",
      "pvs",
      "lvdisplay",
      "vgdisplay",
      "pvdisplay",
      "lvscan",
      "vgscan",
      "pvscan",
      "blkid",
      "findmnt",
      "dumpe2fs",
      "xfs_info",
      "swaplabel",
      "mountpoint",
      "lsscsi",
    ],
    loose: true,
    tests: [{ run: "lvs -f" }],
  },
  {
    name: "zpool",
    commands: {
      "list,status,iostat,history,get,events,wait,version,help": LOOKS,
      "destroy,labelclear,remove,detach,offline,clear,initialize,trim": FORMATS,
      "create,add,attach,replace,split,import,export,online,scrub,resilver,set,upgrade,reguid,reopen,checkpoint,sync,prefetch":
        WRITES,
    },
    tests: [{ run: "zpool destroy -f tank", actions: ["disk.format"] }, { run: "zpool status" }],
  },
  {
    name: "zfs",
    commands: {
      "list,get,holds,diff,userspace,groupspace,projectspace,version,help,bookmark": LOOKS,
      send: { loose: true },
      "destroy,rollback": FORMATS,
      "create,set,inherit,snapshot,snap,clone,promote,rename,upgrade,hold,release,allow,unallow,receive,recv,change-key,load-key,unload-key,redact,program,project,wait,zone,unzone":
        WRITES,
      "mount,unmount,umount,share,unshare": { loose: true, action: "disk.mount" },
    },
    tests: [{ run: "zfs destroy -r tank/x", actions: ["disk.format"] }, { run: "zfs list" }],
  },
  {
    name: "btrfs",
    loose: true,
    commands: {
      "filesystem,fi": {
        loose: true,
        commands: { "df,du,show,usage": LOOKS, "defragment,sync,label,resize,mkswapfile": WRITES },
      },
      "subvolume,su": {
        loose: true,
        commands: {
          "list,show,get-default,find-new": LOOKS,
          "create,snapshot,set-default,sync": WRITES,
          delete: FORMATS,
        },
      },
      "device,balance,scrub,check,rescue,restore,replace,property,quota,qgroup,receive,send": WRITES,
    },
    tests: [{ run: "btrfs subvolume delete /mnt/x", actions: ["disk.format"] }],
  },
  {
    name: ["mount", "mount.*"],
    loose: true,
    options: [
      "-a,--all",
      "-t,--types=",
      "-o,--options=",
      "-L,--label=",
      "-U,--uuid=",
      "-l",
      "-O,--test-opts=",
      "-T,--fstab=read",
      "-N,--namespace=",
    ],
    action: "disk.mount",
    when: [{ most: 0, not: ["-a", "-L", "-U"], action: [] }],
    tests: [{ run: "mount /dev/sda1 /mnt", actions: ["disk.mount"] }, { run: "mount -l" }],
  },
  {
    name: [
      "umount",
      "swapon",
      "swapoff",
      "losetup",
      "kpartx",
      "udisksctl",
      "fusermount",
      "fusermount3",
      "pumount",
      "pmount",
      "eject",
      "sshfs",
    ],
    loose: true,
    action: "disk.mount",
    when: [{ has: ["--show", "-s"], most: 0, action: [] }],
    options: ["--show", "-s,--summary", "-l", "-a"],
    tests: [{ run: "umount /mnt", actions: ["disk.mount"] }],
  },
];
