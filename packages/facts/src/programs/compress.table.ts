import { optionList } from "./option-list.js";
import type { ProgramRow } from "./program-row.js";

const GZIP = optionList(
  "-a,--ascii -c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -k,--keep -l,--list -L,--license -n,--no-name -N,--name -q,--quiet -r,--recursive -S,--suffix= -t,--test -v,--verbose -1,--fast -2 -3 -4 -5 -6 -7 -8 -9,--best --rsyncable --synchronous -h -V -b=",
);

const SEVEN = optionList(
  "-t= -m= -mx=? -mmt=? -v= -w= -ssc -slt -slp -spf -spe -spd -scrc=? -sccUTF-8 -scs= -si=? -so -snh -snl -sni -sns -ssp -ssw -stl -stm= -r -r0 -r- -u= -y -ao= -aoa -aos -aou -aot -an -bb=? -bd -bso= -bse= -bsp= -bt -ba -x= -i= -ai= -ax= -p=? -sdel -seml -sfx=? -scc= -spm --",
);

/** Archives and compressors. */
export const COMPRESS_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["unpigz"],
    options: [...GZIP, "-p,--processes="],
    operands: "edit*",
    tree: ["-r"],
    filter: true,
    variables: ["GZIP"],
    when: [
      { has: ["-l", "-t", "-c"], operands: "read*" },
      { has: ["-k"], least: 1, operands: "read*", unknown: "opaque-file" },
      { least: 1, operands: "edit*", unknown: "opaque-file" },
    ],
    also: [{ not: ["-c", "-l", "-t", "-k"], operands: "delete*" }],
    tests: [
      { run: "unpigz -c x", reads: ["./x"] },
      { run: "unpigz -t x.gz", reads: ["./x.gz"] },
      { run: "unpigz x", reads: ["./x"], writes: ["./x"], deletes: ["./x"], unknown: ["opaque-file"] },
    ],
  },
  {
    name: ["unlzma", "pbzip2", "lbzip2", "lzip", "unlz4", "pzstd", "zstdmt", "snzip", "lzop"],
    options: optionList(
      "-z,--compress -d,--decompress,--uncompress -c,--stdout,--to-stdout -t,--test -l,--list -k,--keep -f,--force -0 -1 -2 -3 -4 -5 -6 -7 -8 -9,--best -e,--extreme -T,--threads= -q,--quiet -v,--verbose -o,--output=write -D=read --rm -r -S,--suffix= --ultra --long=? --fast=? -h,--help -H -V --format= --check= --memlimit= -M= --block-size= --files=?read --files0=?read --single-stream --no-sparse --sparse -p= -w= -n --no-progress --adapt --rsyncable -m -B= -s --lgwin= --quality= --input=read",
    ),
    operands: "edit*",
    filter: true,
    variables: ["XZ_OPT", "XZ_DEFAULTS", "BZIP2"],
    when: [
      { has: ["-l", "-t", "-c", "-o"], not: ["--rm"], operands: "read*" },
      { least: 1, operands: "edit*", unknown: "opaque-file" },
    ],
    also: [{ not: ["-c", "-l", "-t", "-k", "-o"], operands: "delete*" }],
    tests: [
      { run: "unlzma -dc x.xz", reads: ["./x.xz"] },
      { run: "unlzma -o y x", reads: ["./x"], writes: ["./y"] },
    ],
  },
  {
    name: ["gzcat", "lz4cat", "bz2cat"],
    options: GZIP,
    operands: "read*",
    filter: true,
    tests: [{ run: "gzcat x.gz", reads: ["./x.gz"] }],
  },
  {
    name: ["zegrep", "zfgrep", "xzgrep", "bzgrep", "zstdgrep"],
    loose: true,
    options: ["-e=pattern", "-f=read", "-A=", "-B=", "-C=", "-m="],
    operands: "pattern read*",
    filter: true,
    when: [{ has: ["-e", "-f"], operands: "read*" }],
    tests: [{ run: "zegrep a x.gz", reads: ["./x.gz"] }],
  },
  {
    name: ["zdiff", "zcmp", "xzdiff", "bzdiff"],
    loose: true,
    operands: "read*",
    tests: [{ run: "zdiff a b", reads: ["./a", "./b"] }],
  },
  {
    name: ["funzip"],
    options: optionList(
      "-l -v -t -p -c -z -Z -1 -x=pattern -d=write -o -n -j -q -qq -a -aa -b -C -f -K -L -M -O= -P= -I= -S -s -T -u -U -UU -V -W -X -: -^ -D -DD -hh -h",
    ),
    operands: "read",
    tree: true,
    variables: ["UNZIP", "UNZIPOPT"],
    when: [
      { has: ["-l", "-v", "-t", "-p", "-c", "-z", "-Z"], filter: true },
      // Names come from the archive: files below where it is run, or outside of it.
      { unknown: "opaque-file" },
    ],
    tests: [
      { run: "funzip -l x.zip", reads: ["./x.zip/**"] },
      {
        run: "funzip -o x.zip -d out",
        reads: ["./x.zip/**"],
        writes: ["./out"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: ["zipinfo", "zipnote", "zipgrep", "lsar"],
    loose: true,
    operands: "read",
    filter: true,
    tests: [{ run: "zipinfo x.zip", reads: ["./x.zip"] }],
  },
  {
    name: ["7z", "7za", "7zr", "7zz", "7zzs", "p7zip"],
    style: "gnu",
    loose: true,
    options: SEVEN,
    commands: {
      "l,t,h": { loose: true, options: SEVEN, operands: "read", filter: true },
      "b,i": { loose: true, options: SEVEN },
      "a,u": {
        loose: true,
        options: [...SEVEN, "-o="],
        operands: "edit read*",
        tree: true,
        also: [{ has: ["-sdel"], operands: "plain delete*" }],
      },
      "d,rn": { loose: true, options: SEVEN, operands: "edit" },
      "e,x": {
        loose: true,
        options: [...SEVEN, "-o=write"],
        operands: "read",
        filter: true,
        when: [{ not: ["-so", "-o"], unpacks: true }],
      },
    },
    tests: [
      { run: "7z l -slt x.7z", reads: ["./x.7z"] },
      { run: "7z x -oout x.7z", reads: ["./x.7z"], writes: ["./out"] },
      { run: "7z b" },
    ],
  },
  {
    name: [
      "unrar",
      "rar",
      "unar",
      "cabextract",
      "unsquashfs",
      "mksquashfs",
      "bsdcpio",
      "pax",
      "ark",
      "dtrx",
      "atool",
      "aunpack",
      "lha",
      "arj",
      "unace",
      "makeself",
      "dpkg-deb",
      "rpm2cpio",
      "xar",
      "pbzx",
      "genisoimage",
      "mkisofs",
      "xorriso",
      "cdrecord",
      "growisofs",
    ],
    loose: true,
    operands: "read*",
    unknown: "opaque-file",
    tests: [{ run: "unrar x a.rar", reads: ["./x", "./a.rar"], unknown: ["opaque-file"] }],
  },
  {
    name: "ar",
    style: "bundle",
    options: optionList(
      "-d -m -p -q -r -s -t -x -a -b -c -D -f -i -l -N -o -P -u -U -v -V -S -T --plugin=script --output=write --target= --record-libdeps= --thin",
    ),
    operands: "edit read*",
    when: [
      { has: ["-t", "-p"], not: ["-d", "-m", "-q", "-r", "-x"], operands: "read", filter: true },
      { has: ["-x"], operands: "read", unpacks: true },
    ],
    tests: [
      { run: "ar t x.a", reads: ["./x.a"] },
      { run: "ar rcs x.a y.o", reads: ["./x.a", "./y.o"], writes: ["./x.a"] },
    ],
  },
  {
    name: "cpio",
    options: optionList(
      "-o,--create -i,--extract -p,--pass-through -t,--list -0,--null -a,--reset-access-time -A,--append -b,--swap -B --block-size= -c -C,--io-size= -d,--make-directories -E,--pattern-file=read -f,--nonmatching -F,--file=edit -H,--format= -I=read -k -l,--link -L,--dereference -m,--preserve-modification-time -M,--message= -n,--numeric-uid-gid -O=write -r,--rename -R,--owner= -s,--swap-bytes -S,--swap-halfwords -u,--unconditional -v,--verbose -V,--dot --no-absolute-filenames --absolute-filenames --rsh-command=code -D,--directory=cwd --quiet --no-preserve-owner --sparse --to-stdout --rename-batch-file=read --warning= --reproducible --device-independent --ignore-devno --renumber-inodes --only-verify-crc --force-local",
    ),
    operands: "write*",
    when: [
      { has: ["-t"], operands: "" },
      { has: ["-o"], operands: "", unknown: "opaque-file" },
      { unknown: "opaque-file" },
    ],
    also: [{ has: ["--rsh-command"], unknown: "opaque-code" }],
    tests: [{ run: "cpio -t -F x", reads: ["./x"], writes: ["./x"] }],
  },
];
