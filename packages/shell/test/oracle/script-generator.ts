import { CONSTRUCTS, FILTERS, PIECES } from "./construct.table.js";

/** Numbers that look random and are the same for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  one<T>(all: readonly [T, ...T[]]): T {
    return all[this.below(all.length)] ?? all[0];
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}

/** Programs that are recorded and do nothing. */
export const STUBS = ["aa", "bb", "cc", "dd"] as const;

const NAMES = ["x", "y", "z", "n"] as const;
const TEXTS = ["a", "b1", "-r", "/t", "p q", "*.c", "", "a:b", "\\", "f.tar.gz", "ab", "7", "~"] as const;

/** Scripts with programs of the table that run others, too: what the facts are held against. */
export function generateProgramScript(dice: Dice): string {
  const count = 1 + dice.below(2);
  const statements = Array.from({ length: count }, () =>
    dice.chance(0.6) ? programStatement(dice) : statement(dice, 2),
  );
  return statements.join(dice.one(["; ", "\n", " && ", " || "]));
}

/** A program that runs another. */
function programStatement(dice: Dice): string {
  const run = (): string => simple(dice, 0).replace(/ (?:2?>.*|< .*)$/, "");
  const stub = (): string => `${dice.one(STUBS)} ${words(dice, 1, 2)}`;
  const text = (): string =>
    quoteSingle(dice.one(["a b", "a\nb", "'p q' r", '"x y"', "a\\ b", "-n", "", " a  b ", "k=v"]));
  switch (dice.below(16)) {
    case 0:
      return `printf '%b' ${text()} | xargs ${dice.one(["", "-n1 ", "-n 2 ", "-r ", "-t "])}${stub()}`;
    case 1:
      return `printf '%b' ${text()} | xargs -I ${dice.one(["{}", "X"])} ${dice.one(STUBS)} ${dice.one(["{}", "X", "a{}b", "XX"])} ${word(dice, 0)}`;
    case 2:
      return `printf 'a\\0b c\\0' | xargs -0 ${stub()}`;
    case 3:
      return `nice ${dice.one(["", "-n 3 ", "-5 "])}${run()}`;
    case 4:
      return `timeout ${dice.one(["3 ", "-s KILL 3 ", "--foreground 3 "])}${run()}`;
    case 5:
      return `nohup ${run()}`;
    case 6:
      return `env ${dice.one(["", "A=b ", "-u x ", "-i PATH=/bin ", "-- "])}${run()}`;
    case 7:
      return `find ${dice.one([".", "/t", "/t/d /w/p"])} ${dice.one(["", "-type d ", "-name d ", "-maxdepth 1 "])}-exec ${dice.one(STUBS)} ${dice.one(["{}", "a {}", "x{}y {}"])} ${dice.one(["\\;", "';'"])}`;
    case 8:
      return `find /t -type d | xargs ${stub()}`;
    case 9:
      return `${dice.one(["sh", "bash", "dash"])} -c ${quoteSingle(`${dice.one(STUBS)} "$0" $1 "$@"`)} ${words(dice, 1, 3)}`;
    case 10:
      return `echo ${quoteSingle(run())} | ${dice.one(["bash", "sh", "cat | bash", "tee o1 | bash", "bash -s a b", "base64 | base64 -d | sh", "env bash"])}`;
    case 11:
      return `x=${quoteSingle(run())}; ${dice.one(["eval $x", 'eval "$x"', 'bash -c "$x"', "$x", 'sh <<< "$x"'])}`;
    case 12:
      return `cat > o1 <<'E'\n${run()}\nE\n${dice.one(["bash o1", ". ./o1", "bash < o1", "sh o1 a", "cp o1 o2; bash o2", "mv o1 o2; bash o2"])}`;
    case 13:
      return `setsid ${run()}`;
    case 14:
      return `xargs ${stub()} <<< ${text()}`;
    default:
      return `stdbuf -oL ${run()}`;
  }
}

/** Scripts of every construct that the shell package says it understands; short enough to run in milliseconds. */
export function generateScript(dice: Dice): string {
  return list(dice, 3);
}

function list(dice: Dice, depth: number): string {
  const count = 1 + dice.below(3);
  return Array.from({ length: count }, () => statement(dice, depth)).join(
    dice.one(["; ", "\n", " && ", " || "]),
  );
}

function statement(dice: Dice, depth: number): string {
  if (depth <= 0) return simple(dice, depth);
  if (dice.chance(0.4)) return construct(dice, depth);
  const inner = (): string => list(dice, depth - 1);
  switch (dice.below(34)) {
    case 0:
      return `if ${test(dice, depth)}; then ${inner()}; else ${inner()}; fi`;
    case 1:
      return `for ${dice.one(NAMES)} in ${words(dice, depth, 3)}; do ${inner()}; done`;
    case 2:
      return `{ ${inner()}; }`;
    case 3:
      return `( ${inner()} )`;
    case 4: {
      const name = dice.one(["f", "g"]);
      return `${name}() { ${inner()}; }; ${name} ${words(dice, depth, 2)}`;
    }
    case 5:
      return `${simple(dice, depth)} | ${statement(dice, depth - 1)}`;
    case 6:
      return `case ${word(dice, depth)} in ${pattern(dice)}) ${inner()};${dice.one([";", "&", ";&"])} *) ${inner()};; esac`;
    case 7:
      return `n=0; while [ $n -lt ${dice.below(4)} ]; do n=$((n+1)); ${inner()}; done`;
    case 8:
      return `printf '%s\\n' ${words(dice, depth, 2)} | while read -r ${dice.one(NAMES)} ${dice.chance(0.4) ? dice.one(NAMES) : ""}; do ${inner()}; done`;
    case 9:
      return `eval ${dice.chance(0.5) ? quoteSingle(inner()) : words(dice, depth, 3)}`;
    case 10:
      return `bash -c ${quoteSingle(inner())} ${dice.chance(0.5) ? words(dice, depth, 2) : ""}`;
    case 11:
      return `cat <<${dice.chance(0.5) ? "E" : "'E'"} | bash\n${simple(dice, 0)}\nE\n`;
    case 12:
      return `set -- ${words(dice, depth, 3)}`;
    case 13:
      return dice.one(["shift", "shift 2", "unset x", "unset -v y", "set --", "unset -f f"]);
    case 14:
      return `${dice.one(["local", "declare", "export", "readonly r; declare", "declare -i", "typeset"])} ${dice.one(NAMES)}=${word(dice, depth)}`;
    case 15:
      return `${dice.one(NAMES)}=(${words(dice, depth, 3)})`;
    case 16:
      return `read ${dice.one(["", "-r "])}${dice.one(NAMES)} ${dice.one(NAMES)} <<< ${word(dice, depth)}`;
    case 17:
      return `printf -v ${dice.one(NAMES)} ${dice.one(["%s", "'%s-%s'", "%d", "'%03d'", "%b", "'a%%b'", "'%5s|'", "'%-4s|'"])} ${words(dice, depth, 2)}`;
    case 18:
      return `env ${dice.one(["", "V=1 ", "-i "])}${simple(dice, 0)}`;
    case 19:
      return `${dice.one(["command", "builtin", "exec", "command -p"])} ${simple(dice, 0)}`;
    case 20:
      return `echo ${words(dice, depth, 2)} > ${dice.one(["o1", "o2"])}; ${dice.one(["cat o1", ". ./o1", "bash o1", "read -r x < o1", "aa $(cat o1)", "aa $(< o2)", "cat o2 | bash"])}`;
    case 21:
      return `${dice.one(NAMES)}+=${word(dice, depth)}`;
    case 22:
      return `IFS=${dice.one([":", "' '", "a", "':,'"])}; ${inner()}; unset IFS`;
    case 23:
      return `cd ${dice.one(["/t", "/t/d", "..", "/nowhere", "d"])}${dice.one([" && ", "; "])}${simple(dice, depth)}`;
    case 24:
      return dice.one(["break", "continue", "return", "return 1", "exit", "break 2"]);
    case 25:
      return `for ((i=0;i<${dice.below(4)};i++)); do ${inner()}; done`;
    case 26:
      return `${dice.one(NAMES)}=${word(dice, depth)} ${simple(dice, depth)}`;
    case 27:
      return `! ${simple(dice, depth)}`;
    case 28:
      return `mapfile -t ${dice.one(NAMES)} < <(printf '%s\\n' ${words(dice, depth, 2)})`;
    default:
      return dice.chance(0.4) ? `${dice.one(NAMES)}=${word(dice, depth)}` : simple(dice, depth);
  }
}

/** A form of the table with its places filled. */
function construct(dice: Dice, depth: number): string {
  const form = CONSTRUCTS[dice.below(CONSTRUCTS.length)] ?? ":";
  const variable = dice.one(NAMES);
  const called = dice.one(["f", "g"]);
  return form.replace(/§(Ws|[WSLVQBFT])/g, (_, place: string) => {
    switch (place) {
      case "Ws":
        return words(dice, depth - 1, 3);
      case "W":
        return word(dice, depth - 1);
      case "L":
        return list(dice, Math.min(depth - 1, 1));
      case "S":
        return simple(dice, depth - 1);
      case "Q":
        return quoteSingle(`${dice.one(STUBS)} ${words(dice, 0, 2)}`);
      case "V":
        return variable;
      case "B":
        return dice.one(STUBS);
      case "T":
        return FILTERS[dice.below(FILTERS.length)] ?? "cat";
      default:
        return called;
    }
  });
}

function simple(dice: Dice, depth: number): string {
  const name = dice.chance(0.9) ? dice.one(STUBS) : dice.one(["$x", '"$y"', "f", "g", "${z:-aa}", "a{a,b}"]);
  const redirection = dice.chance(0.1)
    ? ` ${dice.one(["> o1", "2>&1", ">> o2", "< /dev/null", "2> /dev/null"])}`
    : "";
  return `${name} ${words(dice, depth, 3)}${redirection}`;
}

function test(dice: Dice, depth: number): string {
  return dice.one([
    `[ ${word(dice, 0)} = a ]`,
    `[[ ${word(dice, depth - 1)} == a* ]]`,
    "true",
    "false",
    `((${dice.below(2)}))`,
    "aa",
    `((n > 1))`,
  ]);
}

function words(dice: Dice, depth: number, most: number): string {
  return Array.from({ length: dice.below(most + 1) }, () => word(dice, depth)).join(" ");
}

/** One word of several pieces. */
export function word(dice: Dice, depth: number): string {
  const count = dice.chance(0.7) ? 1 : 2;
  return Array.from({ length: count }, () => piece(dice, depth)).join("");
}

function piece(dice: Dice, depth: number): string {
  if (dice.chance(0.15)) return PIECES[dice.below(PIECES.length)] ?? "a";
  const name = dice.one([...NAMES, "1", "2", "x", "y"]);
  switch (dice.below(22)) {
    case 0:
      return quoteSingle(dice.one(TEXTS));
    case 1:
      return `"${dice.one(["a", "p q", "-r"])}$${name}"`;
    case 2:
    case 3:
      return `$${name}`;
    case 4:
      return `"$${name}"`;
    case 5:
      return depth > 0 ? `$(echo ${words(dice, depth - 1, 2)})` : "k";
    case 6:
      return depth > 0 ? `"$(echo ${words(dice, depth - 1, 2)})"` : "k";
    case 7:
      return `\${${name}${dice.one([":-", "-", ":+", "+", ":="].filter((one) => one !== ":=" || !/\d/.test(name)) as [string])}${dice.one(["d", "'e f'", "$y", ""])}}`;
    case 8:
      return `\${${name}${dice.one(["#", "##", "%", "%%"])}${dice.one(["a", "*", "?", "*.", ".*", "[a-c]", "*/"])}}`;
    case 9:
      return `\${${name}${dice.one(["/", "//", "/#", "/%"])}${dice.one(["a", "b", "?", "."])}/${dice.one(["X", "", "y y"])}}`;
    case 10:
      return `\${${name}:${dice.below(3)}${dice.chance(0.5) ? `:${dice.below(3)}` : ""}}`;
    case 11:
      return `\${${name}${dice.one(["^^", ",,", "^", ","])}}`;
    case 12:
      return `\${#${name}}`;
    case 13:
      return dice.one([
        '"$@"',
        "$@",
        "$*",
        '"$*"',
        "$#",
        '"${x[@]}"',
        "${x[0]}",
        "${#x[@]}",
        '"${y[@]:1}"',
        "${!x}",
      ]);
    case 14:
      return `{${dice.one(TEXTS.filter((one) => /^[\w./-]+$/.test(one)) as unknown as [string])},${dice.one(["q", "$x", "'r s'", ""])}}`;
    case 15:
      return dice.one(["{1..3}", "{a..c}", "{3..1..2}", "{01..03}", "{x}", "a{b,{c,d}}e"]);
    case 16:
      return `$((${dice.one(["1+2", "n+1", "n*3", "7/2", "x", "n++", "1<2", "5%3", "-n"])}))`;
    case 17:
      return dice.one([
        "~",
        "~/q",
        "\\~",
        "\\$x",
        '"\\$x"',
        "\\*",
        "$'t\\tu'",
        "$'\\x41'",
        '"a\\"b"',
        "a\\ b",
        "$'\\''",
      ]);
    default:
      return dice.one(["a", "b", "-r", "/t/x", "k=v", "1", "x.c", "aa"]);
  }
}

function pattern(dice: Dice): string {
  return dice.one(["a", "a*", "?", "[a-c]", "*.c", "a|b", "$x", '"$x"', "p\\ q"]);
}

function quoteSingle(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
