// An unset variable is also the empty text: what a path that begins with one deletes is told.
import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

/** The deletes of whole folders whose path is known from its beginning. */
function rooted(command: string): readonly (string | null)[] {
  const known = factsOf(command).deletes.filter(
    ({ tree, certainty, wild }) => tree && certainty !== "unknown" && wild !== "name",
  );
  expect(known.every(({ certainty }) => certainty === "maybe")).toBe(true);
  return known.map(({ path, home }) => path ?? home);
}

describe("a path that begins with what may be unset begins at the root, too", () => {
  test.each([
    ['rm -rf "$X/etc"', ["/etc"]],
    ['rm -rf "$X"/bin', ["/bin"]],
    ["rm -rf ${STEAMROOT}/*", ["/[!.]*"]],
    ['rm -rf "$X/"*', ["/[!.]*"]],
    ['rm -rf "$X/$Y/z"', ["/**/z"]],
    ['rm -rf "$(cat dir.txt)/x"', ["/x"]],
    ['find "$D/x" -exec rm -rf {} +', ["/x"]],
    ['D=$X; rm -rf "$D/x"', ["/x"]],
    ['rm -rf "${X-a}/x"', ["/x", "/w/project/a/x"]],
    ["cd $D && rm -rf x", ["/home/u/x"]],
    ["cd $D && rm -rf *", ["/home/u/[!.]*"]],
  ])("%s", (command, paths) => {
    expect(new Set(rooted(command))).toEqual(new Set(paths));
  });
});

describe("what cannot be empty does not", () => {
  test.each([
    'rm -rf "${X:?}/x"',
    'rm -rf "$TMPDIR/x"',
    'rm -rf "$OLDPWD/x" "${X:?no}/x"',
    'rm -rf "${X:-a}/x"',
    'D=$(mktemp -d) && rm -rf "$D/x"',
    'cd "$(git rev-parse --show-toplevel)" && rm -rf x',
    'for d in $X; do rm -rf "$d/x"; done',
  ])("%s", (command) => {
    expect(
      rooted(command).filter(
        (one) => one === null || one.startsWith("/x") || one === "~/x" || one === "/home/u/x",
      ),
    ).toEqual([]);
  });
  test("the workspace before it stays", () => {
    expect(rooted('rm -rf "./$X/etc"').every((one) => one?.startsWith("/w/project") === true)).toBe(true);
  });
});
