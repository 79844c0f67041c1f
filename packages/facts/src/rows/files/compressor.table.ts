import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramTest } from "../../programs/program-row.js";

/** Options that compressors share. */
const SHARED =
  "-c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -k,--keep -l,--list -q,--quiet -S,--suffix=suffix -t,--test -v,--verbose -z,--compress -0 -1,--fast -2 -3 -4 -5 -6 -7 -8 -9,--best -NUM -h -V";

/** What takes it away knows other names, too, besides that of its format. */
const BACK: Readonly<Record<string, readonly string[]>> = {
  ".gz": optionList("-.z -.Z --gz --z -_z -.tgz>.tar -.taz>.tar <.gz <.z <-gz <-z <_z <.Z"),
  ".Z": optionList("-.gz -.z --gz --z -_z -.tgz>.tar -.taz>.tar <.Z <.gz <.z"),
  ".bz2": optionList("-.bz -.tbz2>.tar -.tbz>.tar >.out"),
  ".xz": optionList("-.lzma -.lz -.txz>.tar -.tlz>.tar"),
  ".lzma": optionList("-.xz -.txz>.tar -.tlz>.tar"),
  ".lz": optionList("-.tlz>.tar >.out"),
  ".lzo": optionList("-.tzo>.tar"),
  ".zst": optionList("-.gz -.lzma -.xz -.lz4 -.tzst>.tar -.tgz>.tar -.txz>.tar -.tlz4>.tar"),
};

/**
 * A compressor of one format: a file becomes another one with a suffix, and back. It goes away unless it is kept.
 *
 * @param more options besides those that all have
 * @param also what else both rows have, and the tests of the first
 */
function compressor(
  names: string,
  back: string,
  suffix: string,
  more: string,
  also: Partial<ProgramRow> & Pick<ProgramRow, "tests">,
): readonly ProgramRow[] {
  const options = [...optionList(more), ...optionList(SHARED)];
  const strips = [`-${suffix}`, ...(BACK[suffix] ?? [])];
  const unread = { has: ["-l", "-t", "-c"], operands: "read*" };
  return [
    {
      options,
      operands: "consume*",
      tree: ["-r"],
      filter: true,
      suffixes: [suffix],
      ...also,
      name: optionList(names),
      when: [
        { ...unread, suffixes: [] },
        { has: ["-o"], operands: "read*", suffixes: [] },
        { all: ["-d", "-k"], operands: "read*", suffixes: strips },
        { has: ["-d"], suffixes: strips },
        { has: ["-k"], operands: "read*" },
        ...(also.when ?? []),
      ],
    },
    ...(back === ""
      ? []
      : [
          {
            options,
            operands: "consume*",
            tree: ["-r"],
            filter: true,
            suffixes: strips,
            ...also,
            name: optionList(back),
            when: [
              { ...unread, suffixes: [] },
              { has: ["-o"], operands: "read*", suffixes: [] },
              { has: ["-k"], operands: "read*" },
              { has: ["-z"], suffixes: [suffix] },
            ],
            tests: optionList(back).flatMap((name): ProgramTest[] => [
              { run: `${name} -c x${suffix}`, reads: [`./x${suffix}`] },
              { run: `${name} -k x${suffix}`, reads: [`./x${suffix}`], writes: ["./x"] },
            ]),
          },
        ]),
  ];
}

/** What was given stays, unless it says `--rm`: how `zstd` and `lz4` begin. */
const KEEPS = { has: ["--rm"], operands: "consume*" };

/** Compressors of single files. */
export const COMPRESSORS: readonly ProgramRow[] = [
  ...compressor(
    "gzip pigz",
    "gunzip unpigz",
    ".gz",
    "-a,--ascii -L,--license -n,--no-name -N,--name -r,--recursive --rsyncable -i,--independent -p,--processes= -b,--blocksize= -R --zip,-K --zlib -Z --synchronous",
    {
      tests: [
        { run: "gzip -c a", reads: ["./a"] },
        { run: "gzip a", reads: ["./a"], writes: ["./a", "./a.gz"], deletes: ["./a"] },
        { run: "gzip -k a", reads: ["./a"], writes: ["./a.gz"] },
        { run: "gzip -kS .z a", reads: ["./a"], writes: ["./a.z"] },
        { run: "gzip -dk a.gz", reads: ["./a.gz"], writes: ["./a"] },
        { run: "gzip -t a.gz", reads: ["./a.gz"] },
        { run: "gzip -r a", reads: ["./a/**"], writes: ["./a/**", "./a.gz"], deletes: ["./a/**"] },
      ],
      variables: ["GZIP=options"],
    },
  ),
  ...compressor("bzip2 pbzip2 lbzip2", "bunzip2", ".bz2", "-s,--small -L,--license -p= -n= -b= -m= -r", {
    tests: [
      { run: "bzip2 -k a", reads: ["./a"], writes: ["./a.bz2"] },
      { run: "bzip2 a", reads: ["./a"], writes: ["./a", "./a.bz2"], deletes: ["./a"] },
    ],
    variables: ["BZIP2=options", "BZIP=options"],
  }),
  ...compressor(
    "xz",
    "unxz",
    ".xz",
    "-e,--extreme -T,--threads= -F,--format= -C,--check= -M,--memlimit= --memlimit-compress= --memlimit-decompress= --block-size= --files=?names --files0=?names --single-stream --no-sparse --no-adjust -H --robot -Q --flush-timeout= --lzma1=? --lzma2=? --x86=? --delta=?",
    {
      tests: [
        { run: "xz -k a", reads: ["./a"], writes: ["./a.xz"] },
        { run: "xz -dk a.xz", reads: ["./a.xz"], writes: ["./a"] },
      ],
      variables: ["XZ_OPT=options", "XZ_DEFAULTS=options"],
      // The names of the files that go away are in a list.
      also: [{ has: ["--files", "--files0"], unknown: "opaque-file" }],
    },
  ),
  ...compressor("lzma", "unlzma", ".lzma", "-e,--extreme -T,--threads= -F,--format= -M,--memlimit=", {
    tests: [{ run: "lzma -k a", reads: ["./a"], writes: ["./a.lzma"] }],
    variables: ["XZ_OPT=options", "XZ_DEFAULTS=options"],
  }),
  ...compressor(
    "lzip plzip clzip",
    "lunzip",
    ".lz",
    "-o,--output=write -b,--member-size= -m= -s= -n,--threads= -F,--recompress -B,--data-size= --loose-trailing -a",
    {
      tests: [
        { run: "lzip -k a", reads: ["./a"], writes: ["./a.lz"] },
        { run: "lzip -o y a", reads: ["./a"], writes: ["./y"] },
      ],
    },
  ),
  ...compressor("compress", "uncompress", ".Z", "-b= -r", {
    tests: [{ run: "compress a", reads: ["./a"], writes: ["./a", "./a.Z"], deletes: ["./a"] }],
  }),
  ...compressor(
    "lzop",
    "unlzop",
    ".lzo",
    "-o,--output=write -p,--path=?cwd -U,--unlink,--delete -x,--extract -n -N -P -C --crc32 --filter=",
    {
      tests: [
        { run: "lzop a", reads: ["./a"], writes: ["./a.lzo"] },
        { run: "lzop -U a", reads: ["./a"], writes: ["./a", "./a.lzo"], deletes: ["./a"] },
      ],
      operands: "read*",
      when: [{ has: ["-U"], operands: "consume*" }],
    },
  ),
  ...compressor(
    "zstd pzstd zstdmt",
    "unzstd",
    ".zst",
    "-o=write --rm -T,--threads= --ultra --long=? --fast=? --adapt=? --rsyncable -D=read -M,--memory= --memlimit= -r -B= --format= --check --no-check --no-progress --progress --stream-size= --size-hint= --filelist=names --output-dir-flat=unpack --output-dir-mirror=unpack --train --maxdict= -b=? -e=? -i=? -p= --single-thread --exclude-compressed --patch-from=read --sparse --no-sparse --priority=? --auto-threads= --target-compressed-block-size= --no-dictID --no-name -C -H",
    {
      tests: [
        { run: "zstd a", reads: ["./a"], writes: ["./a.zst"] },
        { run: "zstd --rm a", reads: ["./a"], writes: ["./a", "./a.zst"], deletes: ["./a"] },
        { run: "zstd a -o y", reads: ["./a"], writes: ["./y"] },
        { run: "zstd -19 -T0 a", reads: ["./a"], writes: ["./a.zst"] },
        { run: "zstd -d a.zst", reads: ["./a.zst"], writes: ["./a"] },
      ],
      operands: "read*",
      when: [KEEPS],
    },
  ),
  // A second operand is what is written.
  ...compressor(
    "lz4",
    "unlz4",
    ".lz4",
    "-o=write --rm -m,--multiple -r -B= -D= -BD -BX -T,--threads= --ultra --fast=? --content-size --no-frame-crc --sparse --no-sparse --favor-decSpeed -a -y",
    {
      tests: [
        { run: "lz4 a", reads: ["./a"], writes: ["./a.lz4"] },
        { run: "lz4 a y", reads: ["./a"], writes: ["./y"] },
        { run: "lz4 -m a b", reads: ["./a", "./b"], writes: ["./a.lz4", "./b.lz4"] },
      ],
      operands: "read*",
      when: [KEEPS, { not: ["-m"], least: 2, operands: "read write", suffixes: [] }],
    },
  ),
  ...compressor(
    "brotli",
    "unbrotli",
    ".br",
    "-o,--output=write -j,--rm -n,--no-copy-stat -w,--lgwin= --large_window= -q,--quality= -D,--dictionary=read -C,--comment= -K",
    {
      tests: [
        { run: "brotli a", reads: ["./a"], writes: ["./a.br"] },
        { run: "brotli -o y a", reads: ["./a"], writes: ["./y"] },
      ],
      operands: "read*",
      when: [{ has: ["-j"], operands: "consume*" }],
    },
  ),
  ...compressor("snzip", "snunzip", ".sz", "-b= -B= -R= -T", {
    tests: [{ run: "snzip -k a", reads: ["./a"], writes: ["./a.sz"] }],
  }),
];
