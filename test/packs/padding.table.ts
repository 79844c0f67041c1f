/** A way to write a command with much around it, so that it still does what it does. */
export interface Padding {
  readonly name: string;
  readonly pad: (command: string) => string;
}

const times = (text: string, count: number): string => text.repeat(count);
const list = (count: number, one: (n: number) => string, between = " "): string =>
  Array.from({ length: count }, (_, n) => one(n)).join(between);
const quoted = (command: string): string => `'${command.replaceAll("'", "'\\''")}'`;

/** Words go behind the first word, where a shell allows them between any two. */
function behindFirstWord(command: string, text: string): string {
  const at = /^[\w./-]+(?=[ \t])/.exec(command)?.[0].length;
  return at === undefined ? command + text : command.slice(0, at) + text + command.slice(at);
}

/** Runs the command below `depth` functions that call each other. */
function chained(command: string, depth: number): string {
  return `${list(depth, (n) => `f${n}() { f${n + 1}; };`)} f${depth}() {\n${command}\n}; f0`;
}

export const PADDINGS: readonly Padding[] = [
  { name: "16 env", pad: (c) => `${times("env ", 16)}sh -c ${quoted(c)}` },
  { name: "200 env", pad: (c) => `${times("env ", 200)}sh -c ${quoted(c)}` },
  { name: "16 nohup and nice", pad: (c) => `${times("nohup nice ", 16)}sh -c ${quoted(c)}` },
  { name: "30 command", pad: (c) => `${times("command ", 30)}sh -c ${quoted(c)}` },
  {
    name: "8 sh -c",
    pad: (c) => Array.from({ length: 8 }).reduce<string>((inner) => `sh -c ${quoted(inner)}`, c),
  },
  { name: "16 substitutions", pad: (c) => `${times("$(", 16)}\n${c}\n${times(")", 16)}` },
  { name: "100 substitutions", pad: (c) => `${times("$(", 100)}\n${c}\n${times(")", 100)}` },
  { name: "16 subshells", pad: (c) => `${times("( ", 16)}\n${c}\n${times(")", 16)}` },
  { name: "100 groups", pad: (c) => `${times("{ ", 100)}\n${c}\n${times("}\n", 100)}` },
  {
    name: "16 evals",
    pad: (c) => Array.from({ length: 6 }).reduce<string>((inner) => `eval ${quoted(inner)}`, c),
  },
  { name: "13 functions", pad: (c) => chained(c, 13) },
  { name: "40 functions", pad: (c) => chained(c, 40) },
  { name: "30 ifs", pad: (c) => `${times("if true; then ", 30)}\n${c}\n${times("fi\n", 30)}` },
  { name: "1,400 nothings before", pad: (c) => `${times(":;", 1_400)}\n${c}` },
  { name: "1,400 nothings behind", pad: (c) => `${c}\n${times(":;", 1_400)}` },
  { name: "3,000 assignments before", pad: (c) => `${list(3_000, (n) => `v${n}=${n}`, ";")}\n${c}` },
  { name: "a comment of 64 KiB before", pad: (c) => `#${times("x", 65_536)}\n${c}` },
  { name: "a comment of 64 KiB behind", pad: (c) => `${c} #${times("x", 65_536)}` },
  { name: "a long text before", pad: (c) => `: '${times("x", 70_000)}'\n${c}` },
  {
    name: "a long document before",
    pad: (c) => `cat > notes.txt <<'E'\n${times("word word\n", 7_000)}E\n${c}`,
  },
  { name: "70,000 blanks before", pad: (c) => times(" ", 70_000) + c },
  { name: "blanks within", pad: (c) => behindFirstWord(c, times(" ", 70_000)) },
  { name: "lines that go on", pad: (c) => behindFirstWord(c, times(" \\\n", 3_000)) },
  // A word that is quoted is no word of the grammar.
  {
    name: "empty quotes within",
    pad: (c) =>
      /^(?:while|until|for|if|case|select|function)\b/.test(c) ? c : behindFirstWord(c, times("''", 3_000)),
  },
  { name: "300 files before", pad: (c) => `touch ${list(300, (n) => `f${n}`)}\n${c}` },
  { name: "300 reads before", pad: (c) => `${list(300, (n) => `cat f${n}`, ";")}\n${c}` },
  {
    name: "three loops of nine before",
    pad: (c) => `${list(3, () => "for a in {1..9}; do for b in {1..9}; do echo $a $b; done; done;")}\n${c}`,
  },
  { name: "many numbers before", pad: (c) => `: {1..300}\n${c}` },
  { name: "many braces before", pad: (c) => `: {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}\n${c}` },
  {
    name: "in the 30th round",
    pad: (c) => `for c in ${list(30, (n) => `'echo ${n}'`)} ${quoted(c)}; do eval "$c"; done`,
  },
  {
    name: "in the 400th round",
    pad: (c) => `for c in ${list(400, (n) => `'echo ${n}'`)} ${quoted(c)}; do eval "$c"; done`,
  },
  {
    name: "the 40th line of xargs",
    pad: (c) => `printf '%s\\n' ${list(40, (n) => `'echo ${n}'`)} ${quoted(c)} | xargs -d '\\n' -n 1 sh -c`,
  },
];
