import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { type BubblewrapOptions, bubblewrapArgv, runCommand } from "@gatehouse-hooks/commands";
import { beforeAll, describe, expect, test } from "vitest";
import { requireProgram } from "../../../../test/require-program.js";
import { tempDir } from "../../../../test/temp-dir.js";

beforeAll(() => requireProgram("bwrap", "bubblewrap"));

async function run(script: string, options: BubblewrapOptions): Promise<string> {
  const boxed = bubblewrapArgv({ file: "/bin/sh", args: ["-c", script] }, options);
  if (boxed.kind === "refused") throw new Error(boxed.message);
  const outcome = await runCommand(boxed.argv, {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"] ?? "" },
    input: "",
    timeoutMs: 20_000,
    maxOutputBytes: 10_000,
    graceMs: 500,
  });
  boxed.release();
  if (outcome.kind !== "ran") throw new Error(outcome.message);
  return outcome.stdout;
}

/** All files and folders below a directory with their contents. */
function tree(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      try {
        return [name, readFileSync(path.join(directory, name), "utf8")];
      } catch {
        return [name, ""];
      }
    }),
  );
}

const NAMES = [".gatehouse", ".mayros", ".mimir", ".git", "mayros.json5"];
/** Says that it runs by the file `up`, and goes on when there is the file `go`: no clock decides which box is there when. */
const UNTIL_TOLD = "touch up; while ! [ -e go ]; do sleep 0.02; done; rm up go";

async function until(file: string): Promise<void> {
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
}

const among = (base: string): readonly string[] => NAMES.map((name) => path.join(base, name));

describe("a command in the sandbox cannot write policy, configuration or git's files (M7)", () => {
  test("what does not exist cannot be made, and nothing is left where it would be", async () => {
    const cwd = await tempDir();
    const script = NAMES.map(
      (name) =>
        `mkdir -p ${name} && echo x > ${name}/rules.yaml; echo x > ${name}; rm -rf ${name}; ` +
        `mkdir -p made/${name} && echo x > made/${name}/a && mv -f made/${name} ${name}; ln -s made ${name}; `,
    ).join("");
    await run(`{ ${script} } 2> /dev/null; rm -rf made; echo yes > kept`, { cwd, readOnly: among(cwd) });
    expect(tree(cwd)).toEqual({ kept: "yes\n" });
  });

  test("what exists stays as it is, by any name that leads to it", async () => {
    const cwd = await tempDir();
    execFileSync("git", ["init", "--quiet"], { cwd });
    for (const name of [".gatehouse", ".mayros", ".mimir"]) {
      mkdirSync(path.join(cwd, name));
      writeFileSync(path.join(cwd, name, "rules.yaml"), "rules");
    }
    writeFileSync(path.join(cwd, "mayros.json5"), "{ enabled: true }");
    const before = tree(cwd);
    await run(
      `{ for name in ${NAMES.join(" ")}; do
        echo x > $name; echo x > $name/rules.yaml; echo x > $name/new.yaml; rm -rf $name; mv $name away; rm -rf away
        ln $name/rules.yaml hard; echo x > hard; ln -s $name soft; echo x > soft/rules.yaml; rm -f hard soft
        cd $name && echo x > rules.yaml; cd ..
        echo x > "$PWD/../$(basename "$PWD")/$name/rules.yaml"; echo x > /proc/self/cwd/$name/rules.yaml
        chmod -R 777 $name; touch $name/x; umount $name; mount --bind /tmp $name
      done
      git config core.fsmonitor evil; echo x > .git/hooks/pre-commit; mv "$PWD" /tmp/x; mv "$PWD" "$PWD.x"; } 2> /dev/null`,
      { cwd, readOnly: among(cwd) },
    );
    expect(tree(cwd)).toEqual(before);
  });

  test("a project below the working directory cannot be moved away for another one", async () => {
    const cwd = await tempDir();
    const project = path.join(cwd, "work", "project");
    mkdirSync(path.join(project, ".gatehouse"), { recursive: true });
    writeFileSync(path.join(project, ".gatehouse", "rules.yaml"), "rules");
    writeFileSync(path.join(project, "a"), "a");
    await run(
      `{ mv work gone; mv work/project work/gone; mkdir -p work/project/.gatehouse work/project/.git
         echo x > work/project/.gatehouse/rules.yaml; rm -rf work/project/.gatehouse work; echo b > work/project/b; } 2> /dev/null`,
      { cwd, readOnly: among(project) },
    );
    expect(tree(cwd)).toEqual({
      work: "",
      "work/project": "",
      "work/project/.gatehouse": "",
      "work/project/.gatehouse/rules.yaml": "rules",
      "work/project/b": "b\n",
    });
  });

  test("repositories and projects within the project are found", async () => {
    const cwd = await tempDir();
    const inner = path.join(cwd, "vendor", "lib");
    mkdirSync(path.join(inner, ".git", "hooks"), { recursive: true });
    mkdirSync(path.join(inner, ".mayros"));
    writeFileSync(path.join(inner, ".git", "config"), "config");
    await run(
      `{ cd vendor/lib; echo x > .git/config; echo x > .git/hooks/pre-commit; echo x > .mayros/config.json5
         mv .git old; cd ..; mv lib old; mkdir -p lib/.git; } 2> /dev/null`,
      { cwd },
    );
    expect(tree(cwd)).toEqual({
      vendor: "",
      "vendor/lib": "",
      "vendor/lib/.git": "",
      "vendor/lib/.git/config": "config",
      "vendor/lib/.git/hooks": "",
      "vendor/lib/.mayros": "",
    });
  });

  test("a folder that the command may write to, but that only later holds a protected file, cannot be made", async () => {
    const cwd = await tempDir();
    const file = path.join(cwd, "config", "hooks", "rules.yaml");
    await run(`{ mkdir -p config/hooks; echo x > config/hooks/rules.yaml; } 2> /dev/null`, {
      cwd,
      readOnly: [file],
    });
    expect(tree(cwd)).toEqual({});
  });

  test("a protected path that is a link, or lies behind one, is refused: the link could be replaced", async () => {
    const cwd = await tempDir();
    const elsewhere = await tempDir();
    symlinkSync(elsewhere, path.join(cwd, ".gatehouse"));
    const message =
      `\`${path.join(cwd, ".gatehouse")}\` is a link, which a command in the sandbox could replace: ` +
      "put a file or folder in its place";
    for (const one of [".gatehouse", ".gatehouse/rules.yaml"]) {
      const options = { cwd, readOnly: [path.join(cwd, one)] };
      expect(bubblewrapArgv({ file: "true", args: [] }, options)).toEqual({
        kind: "refused",
        code: "sandbox-unsafe",
        message,
      });
    }
  });

  test("a link above the working directory is followed", async () => {
    const real = await tempDir();
    const link = path.join(await tempDir(), "link");
    symlinkSync(real, link);
    await run(`mkdir -p .gatehouse/x 2> /dev/null; echo yes > kept`, {
      cwd: link,
      readOnly: [path.join(link, ".gatehouse")],
    });
    expect(tree(real)).toEqual({ kept: "yes\n" });
    await run(`mkdir -p .gatehouse/x 2> /dev/null`, { cwd: real, readOnly: [path.join(link, ".gatehouse")] });
    expect(tree(real)).toEqual({ kept: "yes\n" });
  });

  test("a box that ends first does not open what another one still closes", async () => {
    const cwd = await tempDir();
    const options = { cwd, readOnly: among(cwd) };
    const long = run(
      `${UNTIL_TOLD}; { mkdir -p .gatehouse/x .mayros/x .git/x; echo x > mayros.json5; echo x > .gatehouse/r; } 2> /dev/null; true`,
      options,
    );
    await until(path.join(cwd, "up"));
    await run("true", options);
    expect(existsSync(path.join(cwd, ".gatehouse"))).toBe(true);
    // What stands in for a configuration meanwhile says nothing.
    expect(readFileSync(path.join(cwd, "mayros.json5"), "utf8")).toBe("{}\n");
    writeFileSync(path.join(cwd, "go"), "");
    await long;
    expect(tree(cwd)).toEqual({});
  });

  test("what somebody else puts there meanwhile stays", async () => {
    const cwd = await tempDir();
    const ran = run(UNTIL_TOLD, { cwd, readOnly: among(cwd) });
    await until(path.join(cwd, "up"));
    writeFileSync(path.join(cwd, ".gatehouse", "mine.yaml"), "mine");
    writeFileSync(path.join(cwd, "mayros.json5"), "{ mine: true }");
    writeFileSync(path.join(cwd, "go"), "");
    await ran;
    expect(tree(cwd)).toEqual({
      ".gatehouse": "",
      ".gatehouse/mine.yaml": "mine",
      "mayros.json5": "{ mine: true }",
    });
  });
});
