import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

function kindsOf(run: string): readonly string[] {
  return factsOf(run).actions.map(({ kind }) => kind);
}

describe("a push is by force where the same text has set that", () => {
  test.each([
    "git config remote.origin.push +main:main; git push",
    "git config --add remote.origin.push '+refs/heads/*:refs/heads/*' && git push origin",
    "git config set remote.origin.push +HEAD && git push origin main",
    "git config --global remote.origin.mirror true; git push",
    "git -C . config remote.origin.Mirror 1; git push origin",
    'git config remote.origin.push "$X"; git push',
    "git remote add --mirror=push m https://h.example/r; git push m",
    "git remote add --mirror m https://h.example/r && git push m",
    "(git config remote.origin.push +main:main); sh -c 'git push'",
    "git send-pack --force h.example:r main",
    "git send-pack h.example:r +main",
    "git send-pack --mirror h.example:r",
  ])("%s", (run) => {
    expect(kindsOf(run)).toContain("git.force-push");
  });

  test.each([
    "git config remote.origin.push main:main; git push",
    "git config remote.origin.mirror false; git push",
    "git config remote.b.push +main:main; git push origin",
    "git remote add --mirror=fetch m https://h.example/r; git push m",
    "git config remote.origin.push +main:main; git push -n",
    "git push; git config remote.origin.push +main:main",
    "git send-pack h.example:r main",
    "git send-pack --dry-run --force h.example:r main",
  ])("%s is not", (run) => {
    expect(kindsOf(run)).not.toContain("git.force-push");
  });
});

describe("what git says of its work is added to a file", () => {
  test.each([
    "GIT_TRACE=/home/u/.bashrc git status",
    "GIT_TRACE=~/.bashrc git log",
    "export GIT_TRACE_SETUP=$HOME/.bashrc; git status",
    "env GIT_TRACE2=/home/u/.bashrc git status",
    "GIT_TRACE2_EVENT=~/.bashrc git fetch",
    "GIT_TRACE_CURL=~/.bashrc git fetch",
  ])("%s", (run) => {
    expect(factsOf(run).writes).toContainEqual(expect.objectContaining({ home: "~/.bashrc", append: true }));
  });

  test.each(["GIT_TRACE=1 git status", "GIT_TRACE=true git status", "GIT_TRACE=0 git log"])(
    "%s: no file",
    (run) => {
      expect(factsOf(run).writes).toEqual([]);
    },
  );
});

describe("the age from which git gives up what nothing names", () => {
  test.each(["now", "all", "0", "1.second.ago", "tomorrow", "1.day.ago"])("git gc --prune=%s", (age) => {
    expect(kindsOf(`git gc --prune=${age}`)).toContain("git.prune");
  });

  test.each(["--prune=never", "--prune=2.weeks.ago", "--auto", ""])("git gc %s loses nothing", (option) => {
    expect(kindsOf(`git gc ${option}`)).not.toContain("git.prune");
  });
});
