import { expect, test } from "vitest";
import { runCli } from "./run-cli.js";

test("packs: each pack with what it is about", async () => {
  const { code, stdout } = await runCli(["packs"]);
  expect(code).toBe(0);
  for (const name of [
    "destructive",
    "git",
    "secrets",
    "exfiltration",
    "remote-code",
    "own-config",
    "cloud",
  ]) {
    expect(stdout).toMatch(new RegExp(`^${name} +\\d+ +\\w`, "m"));
  }
  expect(stdout).toContain("extends: [pack/NAME]");
});

test("packs --json: names, lists and policies", async () => {
  const { stdout } = await runCli(["packs", "--json"]);
  const { packs } = JSON.parse(stdout) as {
    packs: readonly { name: string; parameters: readonly string[]; policies: readonly string[] }[];
  };
  const destructive = packs.find(({ name }) => name === "destructive");
  expect(destructive?.parameters).toEqual(["scratch"]);
  expect(destructive?.policies).toContain("destructive/system-delete");
});

test("packs NAME: its policies with the verdict, and examples of both kinds", async () => {
  for (const name of ["git", "pack/git"]) {
    const { code, stdout } = await runCli(["packs", name]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^git\/discard {2}deny: this throws away/m);
    expect(stdout).toMatch(/^ {2}deny {3}git reset --hard HEAD~3$/m);
    expect(stdout).toMatch(/^ {2}- {6}git status -sb$/m);
    expect(stdout).toMatch(/^git\/rewrite {2}ask: /m);
  }
  const { stdout } = await runCli(["packs", "destructive"]);
  expect(stdout).toMatch(/^ {2}scratch {2}folders .* \(\/tmp\/\*\*, /m);
  const json = JSON.parse((await runCli(["packs", "git", "--json"])).stdout) as {
    name: string;
    examples: Record<string, { applies: readonly string[] }>;
  };
  expect(json.name).toBe("git");
  expect(json.examples["git/discard"]?.applies).toContain("git reset --hard HEAD~3");
});

test("packs NAME: a name that is not one, and the one that was probably meant", async () => {
  const near = await runCli(["packs", "gti"]);
  expect(near.code).toBe(2);
  expect(near.stderr).toMatch(/no pack is called `gti`[\s\S]*did you mean `git`/);
  expect((await runCli(["packs", "zebra-crossing"])).stderr).toContain("use one of `cloud`");
});

test("packs on a terminal: a line each", async () => {
  const { stdout } = await runCli(["packs"], { columns: 80, env: { NO_COLOR: "1" } });
  const lines = stdout.split("\n");
  expect(lines.slice(0, lines.indexOf("")).every((line) => /^\S+ +\d+ {2,}\w/.test(line))).toBe(true);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});
