import { optionList } from "../../programs/option-list.js";
import type { ProgramRow } from "../../programs/program-row.js";

/** Programs that read text and print it in another form. */
const GREP = optionList(
  "-E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -e,--regexp= -f,--file=read -i,--ignore-case -y --no-ignore-case -v,--invert-match -w,--word-regexp -x,--line-regexp -c,--count --color=? --colour=? -L,--files-without-match -l,--files-with-matches -m,--max-count= -o,--only-matching -q,--quiet,--silent -s,--no-messages -b,--byte-offset -H,--with-filename -h,--no-filename --label= -n,--line-number -T,--initial-tab -Z,--null -A,--after-context= -B,--before-context= -C,--context= -a,--text --binary-files= -D,--devices= -d,--directories= --exclude= --exclude-from=read --exclude-dir= -I --include=named -r,--recursive -R,--dereference-recursive --line-buffered -U,--binary -z,--null-data -NUM",
);

export const TEXT_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["cat", "gcat"],
    options: optionList(
      "-A,--show-all -b,--number-nonblank -e -E,--show-ends -l -n,--number -s,--squeeze-blank -t -T,--show-tabs -u -v,--show-nonprinting",
    ),
    operands: "read*",
    copies: true,
    tests: [{ run: "cat a ~/.netrc", reads: ["./a", "~/.netrc"] }],
  },
  {
    name: ["tac", "gtac"],
    options: optionList("-b,--before -r,--regex -s,--separator="),
    operands: "read*",
    copies: true,
    tests: [{ run: "tac -r -s x a", reads: ["./a"] }],
  },
  {
    name: ["nl", "gnl"],
    options: optionList(
      "-b,--body-numbering= -d,--section-delimiter= -f,--footer-numbering= -h,--header-numbering= -i,--line-increment= -l,--join-blank-lines= -n,--number-format= -p,--no-renumber -s,--number-separator= -v,--starting-line-number= -w,--number-width=",
    ),
    operands: "read*",
    copies: true,
    tests: [{ run: "nl -ba -w 3 a", reads: ["./a"] }],
  },
  {
    name: ["bat", "batcat"],
    variables: ["BAT_PAGER=code", "BAT_OPTS", "BAT_CONFIG_PATH"],
    options: optionList(
      "-A,--show-all -n,--number -s,--squeeze-blank -u,--unbuffered -p,--plain -P -l,--language= --style= --paging= --pager=code --color= --italic-text= --decorations= -r,--line-range= -H,--highlight-line= --theme= --wrap= -S,--chop-long-lines --terminal-width= --tabs= --file-name= -d,--diff --diff-context= -m,--map-syntax= --ignored-suffix= -L,--list-languages --list-themes --binary= --nonprintable-notation= -f,--force-colorization --squeeze-limit= --strip-ansi=",
    ),
    operands: "read*",
    copies: true,
    tests: [{ run: "bat -p -l sh a", reads: ["./a"] }],
  },
  {
    name: ["head", "tail", "ghead", "gtail"],
    options: optionList(
      "-n,--lines= -c,--bytes= -q,--quiet,--silent -v,--verbose -z,--zero-terminated -f,--follow=? -F --pid= -s,--sleep-interval= --retry -r -NUM",
    ),
    operands: "read*",
    filter: true,
    tests: [{ run: "head -n 5 a", reads: ["./a"] }],
  },
  {
    name: ["grep", "egrep", "fgrep", "zgrep", "ggrep"],
    options: GREP,
    operands: "pattern read*",
    tree: ["-r", "-R", "-d=recurse"],
    filter: true,
    when: [
      { has: ["-r", "-R", "-d=recurse"], all: ["-e"], operands: "read*", default: "." },
      { has: ["-r", "-R", "-d=recurse"], all: ["-f"], operands: "read*", default: "." },
      { has: ["-e", "-f"], operands: "read*" },
      { has: ["-r", "-R", "-d=recurse"], default: "." },
    ],
    tests: [{ run: "grep -r x", reads: ["./**"] }],
  },
  {
    name: "rgrep",
    options: GREP,
    operands: "pattern read*",
    default: ".",
    tree: true,
    filter: true,
    when: [{ has: ["-e", "-f"], operands: "read*" }],
    tests: [{ run: "rgrep x", reads: ["./**"] }],
  },
  {
    name: "rg",
    options: optionList(
      "-e,--regexp= -f,--file=read -g,--glob=named --iglob=named -i,--ignore-case -S,--smart-case -s,--case-sensitive -v,--invert-match -w,--word-regexp -x,--line-regexp -c,--count --count-matches -l,--files-with-matches --files-without-match -L,--follow -m,--max-count= -o,--only-matching -q,--quiet -n,--line-number -N,--no-line-number -H,--with-filename -I,--no-filename -A,--after-context= -B,--before-context= -C,--context= -a,--text -t,--type= -T,--type-not= -u,--unrestricted -uu -uuu --hidden --no-ignore --no-ignore-vcs -F,--fixed-strings -P,--pcre2 -U,--multiline --multiline-dotall -0,--null -p,--pretty --color= --colors= --heading --no-heading --json --vimgrep --column --sort= --sortr= --stats --files --type-list -j,--threads= -M,--max-columns= -r,--replace= -d,--max-depth= -z,--search-zip --trim -b,--byte-offset --debug --pre=command --no-messages --no-config --passthru --context-separator= -E,--encoding=",
    ),
    operands: "pattern read*",
    default: ".",
    tree: true,
    filter: true,
    when: [
      { has: ["--type-list"], operands: "pattern*" },
      { has: ["--files"], operands: "list*" },
      { has: ["-e", "-f"], operands: "read*" },
    ],
    tests: [{ run: "rg TODO", reads: ["./**"] }],
  },
  {
    name: ["ag", "ack"],
    // Each kind of file is an option of its own (`--python`).
    loose: true,
    options: optionList(
      "-A,--after= -B,--before= -C,--context= -G,--file-search-regex=matched -g=matched --ignore= --ignore-dir= --ignore-file= --match= --depth= -m,--max-count= -p,--path-to-ignore=read -W,--width= --workers= --pager=code --type,-t=? --type-set= --type-add= --type-del= --files-from=names --ackrc=read --output= --color-line-number= --color-match= --color-path= --color-filename= --color-lineno= --sort-files -f -l -L -i -S -s -v -w -c -o -H -h -n -r -R -u -U -a -D -F -Q -z -0 -1 --hidden --literal --filename --nofilename --follow",
    ),
    operands: "pattern read*",
    default: ".",
    tree: true,
    filter: true,
    when: [
      { has: ["-g", "-f"], operands: "list*" },
      { has: ["--match"], operands: "read*" },
    ],
    tests: [{ run: "ag -l TODO", reads: ["./**"] }],
  },
  {
    name: ["sort", "gsort"],
    options: optionList(
      "-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting -M,--month-sort -h,--human-numeric-sort -n,--numeric-sort -R,--random-sort --random-source=read -r,--reverse --sort= -V,--version-sort --batch-size= -c,--check=? -C --compress-program=command --debug --files0-from=names -k,--key= -m,--merge -o,--output=write -s,--stable -S,--buffer-size= -t,--field-separator= -T,--temporary-directory= --parallel= -u,--unique -z,--zero-terminated",
    ),
    operands: "read*",
    filter: true,
    tests: [{ run: "sort -u a -o b", reads: ["./a"], writes: ["./b"] }],
  },
  {
    name: ["uniq"],
    options: optionList(
      "-c,--count -d,--repeated -D --all-repeated=? -f,--skip-fields= --group=? -i,--ignore-case -s,--skip-chars= -u,--unique -z,--zero-terminated -w,--check-chars=",
    ),
    operands: "read write",
    filter: true,
    tests: [{ run: "uniq a b", reads: ["./a"], writes: ["./b"] }],
  },
  // What takes a value differs from one to the next: an option of another would hide a file.
  {
    name: "cut",
    options: optionList(
      "-b,--bytes= -c,--characters= -d,--delimiter= -f,--fields= -n --complement -s,--only-delimited --output-delimiter= -w -z,--zero-terminated",
    ),
    operands: "read*",
    filter: true,
    tests: [{ run: "cut -d: -f1 /etc/passwd", reads: ["/etc/passwd"] }],
  },
  {
    name: "paste",
    options: optionList("-d,--delimiters= -s,--serial -z,--zero-terminated"),
    operands: "read*",
    filter: true,
    tests: [{ run: "paste -sd, a b", reads: ["./a", "./b"] }],
  },
  {
    name: "column",
    options: optionList(
      "-t,--table -s,--separator= -o,--output-separator= -c,--output-width= -N,--table-columns= -l,--table-columns-limit= -R,--table-right= -T,--table-truncate= -E,--table-noextreme= -e,--table-header-repeat -W,--table-wrap= -H,--table-hide= -O,--table-order= --table-name= -L,--keep-empty-lines -J,--json -d,--table-noheadings -m,--table-maxout -x,--fillrows -r,--tree= -i,--tree-id= -p,--tree-parent= -C,--table-column= -S,--use-spaces=",
    ),
    operands: "read*",
    filter: true,
    tests: [{ run: "column -t -s, a", reads: ["./a"] }],
  },
  {
    name: ["fold", "gfold"],
    options: optionList("-b,--bytes -c,--characters -s,--spaces -w,--width= -NUM"),
    operands: "read*",
    filter: true,
    tests: [{ run: "fold -sw 80 a", reads: ["./a"] }],
  },
  {
    name: "fmt",
    options: optionList(
      "-c,--crown-margin -p,--prefix= -s,--split-only -t,--tagged-paragraph -u,--uniform-spacing -w,--width= -g,--goal= -NUM",
    ),
    operands: "read*",
    filter: true,
    tests: [{ run: "fmt -t -w 72 a", reads: ["./a"] }],
  },
  {
    name: ["expand", "unexpand"],
    options: optionList("-a,--all --first-only -i,--initial -t,--tabs= -NUM"),
    operands: "read*",
    filter: true,
    tests: [{ run: "expand -t 2 a", reads: ["./a"] }],
  },
  {
    name: ["rev", "tsort"],
    options: optionList("-0,--zero -w"),
    operands: "read*",
    filter: true,
    tests: [{ run: "rev a", reads: ["./a"] }],
  },
  {
    name: "join",
    options: optionList(
      "-a= -e= -i,--ignore-case -j= -o= -t= -v= -1= -2= --check-order --nocheck-order --header -z,--zero-terminated",
    ),
    operands: "read*",
    filter: true,
    tests: [{ run: "join -t , -1 2 a b", reads: ["./a", "./b"] }],
  },
  {
    name: "comm",
    options: optionList(
      "-1 -2 -3 -i --check-order --nocheck-order --output-delimiter= --total -z,--zero-terminated",
    ),
    operands: "read*",
    filter: true,
    tests: [{ run: "comm -12 a b", reads: ["./a", "./b"] }],
  },
  {
    name: "pr",
    options: optionList(
      "--pages= --columns= -a,--across -c,--show-control-chars -d,--double-space -D,--date-format= -e,--expand-tabs=? -F,-f,--form-feed -h,--header= -i,--output-tabs=? -J,--join-lines -l,--length= -m,--merge -n,--number-lines=? -N,--first-line-number= -o,--indent= -r,--no-file-warnings -s,--separator=? -S,--sep-string=? -t,--omit-header -T,--omit-pagination -v,--show-nonprinting -w,--width= -W,--page-width= -p -NUM",
    ),
    operands: "read*",
    filter: true,
    tests: [{ run: "pr -t -w 80 a", reads: ["./a"] }],
  },
  {
    name: "colrm",
    filter: true,
    tests: [{ run: "colrm 3 5 < a", reads: ["./a"] }],
  },
  {
    name: "look",
    options: optionList("-a,--alternative -d,--alphanum -f,--ignore-case -t,--terminate="),
    operands: "plain read",
    filter: true,
    tests: [{ run: "look x a", reads: ["./a"] }],
  },
  {
    name: ["tr"],
    options: optionList("-c,-C,--complement -d,--delete -s,--squeeze-repeats -t,--truncate-set1"),
    filter: true,
    tests: [{ run: "tr a b < x", reads: ["./x"] }],
  },
  {
    name: ["wc", "gwc"],
    options: optionList(
      "-c,--bytes -m,--chars -l,--lines -L,--max-line-length -w,--words --files0-from=names --total= --debug",
    ),
    operands: "read*",
    tests: [{ run: "wc -l -w a", reads: ["./a"] }],
  },
  {
    name: [
      "cksum",
      "sum",
      "md5sum",
      "sha1sum",
      "sha224sum",
      "sha256sum",
      "sha384sum",
      "sha512sum",
      "b2sum",
      "shasum",
      "md5",
      "xxhsum",
    ],
    options: optionList(
      "-c,--check,--bytes -m,--chars -l,--lines= -L,--max-line-length -w,--words,--warn --files0-from=names --total= -b,--binary -t,--text --tag -z,--zero --ignore-missing --quiet,-q --status --strict -a,--algorithm= -r --base64 --raw --untagged --debug -p -s= -n",
    ),
    operands: "read*",
    when: [{ has: ["-l"], operands: "read*" }],
    tests: [{ run: "sha256sum a", reads: ["./a"] }],
  },
  {
    name: ["diff", "cmp", "sdiff", "diff3", "colordiff", "vimdiff", "icdiff", "delta"],
    variables: ["DELTA_PAGER=code"],
    loose: true,
    options: optionList(
      "-r,--recursive -U,--unified=? -C,--context=? -x,--exclude= -X,--exclude-from=read -I,--ignore-matching-lines= -L,--label= --to-file=read --from-file=read -F= -W,--width= -n,--bytes= -i -o,--output=write",
    ),
    operands: "read*",
    tree: ["-r"],
    filter: true,
    tests: [{ run: "diff -u a b", reads: ["./a", "./b"] }],
  },
  {
    name: ["less", "more", "most", "zless"],
    loose: true,
    lang: "less",
    options: optionList("+=program -o=write -O=write -p= -t= -x= -y= -z= -j= -b= -h= -P= -k=read -T=read"),
    variables: ["LESSOPEN=pipe", "LESSCLOSE=code", "LESS"],
    operands: "read*",
    copies: true,
    tests: [{ run: "less -N a", reads: ["./a"] }],
  },
  {
    name: ["strings", "od", "hexdump", "hd", "xxd"],
    options: optionList(
      "-a,--all -f -n,--bytes= -t,--radix= -e,--encoding= -o -A= -j= -N= -w,--width=? -v -x -b -c -d -C -s= -l= -g= -p,-ps -r,-revert -u -i -q -E -R= -S= -k= --output-duplicates -NUM",
    ),
    operands: "read write",
    filter: true,
    when: [{ has: ["-r"], decodes: true }],
    tests: [{ run: "xxd a", reads: ["./a"] }],
  },
  {
    name: ["base64", "base32", "basenc", "gbase64"],
    options: optionList(
      "-d,--decode,-D -i,--ignore-garbage -w,--wrap= -b,--break= -o,--output=write --base64 --base64url --base32 --base16 --base2msbf --z85 -h",
    ),
    operands: "read",
    filter: true,
    handler: "base64",
    tests: [{ run: "base64 -d x", reads: ["./x"] }],
  },
  {
    name: ["jq", "yq", "gojq", "jaq", "xq", "fx", "dasel"],
    options: optionList(
      "-r,--raw-output -c,--compact-output -n,--null-input -e,--exit-status -s,--slurp -S,--sort-keys -C,--color-output -M,--monochrome-output -a,--ascii-output -j,--join-output -R,--raw-input --tab --indent= --stream --seq -f,--from-file=read --jsonargs --args --arg=2 --argjson=2 --slurpfile=2read --rawfile=2read --argfile=2read -L= -0 -i,--inplace -y,--yaml-output,--prettyPrint -P -o,--output-format= -p,--input-format= --raw-output0 -I= -N,--no-doc -v,--verbose -V --unbuffered -h --xml-output -Y -t --width= -ea",
    ),
    operands: "pattern read*",
    filter: true,
    loose: true,
    when: [
      { has: ["-i"], operands: "pattern edit*" },
      { has: ["--args", "--jsonargs"], operands: "pattern plain*" },
      { has: ["-f"], operands: "read*" },
      { has: ["-n"], operands: "pattern read*" },
    ],
    tests: [{ run: "jq -r .a x.json", reads: ["./x.json"] }],
  },
  {
    name: ["awk", "gawk", "mawk", "nawk", "goawk"],
    style: "posix",
    options: optionList(
      "-F,--field-separator= -v,--assign= -f,--file=script -e,--source=program -i,--include= -l,--load= -E,--exec=script -b -c -C -d,--dump-variables=? -D,--debug=? -g -h -L,--lint=? -M -n -N -o,--pretty-print=? -O -p,--profile=? -P -r -s -S,--sandbox -t -V --posix --traditional --re-interval --csv",
    ),
    handler: "awk",
    variables: ["AWKPATH", "AWKLIBPATH"],
    tests: [{ run: "awk '{print $1}' a", reads: ["./a"] }],
  },
  {
    name: ["sed", "gsed"],
    options: optionList(
      "-n,--quiet,--silent --debug -e,--expression=program -f,--file=script -E,-r,--regexp-extended --follow-symlinks -i,--in-place=? -l,--line-length= --posix -s,--separate --sandbox -u,--unbuffered -z,--null-data -a",
    ),
    handler: "sed",
    tests: [{ run: "sed -n p ~/.kube/config", reads: ["~/.kube/config"] }],
  },
  {
    // The pieces are `xaa`, `xab` and on, or begin as the second operand says.
    name: ["split", "gsplit"],
    options: optionList(
      "-a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= -d --numeric-suffixes=? -x --hex-suffixes=? -e,--elide-empty-files -l,--lines= -n,--number= --filter=code -t,--separator= -u,--unbuffered --verbose -p=pattern -NUM",
    ),
    operands: "read prefix",
    filter: true,
    when: [{ most: 1, operands: "read", writes: "x" }],
    tests: [{ run: "split -l 5 a b", reads: ["./a"], writes: ["./b*"] }],
  },
  {
    name: ["csplit", "gcsplit"],
    options: optionList(
      "-b,--suffix-format= -f,--prefix=prefix -k,--keep-files -n,--digits= -q,-s,--quiet,--silent -z,--elide-empty-files --suppress-matched",
    ),
    operands: "read pattern*",
    filter: true,
    when: [{ not: ["-f"], operands: "read pattern*", writes: "xx" }],
    tests: [{ run: "csplit a 9", reads: ["./a"], writes: ["./xx*"] }],
  },
  {
    name: ["iconv", "dos2unix", "unix2dos", "recode"],
    options: optionList(
      "-f,--from-code= -t,--to-code= -o,--output=write -c -s,--silent -l,--list --verbose -k -n -q -b",
    ),
    operands: "read*",
    filter: true,
    when: [{ has: ["-o", "-f", "-t"], operands: "read*" }],
    tests: [{ run: "iconv -f latin1 -t utf8 a", reads: ["./a"] }],
  },
];
