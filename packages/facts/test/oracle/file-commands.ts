import type { Dice } from "../../../shell/test/oracle/script-generator.js";
import { type ProgramRow, PROGRAMS } from "../../src/index.js";

/** Programs that change files, are everywhere, and need no network. */
const NAMES =
  "cp mv rm rmdir ln link unlink mkdir touch truncate install tee sed tar dd gzip gunzip bzip2 bunzip2 xz unxz zstd sort uniq split csplit patch chmod find cat head tail tac nl cut paste join comm wc cksum sha256sum md5sum base64 od xxd iconv shred mkfifo zip unzip ar awk diff cmp xargs".split(
    " ",
  );

const OPERANDS =
  "a b c d n f.txt new d/new d/e ./d/ ../q ../p/a /w/q/z ~/y 'a b' *.txt d/* t.tar c.gz c.bz2 z.zip".split(
    " ",
  );

/** What comes first where it is not a path. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  sed: ["s/1/2/", "'s/1/2/w out'", "p", "'w out'", "-n 1p", "'1r b'", "-e 1d -e 's/3/4/'"],
  awk: ["'{print}'", "'{print > \"out\"}'", "'BEGIN { print 1 > \"/w/q/z\" }'", "'{ print >> $1 }'"],
  chmod: ["600", "u+x", "-R go-w", "--reference=a"],
  dd: ["if=a of=out", "if=a of=b conv=notrunc", "of=new count=0", "if=a"],
  truncate: ["-s 0", "-s +5", "-r a"],
  csplit: ["a 2", "-f out a 2", "a /2/"],
  split: ["-l 1 a", "-l 1 a out", "-n 2 a d/"],
  xargs: ["rm", "-n1 touch", "-I{} cp {} d", "-a f.txt touch"],
  find: [
    ". -name a -delete",
    "d -type f -exec rm {} +",
    ". -name 'f*' -fprint out",
    "d -newer a -exec cp {} /w/q ';'",
    "n -empty -delete",
  ],
  tar: [
    "cf out.tar",
    "xf t.tar",
    "-xf t.tar -C n",
    "rf t.tar",
    "-czf out.tgz",
    "--delete -f t.tar f.txt",
    "tf t.tar",
  ],
  zip: ["out.zip", "-r out.zip", "-m out.zip", "-d z.zip f.txt"],
  unzip: ["z.zip", "-d n z.zip", "-o z.zip f.txt", "-l z.zip", "-p z.zip"],
  ar: ["r out.a", "rc d/out.a", "d out.a", "t out.a"],
  patch: ["-i p.diff", "-p0 -i p.diff", "a p.diff", "-o out a p.diff", "-b -i p.diff", "-R a p.diff"],
  iconv: ["-f utf8 -t latin1", "-o out"],
  xxd: ["a out", "-r a"],
  install: ["-d", "-m 600", "-t d", "-D"],
};

/** Words that stand for the values of options, by their role. */
const VALUES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  write: ["out", "d/out"],
  append: ["out", "b"],
  into: ["d", "n"],
  create: ["out"],
  cwd: ["d", "/w/q"],
  read: ["a", "c"],
  edit: ["b"],
  code: ["true"],
  command: ["cat"],
};

const names = ({ name }: ProgramRow): readonly string[] => (typeof name === "string" ? [name] : name);
const rows = NAMES.flatMap((name) => {
  const row = PROGRAMS.find((one) => names(one).includes(name));
  return row === undefined ? [] : [[name, row] as const];
});

/** What the tests of the rows run, of programs that are there. */
export function commandsOfRows(): readonly string[] {
  return rows.flatMap(([name, { tests }]) =>
    tests.map(({ run }) => run).filter((run) => run.split(" ")[0] === name && !/[|&;]|\/etc|~/.test(run)),
  );
}

/** A command of one of the programs with options of its row. */
export function generateFileCommand(dice: Dice): string {
  const [name, row] = dice.one(rows as [(typeof rows)[0], ...typeof rows]);
  const first = FIRST[name];
  const options = Array.from({ length: dice.below(3) }, () => optionOf(dice, row)).filter(
    (one) => one !== "",
  );
  const lead = first === undefined || dice.chance(0.1) ? [] : [first[dice.below(first.length)] ?? ""];
  const most = name === "find" ? 0 : 3;
  const operands = Array.from(
    { length: dice.below(most + 1) },
    () => OPERANDS[dice.below(OPERANDS.length)] ?? "a",
  );
  const words = dice.chance(0.8) ? [...options, ...lead, ...operands] : [...lead, ...operands, ...options];
  const input = name === "xargs" || dice.chance(0.2) ? "printf 'a\\nb\\n' | " : "";
  return `${input}${[name, ...words].join(" ")}${dice.chance(0.1) ? " > out" : ""}`;
}

/** One of the row's options as it may be written. */
function optionOf(dice: Dice, { options = [] }: ProgramRow): string {
  const given = options[dice.below(options.length)] ?? "";
  const [spelled = "", role] = given.split("=");
  const all = spelled.split(",");
  const name = all[dice.below(all.length)] ?? "";
  if (!name.startsWith("-") || role === undefined) return name.startsWith("-") ? name : "";
  if (role.startsWith("?")) return name;
  const values = VALUES[role] ?? ["1"];
  const value = values[dice.below(values.length)] ?? "1";
  return name.startsWith("--") ? `${name}=${value}` : `${name} ${value}`;
}
