import { own } from "@gatehouse-hooks/json";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { asUser, type Ended, eachWorld, whyNoBox, type World } from "./world.js";

const why = whyNoBox();
let world: World;
eachWorld(why, (made) => (world = made));

/** Runs a command as an agent does whose call was changed. */
async function call(command: string, ...options: readonly string[]): Promise<Ended> {
  const { home, workspace, runtime } = world;
  const args = [...commandArgs(), ...options, "box", "--told", "--", "/bin/bash", "-c", command];
  return await asUser(process.execPath, args, {
    cwd: workspace,
    env: { HOME: home, XDG_RUNTIME_DIR: runtime, GIT_CONFIG_NOSYSTEM: "1" },
  });
}

/** Commands of which all is understood, and what they do is what their facts say. */
const SOUND: readonly string[] = [
  "cp t.txt copy.txt && cat copy.txt",
  "mkdir -p d/e && touch d/e/f && ls d/e",
  "sed -i s/X/Y/ t.txt && mv t.txt t2.txt && rm t2.txt",
  "echo x > out.txt; cat out.txt | tee -a log.txt",
  "tar cf a.tar Makefile package.json && mkdir x && tar xf a.tar -C x && ls x",
  "ln -s Makefile l; chmod +x Makefile; head -1 l",
  "git add Makefile && git commit -qm x && git checkout -q -b topic && git status -s",
  "find . -name '*.txt' -exec touch {} +; grep -rl x . | sort > /tmp/found; sort -o package.json package.json",
  "cp -r tpl tpl2 && rm -r tpl2; rmdir late 2>/dev/null; true",
  "python3 -c 'print(6 * 7)'; awk '{print > \"o\"}' t.txt",
];

/** Commands of which all seems to be understood, and that do something else; or a program that is not what it is called. */
const UNSOUND: readonly string[] = ["git init -q --template=tpl ."];

/** Commands whose facts left out what they do; now the facts say it, or that not all is understood. */
const ONCE_MISREAD: readonly { readonly what: string; readonly command: string }[] = [
  { what: "a patch elsewhere", command: 'git apply --unsafe-paths --directory="$HOME" p.diff' },
  { what: "a trace of git", command: "GIT_TRACE=$HOME/.bashrc git status -s" },
  { what: "a tree copied over the home", command: "mkdir -p hm && echo evil > hm/.bashrc && cp -rT hm ~" },
];

describe.skipIf(why !== undefined)(
  `the profile of a call${why === undefined ? "" : `: skipped, ${why}`}`,
  () => {
    test.each(SOUND)("lets happen what was understood: %s", async (command) => {
      expect(await call(command)).toMatchObject({ status: 0, stderr: "" });
    });

    test("lets nothing else happen: a program that is not what it is called", async () => {
      const bin = join(world.root, "bin");
      mkdirSync(bin);
      writeFileSync(join(bin, "sort"), "#!/bin/sh\necho x > planted.txt\n", { mode: 0o755 });
      const { home, workspace, runtime } = world;
      const args = [...commandArgs(), "box", "--told", "--", "/bin/bash", "-c", "sort t.txt"];
      const env = { HOME: home, XDG_RUNTIME_DIR: runtime, PATH: `${bin}:/usr/bin:/bin` };
      const { status, stderr } = await asUser(process.execPath, args, { cwd: workspace, env });
      expect(status).not.toBe(0);
      expect(stderr).toContain("facts-unsound");
      expect(existsSync(join(workspace, "planted.txt"))).toBe(false);
    });

    test.each(ONCE_MISREAD)(
      "what was misread once is read now, and has no effect outside: $what",
      async (row) => {
        const before = readFileSync(join(world.home, ".bashrc"), "utf8");
        const { stderr } = await call(`${row.command}; echo "$GATEHOUSE_BOX" >&2`);
        expect(stderr).toMatch(/^1$/m);
        expect(stderr).not.toContain("facts-unsound");
        expect(readFileSync(join(world.home, ".bashrc"), "utf8")).toBe(before);
        expect(readdirSync(world.home)).not.toContain("planted.txt");
      },
    );

    test.each(UNSOUND)("facts-unsound: %s", async (command) => {
      const trail = join(world.home, "trail");
      const { stderr } = await call(command, "--audit", trail);
      expect(stderr).toContain("facts-unsound");
      const notes = readdirSync(trail)
        .flatMap((name) => readFileSync(join(trail, name), "utf8").trim().split("\n"))
        .filter((line) => line !== "")
        .map((line): unknown => JSON.parse(line))
        .filter((one) => own(one, "code") === "facts-unsound");
      expect(notes).toHaveLength(1);
      const { stdout } = await asUser(process.execPath, [...commandArgs(), "replay", trail], {
        cwd: world.workspace,
        env: { HOME: world.home },
      });
      expect(stdout).toContain("1 call did what facts do not have");
    });

    test("a refusal of what the facts name says nothing against them", async () => {
      for (const command of ["git config user.name x", "touch ~/made", "echo x >> .env"])
        expect((await call(command)).stderr).not.toContain("facts-unsound");
    });
  },
);
