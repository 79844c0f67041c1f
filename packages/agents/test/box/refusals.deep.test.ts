import { describe, expect, test } from "vitest";
import { boxed, eachWorld, toldBoxed, whyNoBox, type World } from "./world.js";

const why = whyNoBox();
let world: World;
eachWorld(why, (made) => (world = made));

/** The kinds of docs/box.md, "What a box refuses", each with a command and what it prints. */
const KINDS: readonly (readonly [kind: string, command: string, says: RegExp])[] = [
  ["a write outside", "echo x > ~/planted", /Read-only file system/],
  ["reading a key", "cat ~/.ssh/id_rsa", /Permission denied/],
  ["values of variables", "cat .env; false", /^TOKEN=held-by-gatehouse$/m],
  ["a hook of git", "echo x > .git/hooks/pre-commit", /Read-only file system/],
  ["configuration of git", "git config a.b c", /Device or resource busy|Read-only file system/],
  ["the guard's own files", "echo x > ~/.gatehouse/first.yaml", /Read-only file system/],
  ["a kept file of the project", "echo x > .gatehouse/project.yaml", /Read-only file system/],
  ["what is kept and not there", "echo x > .mcp.json", /Is a directory/],
  ["a folder with something hidden", "mv sub other", /Device or resource busy/],
  [
    "a host that is not listed",
    'curl -sS "http://other.example/" | grep . ; false',
    /was refused: it is not among the hosts .*; add the host/,
  ],
  [
    "a private address",
    'curl -sS "http://10.7.7.7/" | grep . ; false',
    /was refused: it leads to this machine .*; start what is asked there/,
  ],
  ["the loopback of the machine", "curl -sS http://127.0.0.1:1/", /refused|Failed to connect/],
  ["a device", "cat /dev/sda", /No such file or directory/],
  ["namespaces", "unshare -Ur true", /No space left on device|Operation not permitted/],
];

/** What the last lines say of a place, beside its path: the policy that has it. */
const POLICIES: readonly (readonly [kind: string, command: string, says: RegExp])[] = [
  [
    "reading a key",
    "cat ~/.ssh/id_rsa",
    /\[secrets\/\S+\] `\S+\/\.ssh\/id_rsa` was refused: it cannot be read/,
  ],
  ["a hook of git", "echo x > .git/hooks/pre-commit", /\[box\/git-runs-code\] `\S+\/pre-commit` was refused/],
  [
    "the guard's own files",
    "echo x > ~/.gatehouse/first.yaml",
    /\[\S+\] `\S+\/first\.yaml` was refused: .* ask the person/,
  ],
  ["what is kept and not there", "echo x > .mcp.json", /\[own-config\/\S+\] `\S+\/\.mcp\.json` was refused/],
  [
    "a folder with something hidden",
    "mv sub other",
    /\[secrets\/\S+\] `\S+\/sub` was refused: what a policy hides/,
  ],
  ["a write outside", "echo x > ~/planted", /\[box\/outside\] `\S+\/planted` was refused: nothing outside/],
];

describe.skipIf(why !== undefined)(
  `what a box refuses${why === undefined ? "" : `: skipped, ${why}`}`,
  () => {
    test.each(KINDS)("%s", async (_, command, says) => {
      const { status, stdout, stderr } = await boxed(world, ["bash", "-c", command]);
      expect(status).not.toBe(0);
      expect(stdout + stderr).toMatch(says);
    });

    test.each(POLICIES)("%s: the agent reads which policy it was", async (_, command, says) => {
      const { status, stderr } = await toldBoxed(world, ["bash", "-c", command]);
      expect(status).not.toBe(0);
      expect(stderr).toMatch(says);
    });

    test("of what ends well nothing is said", async () => {
      const { stderr } = await toldBoxed(world, ["bash", "-c", "echo fine >&2"]);
      expect(stderr).toBe("fine\n");
    });
  },
);
