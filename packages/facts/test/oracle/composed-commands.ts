import type { Dice } from "../../../shell/test/oracle/script-generator.js";
import { generateFileCommand } from "./file-commands.js";

/** Where a path may lead, as it may be written. */
const PLACES: readonly string[] = [
  ...[
    "a",
    "b",
    "new",
    "d",
    "d/",
    "d/.",
    "n/new",
    "./new",
    "d/../new",
    "/w/q/z",
    "../q/",
    "../q/new",
    "../p/b",
  ],
  ...["~/y", "$HOME/y", '"$PWD"/new', '"$HOME/y"', "${D:-d}/new", "'a b'", "n"],
  ...["{new,d}", "d/{x,y}", "new$((1+1))", "$(echo new)", "`echo d`/x", "${N}new", "d//x", "no/new"],
];

/** Programs that change what is at `P`. */
const CHANGES: readonly string[] = [
  ...[
    "cp a P",
    "cp -r d P",
    "cp -a d/. P",
    "cp -t d a P",
    "cp --parents d/a P",
    "cp -T a P",
    "cp -rT d P",
    "cp -b a P",
  ],
  ...["cp a b P", "cp -n a P", "cp -l a P", "cp -s /w/p/a P", "cp -u a P", "mv a P", "mv d P"],
  ...[
    "mv -t d P",
    "mv -T a P",
    "mv -b a P",
    "mv -n a P",
    "mv a b P",
    "mv P c",
    "rm P",
    "rm -r P",
    "rm -rf P",
    "rmdir P",
  ],
  ...[
    "unlink P",
    "ln a P",
    "ln -s a P",
    "ln -sf a P",
    "ln -sfn d P",
    "ln -st d P",
    "mkdir P",
    "mkdir -p P/x",
    "touch P",
  ],
  ...[
    "touch -c P",
    "truncate -s 1 P",
    "install a P",
    "install -D a P/x",
    "install -d P",
    "install -t d P",
    "tee P < a",
  ],
  ...[
    "tee -a P < a",
    "sed -i s/1/2/ P",
    "sed -i.bk s/1/2/ P",
    "sed 'w P' a",
    "tar cf P d",
    "tar xf t.tar -C P",
    "tar xf t.tar",
  ],
  ...[
    "tar -C d -xf ../t.tar",
    "gzip P",
    "gzip -k P",
    "gunzip -f P",
    "bzip2 -k P",
    "bunzip2 -f P",
    "xz P",
    "unxz -f P",
  ],
  ...[
    "zstd -q P",
    "unzip -o z.zip -d P",
    "unzip -oj z.zip",
    "zip -q P a",
    "zip -qm P a",
    "sort -o P a",
    "uniq a P",
  ],
  ...[
    "split -l 1 a P",
    "csplit -sf P a 2",
    "dd if=a of=P status=none",
    "patch P p.diff",
    "patch -o P a p.diff",
  ],
  ...[
    "patch -b P p.diff",
    "chmod 600 P",
    "chmod -R go-w P",
    "shred -u P",
    "mkfifo P",
    "ar rc P a",
    "od a > P",
    "cat a > P",
  ],
  ...[
    "cat a >> P",
    "echo 1 >| P",
    ": > P",
    "cat < a &> P",
    "awk '{ print > \"new\" }' P",
    "find P -delete",
    "xxd a P",
  ],
  ...[
    "find d -exec cp {} P ';'",
    "find . -name a -exec mv {} P +",
    "find P -type f -exec rm {} +",
    "xxd -r a P",
  ],
  ...[
    "echo P | xargs rm -f",
    "echo a | xargs -I{} cp {} P",
    "ls d | xargs -I{} cp d/{} P",
    "diff a b > P",
    "join a b > P",
  ],
  ...[
    "cp a new && mv new P",
    "mktemp -p d x.XXX",
    "csplit -f x a 2",
    "find d -fprint P",
    "cut -c1 a > P",
    "base64 a > P",
  ],
];

const quoted = (code: string): string => `'${code.replaceAll("'", "'\\''")}'`;

/** What runs a command within something else. */
const WRAPPERS: readonly ((command: string) => string)[] = [
  (c) => `sh -c ${quoted(c)}`,
  (c) => `bash -c ${quoted(c)}`,
  (c) => `env A=1 sh -c ${quoted(c)}`,
  (c) => `nice timeout 5 bash -ec ${quoted(c)}`,
  (c) => `nohup sh -c ${quoted(c)}`,
  (c) => `setsid -w sh -c ${quoted(c)}`,
  (c) => `echo x | xargs -I{} sh -c ${quoted(c)}`,
  (c) => `find a -exec sh -c ${quoted(c)} ';'`,
  (c) => `eval ${quoted(c)}`,
  (c) => `(${c})`,
  (c) => `{ ${c}; }`,
  (c) => `! { ${c}; }`,
  (c) => `if true; then ${c}; fi`,
  (c) => `if false; then :; else ${c}; fi`,
  (c) => `for i in 1 2; do ${c}; done`,
  (c) => `while :; do ${c}; break; done`,
  (c) => `case a in a) ${c};; esac`,
  (c) => `f() { ${c}; }; f`,
  (c) => `f() { (${c}); }; (f)`,
  (c) => `trap ${quoted(c)} EXIT`,
  (c) => `(cd d; ${c})`,
  (c) => `cd n && ${c}`,
  (c) => `cd .. ; cd p; ${c}`,
  (c) => `pushd d > /dev/null; ${c}; popd > /dev/null`,
  (c) => `cd d; cd -; ${c}`,
  (c) => `x=$(${c})`,
  (c) => `echo "$(${c})" > out`,
  (c) => `cat <(${c}) > out`,
  (c) => `sh <<'E'\n${c}\nE`,
  (c) => `echo ${quoted(c)} | sh`,
  (c) => `echo ${quoted(c)} > s.sh; sh s.sh`,
  (c) => `echo ${quoted(c)} > s.sh; . ./s.sh`,
  (c) => `time ${c}`,
  (c) => `command ${c}`,
  (c) => `set -e; ${c}`,
  (c) => `umask 077; ${c}`,
  (c) => `D=n N=x; ${c}`,
  (c) => `export D=d; ${c}`,
  (c) => `set -f; ${c}`,
  (c) => `ln -s d k; cd k; ${c}`,
  (c) => `mkdir -p m/o; cd m/o; ${c}`,
];

const SEPARATORS: readonly string[] = [" ; ", " && ", " || ", " | ", " & wait; ", "\n"];

/** Commands within each other, and one behind another. */
export function generateComposed(dice: Dice): string {
  const count = 1 + dice.below(3);
  let all = "";
  for (let i = 0; i < count; i++) {
    const between = i === 0 ? "" : (SEPARATORS[dice.below(SEPARATORS.length)] ?? ";");
    all += between + wrapped(dice, dice.below(3));
  }
  return all;
}

function wrapped(dice: Dice, depth: number): string {
  if (depth === 0) return simple(dice);
  return (WRAPPERS[dice.below(WRAPPERS.length)] ?? String)(wrapped(dice, depth - 1));
}

function simple(dice: Dice): string {
  if (dice.chance(0.2)) return generateFileCommand(dice);
  const place = PLACES[dice.below(PLACES.length)] ?? "a";
  return (CHANGES[dice.below(CHANGES.length)] ?? "rm P").replace(/\bP\b/, () => place);
}
