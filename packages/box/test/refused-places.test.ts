import { expect, test } from "vitest";
import { placeRefusalLine, refusedPlaces } from "@gatehouse-hooks/box";

const hidden = (path: string, policy: string, isFolder = false) => ({ path, policy, isFolder, shown: [] });
const CALL = {
  workspace: "/w",
  cwd: "/w/d",
  home: "/h",
  hidden: [hidden("/h/.ssh", "secrets/read", true), hidden("/w/sub/.env", "secrets/environment-file")],
  kept: [
    { path: "/w/.mcp.json", policy: "own-config/mcp", isFolder: true },
    { path: "/w/.git/hooks", policy: "box/git-runs-code", isFolder: true },
    { path: "/w/.git/config", policy: "box/git-runs-code", isFolder: false },
  ],
};

test.each([
  ["cat: /h/.ssh/id_rsa: Permission denied", "hidden", "/h/.ssh/id_rsa", "secrets/read"],
  ["Error: EACCES: permission denied, open '/h/.ssh/id_rsa'", "hidden", "/h/.ssh/id_rsa", "secrets/read"],
  ["PermissionError: [Errno 13] Permission denied: '/h/.ssh'", "hidden", "/h/.ssh", "secrets/read"],
  ["cat: /h/.ssh/a: No such file or directory", "hidden", "/h/.ssh/a", "secrets/read"],
  ["cat: ../sub/.env: Permission denied", "hidden", "/w/sub/.env", "secrets/environment-file"],
  ["bash: line 1: ../.mcp.json: Is a directory", "kept", "/w/.mcp.json", "own-config/mcp"],
  [
    "bash: line 1: ../.git/hooks/x y: Read-only file system",
    "kept",
    "/w/.git/hooks/x y",
    "box/git-runs-code",
  ],
  [
    "error: could not write config file ../.git/config: Device or resource busy",
    "kept",
    "/w/.git/config",
    "box/git-runs-code",
  ],
  [
    "mv: cannot move '../sub' to '../other': Device or resource busy",
    "holds",
    "/w/sub",
    "secrets/environment-file",
  ],
  ["/bin/bash: line 1: /h/planted: Read-only file system", "outside", "/h/planted", "box/outside"],
  ["touch: cannot touch '~/x': Read-only file system", "outside", "/h/x", "box/outside"],
] as const)("%s", (line, kind, path, policy) => {
  expect(refusedPlaces(`before\n${line}\nafter\n`, CALL)).toEqual([{ kind, path, policy }]);
});

test.each([
  "cat: /etc/shadow-of-mine: Permission denied",
  "cat: /w/other: No such file or directory",
  "/h/.ssh/id_rsa is not what this line is about",
  "cat: /w/.mcp.json: No such file or directory",
  "bash: ./x: Permission denied",
  `${"x".repeat(5_000)} /h/.ssh/id_rsa: Permission denied`,
])("nothing is guessed: %s", (line) => expect(refusedPlaces(line, CALL)).toEqual([]));

test("each place is named once, and no more than ten", () => {
  const lines = Array.from({ length: 40 }, (_, at) => `cat: /h/.ssh/k${at % 20}: Permission denied`);
  expect(refusedPlaces(lines.join("\n"), CALL).map(({ path }) => path)).toEqual(
    Array.from({ length: 10 }, (_, at) => `/h/.ssh/k${at}`),
  );
});

test("a line has the policy, the place, why and what to do instead", () => {
  const [one] = refusedPlaces("cat: /h/.ssh/id_rsa: Permission denied", CALL);
  if (one === undefined) throw new Error("nothing was found");
  expect(placeRefusalLine(one)).toBe(
    "gatehouse box: [secrets/read] `/h/.ssh/id_rsa` was refused: it cannot be read in a box; ask the person to run this call without the box",
  );
});
