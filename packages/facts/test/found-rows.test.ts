// What a search finds goes into the command that it is given, and a regular expression of names means the files that have them.
import { describe, expect, test } from "vitest";
import type { PathFact } from "@gatehouse-hooks/facts";
import { factsOf } from "./facts-of.js";

const shown = (facts: readonly PathFact[]): readonly (string | null)[] =>
  facts.map(({ local, home, path }) => (path === "/" ? path : (local ?? home ?? path)));

describe("what fd finds is deleted", () => {
  test.each([
    ["fd -x rm -rf", "."],
    ["fd -x rm -rf {}", "."],
    ["fd . ~ -x rm -rf", "~"],
    ["fdfind --hidden . / --exec-batch rm -rf", "/"],
    ["fd -HI -X rm -rf", "."],
    ["fd -Hx rm -rf", "."],
    ["fd --exec=rm -rf", "."],
    ["fd -e pyc -x rm", "./**/[!.]*.pyc"],
    ["fd -t f '\\.pyc$' src -x rm {}", "./src/**/[!.]*.pyc"],
    ["fd --search-path ~ cache -X sudo rm -rf", "~/**/[!.]*cache*"],
    ["fd -g '*.o' -x rm {} \\; build", "./build/**/[!.]*.o"],
    ["fd --base-directory /srv -X rm -rf", "/srv"],
    ["fd x -x sh -c 'rm -rf ~'", "~"],
    ["fd -e pyc | xargs rm", "./**/[!.]*.pyc"],
  ])("%s", (run, path) => {
    expect(shown(factsOf(run).deletes)).toContain(path);
  });

  test("only where it is run", () => {
    expect(factsOf("fd rm src").commands.map(({ program }) => program)).toEqual(["fd"]);
    expect(factsOf("fd -e ts").complete).toBe(true);
    expect(factsOf("fd -e ts -x wc -l").complete).toBe(true);
    expect(factsOf("fd -e ts -x wurst").complete).toBe(false);
  });

  test("by their parts, too", () => {
    expect(shown(factsOf("fd -g core src -x rm {/}").deletes)).toEqual(["./core"]);
    expect(shown(factsOf("fd x src -x rm -rf {//}").deletes)).toContain("./src");
  });
});

describe("a file that a regular expression names is read", () => {
  test.each([
    ["ag -G .env KEY", "./.env"],
    ["ag KEY -G '\\.env$'", "./.env"],
    ["ag --file-search-regex='^\\.env$' KEY", "./.env"],
    ["ag -G '(id_rsa|\\.netrc)$' PRIVATE ~", "~/.netrc"],
    ["ag -G 'credentials|\\.netrc' key ~/.aws", "~/.aws/credentials"],
    ["ag -G '\\.ssh/id_rsa' PRIVATE ~", "~/.ssh/id_rsa"],
    ["pt -G '\\.env' KEY", "./.env"],
    ["fd -H '^\\.env$' -X cat", "./.env"],
    ["fd -g id_rsa ~/.ssh -x cat {}", "~/.ssh/id_rsa"],
    ["fd -H -e env -X cat", "./.env"],
    ["fd -H env | xargs cat", "./.env"],
    ["cat $(fd -H '^\\.env')", "./.env"],
  ])("%s", (run, file) => {
    const paths = shown(factsOf(run).reads.filter(({ wild, list }) => wild !== "set" && !list));
    expect(paths.some((one) => one === file || one?.replace(/\/\uFFFD/, "") === file)).toBe(true);
  });

  test.each(["ag -G '\\.ts$' KEY", "ag KEY src", "fd -e ts -X cat", "ag -G 's.*' KEY"])(
    "%s names none of them",
    (run) => {
      expect(
        shown(factsOf(run).reads.filter(({ wild }) => wild !== "set")).filter((one) => one?.includes(".env")),
      ).toEqual([]);
    },
  );

  test("an expression that is not known is not understood", () => {
    expect(factsOf('ag -G "$X" KEY').unknown.map(({ code }) => code)).toContain("dynamic-argument");
  });
});

describe("of what find finds an action gets what comes to it", () => {
  test.each([
    ["find . -type d -name dist -prune -exec rm -rf {} \\;", ["./**/dist"]],
    ["find . -name node_modules -prune -o -name '*.pyc' -exec rm -f {} +", ["./**/*.pyc"]],
    ["find . -path ./node_modules -prune -o -name '*.pyc' -print | xargs rm -f", ["./**/*.pyc"]],
    ["find . \\( -name '*.o' -o -name '*.a' \\) -delete", ["./**/*.o", "./**/*.a"]],
    ["find . -name '*.o' -o -name '*.a' | xargs rm", ["./**/*.o", "./**/*.a"]],
    ["find . -name a -o -name b -delete", ["./**/b"]],
    ["find . -name a -exec rm {} + -o -name b -delete", ["./**/a", "./**/b"]],
    ["find . -name a -delete , -name b -delete", ["./**/a", "./**/b"]],
    ["find . ! -name keep -delete", ["."]],
    ["find . -delete -name a", ["."]],
    ["find . -name a -o -delete", ["."]],
    ["find . \\( -name a -o -type f \\) -delete", ["."]],
    ["find . \\( -name a , -type f \\) -delete", ["."]],
    ["find . -name '*.pyc' -print0 -o -delete", ["."]],
  ])("%s", (run, expected) => {
    const sets = factsOf(run).deletes.filter(({ wild }) => wild !== "name");
    expect(new Set(shown(sets).filter((one) => one?.startsWith("./**") === true || one === "."))).toEqual(
      new Set(expected),
    );
  });
});
