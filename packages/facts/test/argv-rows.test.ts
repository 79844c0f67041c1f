import { describe, expect, test } from "vitest";
import { toolFacts } from "./facts-of.js";

describe("a list of words is one command, whatever its words look like", () => {
  test.each<object>([
    { command: ["rm", "-rf", "/etc"] },
    { command: "rm", args: ["-rf", "/etc"] },
    { cmd: "rm", arguments: ["-rf", "/etc"] },
    { command: "/bin/rm", argv: ["-r", "-f", "/etc"] },
    { command: ["rm"], args: ["-rf", "/etc"] },
    { command: ["bash", "-lc", "rm -rf /etc"] },
    { command: "bash", args: ["-c", "rm -rf /etc"] },
    { command: "sudo", args: ["rm", "-rf", "/etc"] },
    { command: ["rm -rf /etc"] },
    { command: ["cd /tmp", "rm -rf /etc"] },
  ])("%j deletes", (params) => {
    for (const tool of ["shell", "Bash", "Wurst"])
      expect(toolFacts(tool, params).deletes).toContainEqual(
        expect.objectContaining({ path: "/etc", tree: true }),
      );
  });

  test.each<object>([
    { command: ["grep", "-rn", "rm -rf /", "docs"] },
    { command: "grep", args: ["-rn", "rm -rf /", "docs"] },
    { command: ["git", "commit", "-m", "do not rm -rf /etc"] },
    { command: ["echo", "x; rm -rf /etc"] },
    { command: "echo", args: ["$(rm -rf /etc)"] },
  ])("%j does not", (params) => {
    for (const tool of ["shell", "Bash", "Wurst"]) expect(toolFacts(tool, params).deletes).toEqual([]);
  });
});
