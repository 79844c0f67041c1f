// What a branch named, and what git ignores, is not lost or published in passing.
import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

const kinds = (run: string): readonly string[] => factsOf(run).actions.map(({ kind }) => kind);

describe("a branch that is set to other commits by force", () => {
  test.each([
    "git fetch -f . feature:main",
    "git fetch . +feature:refs/heads/main",
    "git -C ../remote.git fetch --force ../work topic:main",
    "git pull --force origin topic:main",
    "git branch -f main HEAD~3",
    "git branch --force main origin/main",
    "sh -c 'git fetch . +a:b'",
  ])("%s", (run) => {
    expect(kinds(run)).toContain("git.branch-delete");
  });

  test.each([
    "git fetch origin +refs/heads/*:refs/remotes/origin/*",
    "git fetch -f origin main",
    "git fetch -f https://h.example/r main",
    "git fetch origin pull/3/head:pr-3",
    "git fetch --dry-run . +a:b",
    "git branch -f --help",
    "git branch topic main",
  ])("not by %s", (run) => {
    expect(kinds(run)).not.toContain("git.branch-delete");
  });
});

describe("all that git ignores", () => {
  test.each([
    "git add -f .",
    "git add --force ./",
    "git add -Af",
    "git add . -f && git commit -m x && git push",
    "git add -f :/",
    "git stash -a",
    "git stash --all",
    "git stash push -a -m x",
    "git stash save --all x",
  ])("%s", (run) => {
    expect(kinds(run)).toContain("git.add-ignored");
  });

  test.each([
    "git add .",
    "git add -A",
    "git add -f dist/x.js",
    "git add -fn .",
    "git stash",
    "git stash -u",
    "git stash list",
  ])("not by %s", (run) => {
    expect(kinds(run)).not.toContain("git.add-ignored");
  });
});
