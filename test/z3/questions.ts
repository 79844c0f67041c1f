import { random, type Random } from "../../bench/realistic/random.js";

/** A question that both can be asked: whether there is an event. */
export interface CorpusQuestion {
  readonly id: string;
  readonly family: string;
  /** Conditions that are to hold. */
  readonly hold: readonly string[];
  /** Conditions that are to be false. */
  readonly fail: readonly string[];
}

const C = "params.command";
const F = "params.file_path";

/** Questions that were written by hand: conditions that hold, then conditions that are false. */
const WRITTEN: Readonly<Record<string, readonly (readonly [hold: string, ...fail: string[]])[]>> = {
  equality: [
    ['toolName == "a" && toolName == "b"'],
    ['toolName in ["a", "b"] && toolName in ["b", "c"] && toolName != "b"'],
    ['toolName in ["a", "b"]', 'toolName == "a"'],
    ['toolName in ["a", "b"]', 'toolName == "a"', 'toolName == "b"'],
    [`${C} == "rm" && ${C}.includes("rm -rf")`],
    [`${C} == "rm -rf /" && ${C}.includes("rm -rf")`],
    [`${C} == "" && ${C}`],
    [`${C} != null && !${C}`],
  ],
  "prefix, suffix, contains": [
    [`${C}.startsWith("ab") && !${C}.includes("b")`],
    [`${C}.startsWith("git") && ${C}.endsWith("--force")`],
    [`${C}.startsWith("abc") && ${C}.startsWith("abd")`],
    [`${C}.endsWith("abc") && ${C}.endsWith("bc") && !${C}.includes("ab")`],
    [`${C}.includes("abc") && ${C}.includes("bcd") && ${C}.includes("xyz") && !${C}.includes("zz")`],
    [`${C}.startsWith("aba") && ${C}.endsWith("bab") && ${C}.size() == 4`],
    [`${C}.startsWith("aba") && ${C}.endsWith("aab") && ${C}.size() == 4`],
    [`${C}.startsWith("sudo") && ${C}.includes("rm -rf")`, `${C}.includes("rm")`],
    [`${C}.includes("sudo rm")`, `${C}.includes("rm")`],
    [`${C}.includes("rm")`, `${C}.includes("sudo rm")`],
    [`${C}.includes("a") && ${C}.includes("b") && ${C}.size() == 1`],
    [`${C}.includes("ab") && ${C}.includes("ba") && ${C}.size() == 3`],
    [`${C}.includes("aab") && ${C}.includes("abb") && ${C}.includes("bba") && ${C}.size() == 5`],
    [`${C}.includes("aab") && ${C}.includes("abb") && ${C}.includes("bba") && ${C}.size() == 4`],
  ],
  "regular expressions": [
    [String.raw`${C}.matches("^git +push") && !${C}.includes("git push")`],
    [`${C}.matches("^git") && !${C}.includes("it")`],
    [String.raw`${C}.matches("^x9+$") && ${C}.includes(" ")`],
    [String.raw`${C}.matches("^git +push .*--force")`, `${C}.matches("git +push")`],
    [String.raw`${C}.matches("git +push")`, `${C}.matches("^git +push .*--force")`],
    [String.raw`${C}.matches("(?i)drop +table") && !${C}.includes("drop") && !${C}.includes("DROP")`],
    [String.raw`${C}.matches("(?i)drop +table")`, `${C}.lower().includes("drop")`],
    [String.raw`${C}.matches("^[a-c]+$") && ${C}.matches("^[b-d]+$") && ${C}.includes("a")`],
    [String.raw`${C}.matches("^(?:ab)+$") && ${C}.matches("^(?:aba)+$")`],
    [String.raw`${C}.matches("^(?:ab)+$") && ${C}.matches("^(?:abab)+$")`, `${C}.size() > 4`],
    [String.raw`${C}.matches("^a{3}$") && ${C}.size() != 3`],
    [String.raw`${C}.matches("^a{2,4}$") && ${C}.size() > 3`],
    [String.raw`${C}.matches("rm\\s+-[a-z]*r[a-z]*f") && !${C}.includes("-rf")`],
    [String.raw`${C}.matches("^https?://") && ${C}.startsWith("ftp")`],
    [
      String.raw`params.url.matches("^https?://(?:[a-z0-9-]+\\.)?evil\\.example(?:[:/]|$)") && !params.url.includes("evil.example")`,
    ],
    [
      String.raw`params.url.matches("^https?://(?:[a-z0-9-]+\\.)?evil\\.example(?:[:/]|$)") && params.url.endsWith("/x")`,
    ],
    [String.raw`${C}.matches("^[^ ]+ [^ ]+$") && ${C}.includes("  ")`],
    [String.raw`${C}.matches("^.*$") && ${C}.includes("\n")`],
    [String.raw`${C}.matches("^$") && ${C}.size() > 0`],
    [String.raw`${C}.matches("\\d\\d") && ${C}.matches("^[a-z]*$")`],
    [String.raw`${C}.matches("^\\w+$") && ${C}.includes("-")`],
    [String.raw`${C}.matches("^[0-9]+$") && ${C} > "9" && ${C}.size() == 1`],
  ],
  globs: [
    [`${F}.glob("*.ts") && ${F}.endsWith(".js")`],
    [`${F}.glob("src/**")`, `${F}.startsWith("src/")`],
    [`${F}.glob("src/*.ts")`, `${F}.glob("src/**")`],
    [`${F}.glob("src/**")`, `${F}.glob("src/*.ts")`],
    [`${F}.glob("**/*.key") && !${F}.includes("/")`],
    [`${F}.glob("*.{key,pem}") && !${F}.endsWith(".key") && !${F}.endsWith(".pem")`],
    [`${F}.glob("*.{key,pem}") && ${F}.includes("/")`],
    [`${F}.glob("[!a]*") && ${F}.startsWith("a")`],
    [`${F}.glob("[a-c]?") && ${F}.size() > 2`],
    [`${F}.glob("src/**/test/*") && ${F}.size() < 10`],
    [`${F}.glob("**/d1x/*.key")`, `${F}.glob("**/*.key")`],
    [`${F}.glob("a*b*c") && !${F}.matches("^a.*b.*c$")`],
  ],
  numbers: [
    ["params.n > 3 && params.n < 3"],
    ["params.n > 3 && params.n < 4"],
    ["params.n >= 3 && params.n <= 3 && params.n != 3"],
    ["params.n >= 3 && params.n <= 3"],
    ["params.n > 1.5 && params.n < 1.75"],
    ["params.n in [1, 2, 3] && params.n > 3"],
    ["params.n != 1 && params.n != 2 && params.n >= 1 && params.n <= 2"],
    ["params.n", "params.n > 0", "params.n < 0"],
    ["params.n > 0", "params.n"],
    ['params.n == 3 && params.n.startsWith("3")'],
    ["params.n < 0 || params.n > 10", "params.n != 5"],
  ],
  sizes: [
    [`${C}.size() > 3 && ${C} == "abc"`],
    [`${C}.size() == 3 && ${C}.startsWith("ab")`],
    [`${C}.size() < 2 && ${C}.includes("ab")`],
    [`${C}.size() == 0 && ${C}`],
    [`${C}.size() >= 100 && ${C}.endsWith("x")`],
    ['toolName.startsWith("abcd")', "toolName.size() > 3"],
    ["params.items.size() == 2 && params.items.size() > 2"],
    ["params.size() == 0 && has(params.n)"],
    ["params.size() == 1 && has(params.n) && has(params.command)"],
    ["params.size() == 2 && has(params.n) && has(params.command)"],
  ],
  kinds: [
    ["params.n == null && has(params.n)"],
    ["params.n == null && params.n == 1"],
    ["has(params.n)", "has(params)"],
    ["!has(params) && params.n == 1"],
    ["params == 1 && params.n == 1"],
    ["params.n == true && params.n > 0"],
    [`${C}.startsWith("") `, `has(${C})`],
    ["params.a.b.c == 1", "params.a"],
    ["params.n && params.n != true", "has(params.n)"],
    ["params.n == 1 || params.n == true || params.n == null", "params.n == 1", "params.n == true"],
  ],
  "boolean structure": [
    [`(${C} == "a" || ${C} == "b") && (${C} == "b" || ${C} == "c") && (${C} == "a" || ${C} == "c")`],
    [`(${C} == "a" || params.n == 1) && (${C} == "b" || params.n == 2)`],
    [`(${C} == "a" || params.n == 1) && (${C} == "b" || params.n == 2) && params.n != 1 && params.n != 2`],
    [`!(${C}.startsWith("a") && ${C}.endsWith("b")) && ${C} == "ab"`],
    [`!(${C}.startsWith("a") || ${C}.endsWith("b")) && ${C}.matches("^[ab]+$") && ${C}.size() == 2`],
    [`!(!${C}.startsWith("a"))`, `${C}.startsWith("a")`],
    [`${C}.startsWith("rm") || ${C}.startsWith("dd")`, `${C}.startsWith("rm")`, `${C}.startsWith("d")`],
    [`${C}.endsWith("z")`, `${C}.startsWith("a")`, `${C}.includes("z") && !${C}.startsWith("a")`],
  ],
  order: [
    ['toolName < "b" && toolName > "a" && toolName.size() == 2'],
    ['toolName < "b" && toolName > "b"'],
    ['toolName >= "b" && toolName <= "b" && toolName != "b"'],
    ['toolName < "ab" && toolName.startsWith("ab")'],
    ['toolName > "ab" && toolName.startsWith("aa")'],
    ['toolName < "abc" && toolName.startsWith("ab")', 'toolName == "ab"'],
  ],
  "lower case": [
    [`${C}.lower().includes("RM")`],
    [`${C}.lower().includes("rm") && !${C}.includes("rm")`],
    [`${C}.lower() == "rm" && ${C}.size() == 3`],
    [`${C}.lower().startsWith("rm") && ${C}.startsWith("dd")`],
    [`${C}.includes("DROP")`, `${C}.lower().includes("drop")`],
  ],
  "paths that are equal": [
    ["params.a == params.b && params.a == 1 && params.b == 2"],
    ["params.a == params.b && params.a == 1"],
    ['params.a == params.b && params.a.startsWith("a") && params.b.endsWith("b")'],
    ['params.a == params.b && params.a.startsWith("a") && params.b.startsWith("b")'],
    ["params.a == params.b && params.b == params.c && params.a > 1 && params.c < 1"],
    ["params.a == params.b && has(params.a)", "params.a"],
    ["params.a == params.b && params.a == null && has(params.b)"],
  ],
};

type Make = (next: Random, n: number) => readonly [hold: readonly string[], fail: readonly string[]];

const WORDS = ["rm", "git", "push", "sudo", "curl", "--force", "-rf", "ab", "ba", "aba", "bb", "main"];
const METHODS = ["startsWith", "endsWith", "includes"] as const;

function atom(next: Random, path: string): string {
  return `${path}.${next.pick(METHODS)}(${JSON.stringify(next.pick(WORDS))})`;
}

function some(next: Random, least: number, most: number): readonly undefined[] {
  return Array.from({ length: least + next.below(most - least + 1) }, () => undefined);
}

/** Questions of a family that are made from numbers. */
const MADE: Readonly<Record<string, { readonly count: number; readonly make: Make }>> = {
  "random strings": {
    count: 30,
    make: (next) => [some(next, 1, 3).map(() => atom(next, C)), some(next, 0, 3).map(() => atom(next, C))],
  },
  "random regular expressions": {
    count: 24,
    make: (next) => {
      const letters = ["[a-c]", "[^a]", "a", "b", "(?:ab|c)", "."];
      const pattern = (): string => {
        const body = some(next, 1, 3).map(() => next.pick(letters) + next.pick(["", "+", "*", "?", "{2}"]));
        return `${C}.matches("${next.pick(["^", ""])}${body.join("")}${next.pick(["$", ""])}")`;
      };
      return [some(next, 1, 2).map(pattern), some(next, 1, 2).map(pattern)];
    },
  },
  "random structure": {
    count: 24,
    make: (next) => {
      const one = (): string =>
        next.below(3) === 0
          ? `params.n ${next.pick(["==", "<", ">"])} ${next.below(4)}`
          : atom(next, next.pick([C, "toolName"]));
      const clause = (): string => `(${some(next, 2, 3).map(one).join(" || ")})`;
      return [some(next, 2, 4).map(clause), some(next, 1, 3).map(one)];
    },
  },
  "reachable behind earlier prefixes": {
    count: 8,
    make: (_, n) => {
      const behind = [2, 5, 10, 20, 40, 60, 80, 100][n] ?? 0;
      const earlier = Array.from({ length: behind }, (_unused, i) => `${C}.startsWith("run${i}x")`);
      return [[`${C}.includes("target")`], earlier];
    },
  },
  "shadowed among contained strings": {
    count: 8,
    make: (_, n) => {
      const among = [2, 5, 10, 20, 40, 60, 80, 100][n] ?? 0;
      const earlier = Array.from({ length: among }, (_unused, i) => `${C}.includes("t${i}x")`);
      return [[`${C}.startsWith("sudo t${among - 1}x")`], earlier];
    },
  },
  "shadowed by a pattern": {
    count: 8,
    make: (_, n) => [
      [String.raw`${C}.matches("^tool${n} +push .*--force")`, `toolName == "Bash"`],
      [`toolName == "Bash" && ${C}.matches("tool${n} +push")`, `${C}.matches("^tool${n} +pull")`],
    ],
  },
};

/** The corpus: every question is a file of policies asking whether a rule can apply. */
export function corpus(): readonly CorpusQuestion[] {
  const written = Object.entries(WRITTEN).flatMap(([family, rows]) =>
    rows.map(([hold, ...fail], i) => ({ id: `${family} ${i + 1}`, family, hold: [hold], fail })),
  );
  const next = random(17);
  const made = Object.entries(MADE).flatMap(([family, { count, make }]) =>
    Array.from({ length: count }, (_, i) => {
      const [hold, fail] = make(next, i);
      return { id: `${family} ${i + 1}`, family, hold, fail };
    }),
  );
  return [...written, ...made];
}
