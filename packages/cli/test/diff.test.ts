import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

  test("policies over facts: a command of the shell shows the difference, without any test beside them", async () => {
    const files = {
      deletes: [
        'facts.deletes.any(d, d.touches("/etc/**"))',
        'facts.deletes.any(d, d.touches("/etc/ssh/**"))',
      ],
      force: ['facts.actions.any(a, a.kind == "git.force-push")', 'params.command == "x"'],
      sends: [
        'facts.network.any(n, n.direction != "in" && n.sends.any(s, s.touches("~/.ssh/**")))',
        'params.command == "x"',
      ],
      outside: ['facts.writes.any(w, !w.within("./**"))', 'facts.writes.any(w, !w.within("./src/**"))'],
      unknown: ["!facts.complete", "!facts.complete && facts.commands.size() > 1"],
    } as const;
    for (const [name, [old, now]] of Object.entries(files)) {
      place = folder({ "old.yaml": rules(old), "new.yaml": rules(now) });
      const { stdout } = await runCli(["diff", "old.yaml", "new.yaml", "--json"], {
        cwd: place.path,
        home: place.home,
      });
      place.remove();
      const { differences, unknown } = JSON.parse(stdout) as {
        differences: readonly { readonly witness: object }[];
        unknown: readonly object[];
      };
      expect([name, differences.length > 0, unknown]).toEqual([name, true, []]);
      for (const { witness } of differences) expect(witness).not.toHaveProperty("facts");
    }
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

  test("many files of a revision are read with one command, whatever is in them", async () => {
    const files = Array.from({ length: 30 }, (_, n) => [
      `.gatehouse/r${n}.yaml`,
      WIDE.replace("id: rm", `id: rm${n}`),
    ]);
    place = folder({
      ...(Object.fromEntries(files) as Record<string, string>),
    });
    mkdirSync(join(place.home, "bin"));
    const log = join(place.home, "runs");
    const wrapper = `#!/bin/sh\necho "$@" >> '${log}'\nexec /usr/bin/git "$@"\n`;
    writeFileSync(join(place.home, "bin/git"), wrapper, { mode: 0o755 });
    git(place.path, "init", "-q");
    git(place.path, "add", ".");
    git(place.path, "commit", "-qm", "one");
    const env = { PATH: `${join(place.home, "bin")}:/usr/bin:/bin` };
    const diffed = await runCli(["diff", "HEAD", "."], { cwd: place.path, home: place.home, env });
    expect(diffed).toMatchObject({ code: 0, stdout: "0 changes of decisions, 0 looser\n" });
    const runs = readFileSync(log, "utf8").split("\n");
    expect(runs.filter((line) => line.includes("cat-file"))).toHaveLength(1);
  });

  test("a file that is not text, and one that looks like what git prints, hide none", async () => {
    const [one, other] = [WIDE, WIDE.replace("id: rm", "id: other").replace("rm", "dd")];
    place = folder({
      ".gatehouse/a.yaml": one,
      ".gatehouse/b.png": new Uint8Array([0xff, 0xfe, 10, 0x80]),
      ".gatehouse/c.txt": `x\n${"0".repeat(40)} blob 3\nabc\n`,
      ".gatehouse/d.yaml": other,
    });
    git(place.path, "init", "-q");
    git(place.path, "add", ".");
    git(place.path, "commit", "-qm", "one");
    rmSync(join(place.path, ".gatehouse"), { recursive: true });
    const { stdout } = await runCli(["diff", "HEAD", ".", "--json"], { cwd: place.path, home: place.home });
    const { differences } = JSON.parse(stdout) as {
      readonly differences: readonly { readonly changed: readonly string[] }[];
    };
    expect(differences.flatMap(({ changed }) => changed)).toEqual(expect.arrayContaining(["rm", "other"]));
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
