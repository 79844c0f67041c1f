import { COMPRESSORS } from "./compressor.table.js";
import { optionList } from "../../programs/option-list.js";
import type { ProgramRow } from "../../programs/program-row.js";

const GZIP = optionList(
  "-a,--ascii -c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -k,--keep -l,--list -L,--license -n,--no-name -N,--name -q,--quiet -r,--recursive -S,--suffix= -t,--test -v,--verbose -1,--fast -2 -3 -4 -5 -6 -7 -8 -9,--best --rsyncable --synchronous -h -V -b=",
);

const SEVEN = optionList(
  "-t= -m= -mx=? -mmt=? -v= -w= -ssc -slt -slp -spf -spe -spd -scrc=? -sccUTF-8 -scs= -si=? -so -snh -snl -sni -sns -ssp -ssw -stl -stm= -r -r0 -r- -u= -y -ao= -aoa -aos -aou -aot -an -bb=? -bd -bso= -bse= -bsp= -bt -ba -x= -i= -ai= -ax= -p=? -sdel -seml -sfx=? -scc= -spm --",
);

/** What `ar` is to do. */
const AR_DOES = ["-d", "-m", "-p", "-q", "-r", "-s", "-t", "-x"];

/** Archives and compressors. */
export const COMPRESS_PROGRAMS: readonly ProgramRow[] = [
  ...COMPRESSORS,
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
    tests: [{ run: "funzip -l x.zip", reads: ["./x.zip/**"] }],
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
        filter: true,
        archive: ".7z",
        also: [
          { has: ["-sdel"], operands: "plain delete*" },
          { operand: ["@*"], unknown: "dynamic-argument" },
        ],
      },
      "d,rn": { loose: true, options: SEVEN, operands: "edit" },
      "e,x": {
        loose: true,
        options: [...SEVEN, "-o=unpack"],
        operands: "read",
        filter: true,
        when: [{ not: ["-so", "-o"], unpacks: true }],
      },
    },
    tests: [{ run: "7z l -slt x.7z", reads: ["./x.7z"] }],
  },
  {
    name: [
      "unrar",
      "unar",
      "cabextract",
      "unsquashfs",
      "ark",
      "dtrx",
      "atool",
      "aunpack",
      "unace",
      "makeself",
      "dpkg-deb",
      "rpm2cpio",
      "pbzx",
      "xorriso",
      "cdrecord",
      "growisofs",
    ],
    loose: true,
    operands: "read*",
    tree: true,
    filter: true,
    unknown: "opaque-file",
    tests: [{ run: "unrar x a.rar", reads: ["./x/**", "./a.rar/**"], unknown: ["opaque-file"] }],
  },
  {
    // The archive is the first operand after the command, and what it is made of comes after it.
    name: ["rar", "arj", "lha"],
    loose: true,
    commands: {
      "a,u,m,f": { loose: true, operands: "edit read*", tree: true, filter: true },
      "l,lb,lt,v,vb,t,p": { loose: true, operands: "read plain*", filter: true },
      "x,e": { loose: true, operands: "read plain*", unpacks: true, unknown: "opaque-file" },
    },
    tests: [{ run: "rar a x.rar k", reads: ["./x.rar/**", "./k/**"], writes: ["./x.rar/**"] }],
  },
  {
    name: ["mksquashfs"],
    loose: true,
    options: ["-e="],
    style: "single",
    operands: "read+ write",
    tree: true,
    filter: true,
    tests: [{ run: "mksquashfs k x.sqsh -noappend", reads: ["./k/**"], writes: ["./x.sqsh"] }],
  },
  {
    name: ["genisoimage", "mkisofs"],
    loose: true,
    style: "single",
    options: ["-o=write", "-V=", "-b=", "-c=", "-m=", "-x=", "-path-list=names"],
    operands: "read*",
    tree: true,
    filter: true,
    tests: [{ run: "mkisofs -o x.iso -R k", reads: ["./k/**"], writes: ["./x.iso"] }],
  },
  {
    name: ["xar"],
    options: optionList("-c -x -t -f=edit -v -C=cwd --compression= --exclude= --dump-toc=write -z -j -a"),
    operands: "read*",
    tree: true,
    filter: true,
    when: [
      { has: ["-t"], operands: "" },
      { has: ["-x"], operands: "", unpacks: true },
    ],
    tests: [{ run: "xar -cf x.xar k", reads: ["./x.xar/**", "./k/**"], writes: ["./x.xar/**"] }],
  },
  {
    name: ["pax", "bsdcpio"],
    loose: true,
    options: optionList(
      "-r -w -a -v -f=edit -x= -b= -s= -d -z -n -i -k -u -o= -p= -B= -L -H -P -X -U= -G= -T= -E= -C=",
    ),
    operands: "read*",
    tree: true,
    filter: true,
    when: [
      { all: ["-r", "-w"], operands: "read+ write", copies: true },
      { has: ["-w"], least: 1, operands: "read*" },
      { has: ["-w"], lists: true },
      { has: ["-r"], operands: "pattern*", unpacks: true },
      { operands: "pattern*" },
    ],
    tests: [{ run: "pax -w k > x", reads: ["./k/**"], writes: ["./x"] }],
  },
  {
    name: ["uudecode"],
    options: optionList("-o,--output-file=write -c,--ignore-chmod -m -p -r -s -i"),
    operands: "read",
    decodes: true,
    when: [{ not: ["-o", "-p"], unknown: "opaque-file" }],
    tests: [
      {
        run: "uudecode -o - x | sh",
        reads: ["./x"],
        executes: ["decoded sh", "file sh"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: ["shar", "uuencode", "btoa"],
    loose: true,
    operands: "read*",
    filter: true,
    when: [{ least: 2, operands: "read+ plain" }],
    tests: [{ run: "uuencode k x", reads: ["./k"] }],
  },
  {
    name: "ar",
    style: "bundle",
    options: optionList(
      "-d -m -p -q -r -s -t -x -a -b -c -D -f -i -l -N -o -P -u -U -v -V -S -T --plugin=script --output=write --target= --record-libdeps= --thin",
    ),
    operands: "edit read*",
    filter: true,
    when: [
      // The name of a member comes first: what is put in goes beside it.
      { has: ["-a", "-b", "-i"], not: AR_DOES, operands: "plain plain edit read*" },
      { has: ["-a", "-b", "-i"], operands: "plain edit read*" },
      { has: ["-t", "-p"], not: ["-d", "-m", "-q", "-r", "-x"], operands: "read", filter: true },
      { has: ["-x"], operands: "read", unpacks: true },
      // Where no option says what is done, the first word does.
      { not: AR_DOES, first: ["x*"], operands: "plain read", unpacks: true },
      { not: AR_DOES, operands: "plain edit read*" },
    ],
    tests: [{ run: "ar -f rc x.a y.o", reads: ["./x.a", "./y.o"], writes: ["./x.a"] }],
  },
  {
    name: "cpio",
    options: optionList(
      "-o,--create -i,--extract -p,--pass-through -t,--list -0,--null -a,--reset-access-time -A,--append -b,--swap -B --block-size= -c -C,--io-size= -d,--make-directories -E,--pattern-file=read -f,--nonmatching -F,--file=edit -H,--format= -I=read -k -l,--link -L,--dereference -m,--preserve-modification-time -M,--message= -n,--numeric-uid-gid -O=write -r,--rename -R,--owner= -s,--swap-bytes -S,--swap-halfwords -u,--unconditional -v,--verbose -V,--dot --no-absolute-filenames --absolute-filenames --rsh-command=code -D,--directory=cwd --quiet --no-preserve-owner --sparse --to-stdout --rename-batch-file=read --warning= --reproducible --device-independent --ignore-devno --renumber-inodes --only-verify-crc --force-local",
    ),
    operands: "",
    filter: true,
    when: [
      { has: ["-t"], operands: "" },
      { has: ["-o"], lists: true },
      { has: ["-p"], operands: "unpack", lists: true, copies: true },
      { has: ["--to-stdout"], operands: "pattern*" },
      { operands: "pattern*", unpacks: true, unknown: "opaque-file" },
    ],
    also: [{ has: ["--rsh-command"], unknown: "opaque-code" }],
    tests: [{ run: "cpio -t -F x", reads: ["./x"], writes: ["./x"] }],
  },
];
