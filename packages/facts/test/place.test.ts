import { compile, parse } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";
import { PROGRAMS, TOOL_ROWS, createFacts } from "../src/index.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** Whether some path of a list of a command's facts goes together with the glob. */
function asks(place: object, command: string, list: string, method: string, glob: string): unknown {
  const found = facts({ cwd: "/w/p", ...place, links: {}, toolName: "Bash", params: { command } });
  const { ast } = parse(`facts.${list}.any(w, w.${method}(${JSON.stringify(glob)}))`);
  if (ast === null) throw new Error("does not parse");
  return compile(ast)({ facts: JSON.parse(JSON.stringify(found)) as JsonValue });
}

const MAC = { platform: "darwin", home: "/Users/U", workspace: "/Users/U/Code" };

test.each([
  [MAC, "cat /users/u/.SSH/id_rsa", "reads", "touches", "~/.ssh/**", true],
  [MAC, "cat ~/.SSH/id_rsa", "reads", "within", "~/.ssh/**", true],
  [MAC, "rm -rf /USERS/u", "deletes", "touches", "~/.ssh/**", true],
  [MAC, "rm -rf /users", "deletes", "touches", "~/.ssh/**", true],
  [MAC, "cat /users/u/code/A", "reads", "within", "./a", true],
  [MAC, "cat /ETC/passwd", "reads", "touches", "/etc/**", true],
  [MAC, "cat /Users/U/Caf\u0065\u0301/x", "reads", "touches", "~/caf\u00E9/**", true],
  [MAC, "cat /users/us/.ssh/id_rsa", "reads", "touches", "~/.ssh/**", false],
  [{ ...MAC, platform: "win32" }, "cat /users/u/.SSH/id_rsa", "reads", "touches", "~/.ssh/**", true],
  [{ ...MAC, platform: "linux" }, "cat /users/u/.ssh/id_rsa", "reads", "touches", "~/.ssh/**", false],
  [{ ...MAC, platform: "linux" }, "cat ~/.SSH/id_rsa", "reads", "touches", "~/.ssh/**", false],
  [{ home: "/Users/U" }, "cat /ETC/passwd", "reads", "touches", "/etc/**", false],
] as const)("case: %j %s: %s %s %s", (place, command, list, method, glob, expected) => {
  expect(asks(place, command, list, method, glob)).toBe(expected);
});

test.each([
  ["cat /root/.ssh/id_rsa", "reads", "touches", "~/.ssh/**", true],
  ["cat /home/anyone/.ssh/id_rsa", "reads", "touches", "~/.ssh/**", true],
  ["cat /Users/anyone/.ssh/id_rsa", "reads", "touches", "~/.ssh/**", true],
  ["rm -rf /home", "deletes", "touches", "~/.ssh/**", true],
  ["rm -rf /home/*", "deletes", "touches", "~/.ssh/**", true],
  ["rm -rf /", "deletes", "touches", "~/.ssh/**", true],
  ["cat /home/anyone/.ssh/id_rsa", "reads", "within", "~/.ssh/**", false],
  ["cat /srv/home/anyone/.ssh/id_rsa", "reads", "touches", "~/.ssh/**", false],
  ["cat /rooted/.ssh/id_rsa", "reads", "touches", "~/.ssh/**", false],
  ["cat ~/.ssh/id_rsa", "reads", "touches", "~/.ssh/**", true],
] as const)("without a home: %s: %s %s %s", (command, list, method, glob, expected) => {
  expect(asks({}, command, list, method, glob)).toBe(expected);
});

test.each([
  ["cat /home/*/.ssh/id_rsa", true],
  ["cat /home/?/.ssh/id_rsa", true],
  ["cat /h*/[a-z]/.ssh/id_rsa", true],
  ["rm -rf /ho*", true],
  ["cat /home/v*/.ssh/id_rsa", false],
  ["cat /home/??/.ssh/id_rsa", false],
  ["cat /home/v/.ssh/id_rsa", false],
] as const)("a wildcard that may be the home directory: %s", (command, expected) => {
  const list = command.startsWith("rm") ? "deletes" : "reads";
  expect(asks({ home: "/home/u" }, command, list, "touches", "~/.ssh/**")).toBe(expected);
  expect(asks({ home: "/home/u" }, command, list, "within", "~/**")).toBe(false);
});

test("facts say what is guessed, and how paths are compared, only where it is so", () => {
  const read = (place: object) => facts({ ...place, toolName: "Read", params: { file_path: "/home/u/a" } });
  expect(read({ home: "/home/u" }).reads[0]).not.toHaveProperty("homeGuessed");
  expect(read({ home: "/home/u" }).reads[0]).not.toHaveProperty("folds");
  expect(read({}).reads).toMatchObject([{ path: "/home/u/a", home: "~/a", homeGuessed: true }]);
  expect(read({ platform: "darwin" }).reads).toMatchObject([{ folds: true }]);
});
