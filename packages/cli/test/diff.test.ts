import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

const rules = (when: string, verdict = "deny"): string =>
  `version: 1\npolicies:\n  - id: rm\n    events: before_tool_call\n    tools: Bash\n    when: ${JSON.stringify(when)}\n    ${verdict}: no deleting\n`;

const WIDE = rules('params.command.startsWith("rm")');
const NARROW = rules('params.command.startsWith("rm -r")');

let place: Folder | undefined;
afterEach(() => place?.remove());

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
    cwd,
    stdio: "ignore",
  });
}

describe("gatehouse diff", () => {
  test("two files: what changes, an event that shows it, who decides, and exit code 1 when it loosens", async () => {
    place = folder({ "old.yaml": WIDE, "new.yaml": NARROW });
    const { code, stdout } = await runCli(["diff", "old.yaml", "new.yaml"], {
      cwd: place.path,
      home: place.home,
    });
    expect(stdout).toBe(
      [
        'looser   deny → abstain: {"event":"before_tool_call","toolName":"Bash","params":{"command":"rm"}}',
        "  before: `rm` no deleting",
        "  after:  no policy decides",
        "1 change of decisions, 1 looser",
        "",
      ].join("\n"),
    );
    expect(code).toBe(1);
  });

  test("what is stricter, or meant, is fine", async () => {
    place = folder({ "old.yaml": WIDE, "new.yaml": NARROW });
    const at = { cwd: place.path, home: place.home };
    const stricter = await runCli(["diff", "new.yaml", "old.yaml", "--json"], at);
    expect(stricter.code).toBe(0);
    expect(JSON.parse(stricter.stdout)).toMatchObject({
      ok: true,
      differences: [
        {
          loosens: false,
          before: { effect: "abstain" },
          after: { effect: "deny", policy: "rm" },
          changed: ["rm"],
        },
      ],
    });
    expect((await runCli(["diff", "old.yaml", "new.yaml", "--allow-loosening"], at)).code).toBe(0);
    expect((await runCli(["diff", "old.yaml", "old.yaml"], at)).stdout).toBe(
      "0 changes of decisions, 0 looser\n",
    );
  });

  test("a table for a pull request", async () => {
    place = folder({ "old.yaml": WIDE, "new.yaml": rules('params.command.startsWith("rm")', "ask") });
    const { stdout } = await runCli(["diff", "old.yaml", "new.yaml", "--markdown"], {
      cwd: place.path,
      home: place.home,
    });
    expect(stdout.split("\n")[2]).toBe(
      '| **looser** | deny → ask | `{"event":"before_tool_call","toolName":"Bash","params":{"command":"rm"}}` | `rm` no deleting | `rm` no deleting |',
    );
  });

  test("policies over facts: the tests beside them are the events that show it", async () => {
    const facts = (glob: string): string =>
      `version: 1\npolicies:\n  - id: keys\n    events: before_tool_call\n    when: facts.writes.any(w, w.touches("${glob}"))\n    deny: no\n    tests:\n      - event: { toolName: Bash, params: { command: "echo x > /srv/keys/a" } }\n        expect: deny\n`;
    place = folder({ "old.yaml": facts("/srv/**"), "new.yaml": facts("/srv/other/**") });
    const { stdout, code } = await runCli(["diff", "old.yaml", "new.yaml"], {
      cwd: place.path,
      home: place.home,
    });
    expect(stdout).toContain("deny → abstain");
    expect(stdout).toContain("echo x > /srv/keys/a");
    expect(code).toBe(1);
  });

  test("a revision and a project: nothing that the repository configures is run", async () => {
    place = folder({ ".gatehouse/rules.yaml": WIDE, hook: "#!/bin/sh\ntouch ran\n" });
    git(place.path, "init", "-q");
    git(place.path, "add", ".");
    git(place.path, "commit", "-qm", "one");
    git(place.path, "config", "core.fsmonitor", "touch ran; false");
    git(place.path, "config", "diff.external", "touch ran");
    writeFileSync(join(place.path, ".gatehouse/rules.yaml"), NARROW);
    const at = { cwd: place.path, home: place.home };
    const { stdout, code } = await runCli(["diff", "HEAD", "."], at);
    expect(stdout).toContain("deny → abstain");
    expect(code).toBe(1);
    expect((await runCli(["diff", "HEAD:.gatehouse", "HEAD:.gatehouse/rules.yaml"], at)).stdout).toBe(
      "0 changes of decisions, 0 looser\n",
    );
    expect(execFileSync("ls", { cwd: place.path, encoding: "utf8" })).toBe("hook\n");
  });

  test.each([
    ["nothing.yaml", "neither a file nor a folder"],
    ["--upload-pack=touch", "unknown option"],
  ])("%s is refused", async (name, why) => {
    place = folder({ "a.yaml": WIDE });
    const { code, stderr } = await runCli(["diff", name, "a.yaml"], { cwd: place.path, home: place.home });
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });
});
