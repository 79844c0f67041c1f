import { callSafety, createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { describe, expect, test } from "vitest";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
const safetyOf = (command: string) =>
  callSafety(
    facts({
      ...{ event: "before_tool_call", toolName: "exec", params: { command } },
      ...{ cwd: "/home/dev/app", home: "/home/dev" },
    }),
  );

describe("the safety of a call", () => {
  test.each([
    ["a plain reader", "git status"],
    ["a reader of a file below the workspace", "sed -n 1,5p notes.txt"],
    ["a search without a program", "find . -type f"],
    ["a list of containers", "docker compose ps"],
  ])("%s is safe: %s", (_, command) => {
    expect(safetyOf(command)).toMatchObject({ class: "safe", blastRadius: "low" });
  });

  test.each([
    ["nothing", ""],
    ["two readers", "git status && pwd"],
    ["a pipe", "cat notes.txt | wc -l"],
    ["a reader outside of the workspace", "cat ~/.ssh/id_rsa"],
    ["a reader as another user", "sudo ls"],
    ["a reader that is told to write", "git diff --output=out.txt"],
    ["a reader that is told to run a program", "git -c core.pager=./x log"],
    ["a reader with a variable that loads code", "LD_PRELOAD=./x.so ls"],
    ["a write", "echo hi > notes.txt"],
    ["a move", "mv a b"],
    ["a program that is not known", "frobnicate --all"],
    ["a program whose argument is not known", "cat $(pwd)/x"],
    ["a test suite", "npm test"],
    ["a download", "curl http://localhost/x"],
    ["variables of the environment", "env"],
    ["a command without an end", "ls 'x"],
  ])("%s is not known to be harmless: %s", (_, command) => {
    expect(safetyOf(command).class).toBe("unknown");
  });

  test.each([
    ["a file", "rm notes.txt", "low"],
    ["files by a wildcard", "rm *.txt", "medium"],
    ["a tree", "rm -r build", "high"],
    ["a tree by a search", "find . -delete", "high"],
    ["an edit in place", "perl -i -pe s/a/b/ notes.txt", "medium"],
    ["a container that is stopped", "docker kill web", "low"],
    ["a container", "podman rm web", "medium"],
    ["a container by force", "docker container rm --force web", "high"],
    ["all by force, options in one word", "docker system prune -af", "high"],
    ["volumes", "docker compose down -v", "high"],
    ["a project by the file that is named", "docker compose -f x.yml down", "medium"],
    ["changes of one file", "git checkout -- notes.txt", "medium"],
    ["all changes", "git reset --hard", "high"],
    ["a remote branch, with a look at it first", "git push --force-with-lease", "medium"],
    ["a remote branch", "git push -f origin main", "high"],
    ["a cluster's object", "kubectl delete pod web", "high"],
    ["a disk", "dd if=/dev/zero of=/dev/sda", "high"],
    ["something inside of other code", "bash -c 'cd /tmp; rm -rf x'", "high"],
    ["the worst of several", "rm notes.txt; docker rm web; git clean -fd", "high"],
  ])("%s is destructive: %s, %s", (_, command, blastRadius) => {
    const safety = safetyOf(command);
    expect(safety).toMatchObject({ class: "destructive", blastRadius });
    expect(safety.reason).toMatch(/\w/);
  });
});
