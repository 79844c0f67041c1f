// A text that bash cannot read may be one that another shell can: its pieces are commands that may run.
import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

describe("what a text that is not bash may run", () => {
  test.each([
    ["for f (~/*) git reset --hard", "git.discard"],
    ["& git reset --hard", "git.discard"],
    ["foreach f (~/*) { git reset --hard }", "git.discard"],
    ["if ($x) { git push --force }", "git.force-push"],
    ["if test -d x; and git push --force; end", "git.force-push"],
    ["{ git push --force | cat", "git.force-push"],
    ["echo x )\nsudo git push -f", "git.force-push"],
    ["while ($true) { try { git push -f } catch {} }", "git.force-push"],
  ])("%s", (run, kind) => {
    const { actions, complete } = factsOf(run);
    expect(actions.map((one) => one.kind)).toContain(kind);
    expect(complete).toBe(false);
  });

  test("nothing of it is certain, and each is where it is written", () => {
    const text = "for f (*) git push -f";
    const { actions } = factsOf(text);
    expect(actions.every(({ certainty }) => certainty === "maybe")).toBe(true);
    expect(actions.map(({ span }) => text.slice(...span))).toContain("git push -f");
  });

  test.each([
    "for f (~/*) echo 'git push -f; git push -f'",
    'for f (~/*) echo "a; git push -f"',
    "for f (~/*) echo git push -f",
    "for f (*) print $f",
  ])("but not what is quoted, or a word: %s", (run) => {
    expect(factsOf(run).actions).toEqual([]);
  });
});

describe("the name of a program in other letters, where names of files fold", () => {
  test.each(["GIT push -f", "sudo Git push --force", "/usr/bin/GIT push -f", "nohup GIT push -f"])(
    "%s",
    (run) => {
      const on = (platform: string): readonly string[] =>
        factsOf(run, { platform }).actions.map(({ kind }) => kind);
      expect(on("darwin")).toContain("git.force-push");
      expect(on("win32")).toContain("git.force-push");
      expect(on("linux")).not.toContain("git.force-push");
      const unsaid = factsOf(run);
      expect(unsaid.actions.map(({ kind }) => kind)).toContain("git.force-push");
      expect(
        unsaid.actions.every(({ certainty, kind }) => kind === "privilege.raise" || certainty === "maybe"),
      ).toBe(true);
      expect(factsOf(run, { platform: "darwin" }).complete).toBe(false);
    },
  );
});
