// What a table of jobs says runs later, in the home directory.
import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

const deleted = (run: string): readonly (string | null)[] =>
  factsOf(run).deletes.map(({ local, home, path }) => local ?? home ?? path);

describe("jobs of a table are commands", () => {
  test.each([
    "echo '* * * * * rm -rf ~/x' | crontab -",
    "echo '* * * * * rm -rf x' | crontab -",
    "crontab <<< '@daily rm -rf ~/x'",
    "printf '# jobs\\nPATH=/bin\\n0 0 * * 1-5 rm -rf ~/x\\n' | crontab -u me -",
    "printf '%s\\n' '*/5 * * * * cd ~ && rm -rf x' > jobs; crontab jobs",
    "(crontab -l; echo '0 3 * * * rm -rf ~/x') | crontab -",
    "crontab - <<'E'\n\t@reboot   rm -rf ~/x\nE",
    "crontab - <<'E'\n0 0 * * * sh%rm -rf x\nE",
    "crontab <<'E'\n0 0 * * * D=x; rm -rf \"$D\"\nE",
    'D=x; echo "0 0 * * * rm -rf ~/$D" | crontab -',
  ])("%s", (run) => {
    expect(deleted(run)).toContain("~/x");
  });

  test("they are shown as what the table runs", () => {
    const { commands, actions } = factsOf("echo '* * * * * rm -rf ~/x' | crontab -");
    expect(commands.map(({ program, via }) => [program, via])).toEqual([
      ["echo", []],
      ["crontab", []],
      ["rm", ["crontab"]],
    ]);
    expect(actions.map(({ kind }) => kind)).toEqual(["schedule.change"]);
  });

  test("a table that the text did not write is not understood", () => {
    for (const run of ["crontab jobs", "cat jobs | crontab -", "crontab"])
      expect(factsOf(run).complete).toBe(false);
    expect(factsOf("crontab -l").complete).toBe(true);
    expect(factsOf("echo '0 0 * * * date' | crontab -").complete).toBe(true);
  });

  test("comments, variables and what is behind a percent sign are no commands", () => {
    const { commands } = factsOf(
      "crontab - <<'E'\n# 0 0 * * * rm x\nMAILTO=me\n0 0 * * * date +\\%s%rm x\nE",
    );
    expect(commands.map(({ program }) => program)).toEqual(["crontab", "date"]);
  });
});
