import { compile, parse } from "@gatehouse-hooks/condition";
import type { JsonObject } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import { anchorOf, expand } from "../reference-paths.js";

/** The level of a fact, by the methods themselves. */
function levelOf(fact: JsonObject, globs: readonly [set: string, except?: string]): string {
  const asks = (method: string): boolean => {
    const { ast } = parse(`facts.one.${method}(${globs.map((glob) => JSON.stringify(glob)).join(", ")})`);
    if (ast === null) throw new Error(`\`${globs.join(" ")}\` does not parse`);
    return compile(ast)({ facts: { one: fact } }) === true;
  };
  const answers = [asks("surely"), asks("in"), asks("perhaps")];
  if (answers[2] === true) expect(answers).toEqual([false, false, true]);
  if (answers[0] === true) expect(answers).toEqual([true, true, false]);
  return answers[0] === true
    ? "surely"
    : answers[1] === true
      ? "named"
      : answers[2] === true
        ? "perhaps"
        : "never";
}

const SECRETS = [
  "{/home/test/{.ssh,.gnupg,.aws}/**,**/id_{rsa,ed25519},**/*.p12,**/.env,**/.env.*}",
  "{**/*.pub,**/.env.example,/home/test/.ssh/known_hosts}",
] as const;
const GIT = ["**/.git{,/**}"] as const;
const SYSTEM = ["/{usr,etc}/**"] as const;
const WORK = "/workspace/project";

test.each<[command: string, path: string, tree: boolean, set: readonly [string, string?], level: string]>([
  ["cat src/*", `${WORK}/src/[!.]*`, false, SECRETS, "perhaps"],
  ["grep -n foo *", `${WORK}/[!.]*`, false, SECRETS, "perhaps"],
  ["cat ~/.ssh/*", "/home/test/.ssh/[!.]*", false, SECRETS, "surely"],
  ["cat ~/.ssh/*.pub", "/home/test/.ssh/*.pub", false, SECRETS, "never"],
  ["cat .e*", `${WORK}/.e*`, false, SECRETS, "named"],
  ["cat *env of find", `${WORK}/**/*env`, false, SECRETS, "named"],
  ["cat ~/.??h/id*", "/home/test/.??h/id*", false, SECRETS, "named"],
  ["cat s*", `${WORK}/s*`, false, SECRETS, "perhaps"],
  ["cat id_*", `${WORK}/id_*`, false, SECRETS, "named"],
  ["cat .[e][n]v", `${WORK}/.[e][n]v`, false, SECRETS, "surely"],
  ["cat .env", `${WORK}/.env`, false, SECRETS, "surely"],
  ["cat .env.example", `${WORK}/.env.example`, false, SECRETS, "never"],
  ["grep -r x .", WORK, true, SECRETS, "perhaps"],
  ["tar c ~", "/home/test", true, SECRETS, "surely"],
  ["cat *.p12", `${WORK}/[!.]*.p12`, false, SECRETS, "surely"],
  ["an unknown path", "/**", false, SECRETS, "perhaps"],
  ["cat *.d.ts of find", `${WORK}/**/*.d.ts`, false, SECRETS, "perhaps"],
  ["a name that ends in what is not known", `${WORK}/a.bak-**`, false, GIT, "perhaps"],
  ["find -name '*.pyc' -delete", `${WORK}/**/*.pyc`, false, GIT, "perhaps"],
  ["find -name __pycache__ -exec rm -rf", `${WORK}/**/__pycache__`, true, GIT, "perhaps"],
  ["rm -rf build/*", `${WORK}/build/[!.]*`, true, GIT, "perhaps"],
  ["rm -rf .g*", `${WORK}/.g*`, true, GIT, "named"],
  ["rm -rf .git", `${WORK}/.git`, true, GIT, "surely"],
  ["rm -rf .", WORK, true, GIT, "perhaps"],
  ["rm -rf .*", `${WORK}/.*`, true, GIT, "named"],
  ["rm -rf /*", "/[!.]*", true, SYSTEM, "surely"],
  ["rm -rf /u?r", "/u?r", true, SYSTEM, "surely"],
  ["rm -rf of an unknown path", "/**", true, SYSTEM, "perhaps"],
  ["ls build", `${WORK}/build`, false, GIT, "never"],
])("levels: %s", (_, path, tree, set, level) => {
  expect(levelOf({ path, tree, certainty: "exact" }, set)).toBe(level);
});

test("levels: where a path is only known to be there, nothing but an inclusion counts", () => {
  const unknown = (path: string, tree = false): JsonObject => ({ path, tree, certainty: "unknown" });
  expect(levelOf(unknown("**/.ssh/id_rsa"), SECRETS)).toBe("surely");
  expect(levelOf(unknown("**/etc", true), SYSTEM)).toBe("perhaps");
});

/** One character of a name: whether it is spelled, by the set and by the glob. */
interface Read {
  readonly character: string;
  readonly spelled: boolean;
}

/** Every way in which a glob without braces reads a path, from SPEC, "Globs". */
function readings(glob: string, path: string): readonly (readonly Read[])[] {
  if (glob === "") return path === "" ? [[]] : [];
  const rest = (size: number, from: string): readonly (readonly Read[])[] => readings(glob.slice(size), from);
  const wild = (count: number): readonly Read[] =>
    [...path.slice(0, count)].map((character) => ({ character, spelled: false }));
  const some = (size: number, fits: (text: string) => boolean): readonly (readonly Read[])[] =>
    [...Array(path.length + 1).keys()]
      .filter((count) => fits(path.slice(0, count)))
      .flatMap((count) => rest(size, path.slice(count)).map((one) => [...wild(count), ...one]));
  if (glob.startsWith("**/")) {
    const under = some(2, () => true).filter((one) => one.length > 0);
    return [...rest(3, path), ...under];
  }
  if (glob.startsWith("**")) return some(2, () => true);
  if (glob.startsWith("*")) return some(1, (text) => !text.includes("/"));
  if (path === "") return [];
  const [character = ""] = path;
  if (glob.startsWith("?"))
    return character === "/"
      ? []
      : rest(1, path.slice(1)).map((one) => [{ character, spelled: false }, ...one]);
  return glob[0] === character
    ? rest(1, path.slice(1)).map((one) => [{ character, spelled: true }, ...one])
    : [];
}

/** SPEC, "Levels": each name of the glob is spelled by the set. */
function isNamedBy(set: readonly Read[], glob: readonly Read[]): boolean {
  const names: { readonly set: Read; readonly glob: Read }[][] = [[]];
  glob.forEach((one, at) => {
    const other = set[at] ?? one;
    if (one.character === "/" && one.spelled) names.push([]);
    else names.at(-1)?.push({ set: other, glob: one });
  });
  return names.every((name) => {
    const letters = name.filter(({ glob: one }) => one.spelled && /[a-z]/.test(one.character));
    if (letters.length === 0 || letters.some(({ set: one }) => one.spelled)) return true;
    const [first, ...others] = name;
    const dot = first?.set.character === "." && first.set.spelled && first.glob.spelled;
    return dot && others.every(({ set: one }) => !one.spelled);
  });
}

/** Normalised absolute paths of short names. */
const NAMES = ["a", "b", "ab", ".a", ".b", "bb", ".ab"].map((name) => `/${name}`);
const PAIRS = NAMES.flatMap((name) => NAMES.map((other) => name + other));
const WORLD = ["/", ...NAMES, ...PAIRS, ...PAIRS.flatMap((pair) => NAMES.map((name) => pair + name))];

const parts = fc.constantFrom("a", "b", "*", "?b", "a*", "*b", ".*", ".a", ".a*", "ab");
const globs = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(parts, { minLength: 1, maxLength: 2 }).map((list) => `/${list.join("/")}`),
  },
  { weight: 1, arbitrary: parts.map((one) => `**/${one}`) },
  { weight: 1, arbitrary: parts.map((one) => `/${one}/**`) },
);

const isAbove = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);

test("levels: of short names, each level is what it says of the paths themselves", () => {
  const counts: Record<string, number> = { surely: 0, named: 0, perhaps: 0, never: 0 };
  const pathsOf = (glob: string): readonly string[] =>
    WORLD.filter((path) => readings(glob, path).length > 0);
  assertLaw(
    fc.property(globs, fc.boolean(), globs, (set, tree, glob) => {
      const paths = pathsOf(set);
      const anchor = anchorOf(glob);
      const shared = paths.filter((path) => readings(glob, path).length > 0);
      const holds = tree && anchor !== undefined && paths.some((path) => isAbove(path, anchor));
      const named = (other: string): boolean =>
        WORLD.some((path) =>
          readings(set, path).some((left) => readings(other, path).some((right) => isNamedBy(left, right))),
        );
      const folders =
        anchor === undefined ? [] : WORLD.filter((path) => isAbove(path, anchor) && path !== "/");
      const below = tree ? WORLD.filter((path) => paths.some((one) => isAbove(one, path))) : paths;
      const level = levelOf({ path: set, tree, certainty: "exact" }, [glob]);
      counts[level] = (counts[level] ?? 0) + 1;
      const touches = shared.length > 0 || holds;
      // What is longer than these names may be outside of the glob.
      if (level === "surely")
        expect(touches && (paths.every((path) => shared.includes(path)) || holds)).toBe(true);
      if (level === "named")
        expect(named(glob) || (tree && folders.some((folder) => named(folder)))).toBe(true);
      if (level === "perhaps") {
        expect(below.some((path) => readings(glob, path).length > 0) || holds).toBe(true);
        expect(named(glob)).toBe(false);
      }
      if (level === "never") expect(touches).toBe(false);
    }),
    { least: 1_000 },
  );
  // Of 1,000 runs, the rarest level comes up 55 ± 8 times: 20 is four deviations below.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(20);
});

test("levels: a glob that takes out what a set means leaves nothing of it", () => {
  assertLaw(
    fc.property(globs, globs, fc.boolean(), (set, glob, tree) => {
      const fact = { path: set, tree, certainty: "exact", linksChecked: true };
      expect(levelOf(fact, [glob, set])).toBe("never");
      expect(expand(glob).length).toBe(1);
    }),
  );
});
