import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { agentsHome } from "./init/agents-home.js";
import { folder, type Folder, runCli } from "./run-cli.js";

const repository = resolve(import.meta.dirname, "../../..");
const places: Folder[] = [];
afterAll(() => {
  for (const one of places) one.remove();
});

function place(files: Readonly<Record<string, string>> = {}): Folder {
  const made = folder(files);
  places.push(made);
  return made;
}

/** What a standard validator says of a value; empty when it is right. */
function problems(schema: string, value: unknown): readonly string[] {
  const read = JSON.parse(schema) as ConstructorParameters<typeof Validator>[0];
  return new Validator(read, "7", false).validate(value).errors.map(({ error }) => error);
}

/** The schema that the first line of a policy file names, as an editor of YAML looks for it. */
function schemaOfFile(file: string): string {
  const named = /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(file, "utf8"))?.[1];
  return resolve(dirname(file), named ?? "no schema line");
}

const RULE = ["--stop", "command", "--of", "git push --force", "--effect", "deny", "--reason", "no"];

describe("gatehouse schema", () => {
  test.each([[[]], [["gatehouse"]], [["gatehouse", "--json"]]])(
    "with %j takes a right policy file, and no misspelt key",
    async (words) => {
      const { code, stdout } = await runCli(["schema", ...words]);
      expect(code).toBe(0);
      const policy = { id: "one", events: "before_tool_call", deny: "no" };
      expect(problems(stdout, { version: 1, policies: [policy] })).toEqual([]);
      expect(problems(stdout, { version: 1, policies: [{ ...policy, wen: "true" }] })).not.toEqual([]);
    },
  );

  test.each([
    ["gatehouse", "examples/guarded/.gatehouse/first.yaml"],
    ["server", "examples/serve/gatehouse.server.yaml"],
    ["server", "deploy/gatehouse.server.yaml"],
  ])("%s takes %s, and no key that nothing reads", async (name, file) => {
    const { stdout } = await runCli(["schema", name]);
    const value = parse(readFileSync(join(repository, file), "utf8")) as object;
    expect(problems(stdout, value)).toEqual([]);
    expect(problems(stdout, { ...value, nothingReadsThis: 1 })).not.toEqual([]);
  });

  test("on a terminal lists all, and prints each", async () => {
    const { stdout } = await runCli(["schema"], { columns: 80, env: { NO_COLOR: "1" } });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThan(24);
    const names = lines.slice(0, lines.indexOf("")).map((line) => line.split(" ")[0] ?? "");
    expect(names).toEqual(["gatehouse", "mayros-config", "docker-agent", "mimir", "server"]);
    for (const name of names) {
      const made = await runCli(["schema", name], { columns: 80 });
      expect(JSON.parse(made.stdout)).toHaveProperty("$schema");
    }
  });

  test("says which names there are", async () => {
    const { code, stderr } = await runCli(["schema", "gatehous"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("did you mean `gatehouse`?")]);
    expect((await runCli(["schema", "zzz"])).stderr).toContain("`server`");
  });
});

describe("the first line of a policy file that Gatehouse writes names a schema that is there", () => {
  test("new: the schema takes the file, and it is no rule", async () => {
    const { path, home } = place({ ".gatehouse/schema/gatehouse.json": "{ of an older version" });
    const at = { cwd: path, home };
    expect((await runCli(["new", "no-force", ...RULE], at)).code).toBe(0);
    const file = join(path, ".gatehouse/no-force.yaml");
    const schema = readFileSync(schemaOfFile(file), "utf8");
    expect(problems(schema, parse(readFileSync(file, "utf8")))).toEqual([]);
    const { code, stdout } = await runCli(["check"], at);
    expect([code, stdout]).toEqual([0, expect.stringContaining("0 errors, 0 warnings")]);
    expect(JSON.parse((await runCli(["list", "--json"], at)).stdout)).toMatchObject({
      policies: [{ id: "no-force" }],
    });
  });

  test.each(["schema", "schema/gatehouse.json"])("new: a link at %s is not followed", async (link) => {
    const { path, home } = place({ "~/mine/gatehouse.json": "mine", "~/gatehouse.json": "mine" });
    mkdirSync(dirname(join(path, ".gatehouse", link)), { recursive: true });
    const target = link.endsWith(".json") ? "gatehouse.json" : "mine";
    symlinkSync(join(home, target), join(path, ".gatehouse", link));
    const { code, stdout } = await runCli(["new", "no-force", ...RULE], { cwd: path, home });
    expect([code, stdout]).toEqual([0, expect.stringContaining("could not be written: a link")]);
    for (const name of ["mine/gatehouse.json", "gatehouse.json"])
      expect(readFileSync(join(home, name), "utf8")).toBe("mine");
  });

  test("init: it is shown, brought up to date, and taken back", async () => {
    const at = agentsHome({ "~/.claude/settings.json": "{}" });
    places.push(at);
    const { stdout } = await at.run("init", "claude-code", "--yes", "--no-probe");
    expect(stdout).toMatch(/^ {2}for editors +~\/\.gatehouse\/schema\/gatehouse\.json +new/m);
    const file = join(at.home, ".gatehouse/first.yaml");
    const schema = schemaOfFile(file);
    const made = readFileSync(schema, "utf8");
    expect(problems(made, parse(readFileSync(file, "utf8")))).toEqual([]);
    writeFileSync(schema, "{}");
    await at.run("init", "claude-code", "--yes", "--no-probe");
    expect(readFileSync(schema, "utf8")).toBe(made);
    expect((await at.run("init", "--undo")).code).toBe(0);
    expect([file, dirname(schema)].filter((one) => existsSync(one))).toEqual([]);
  });

  test("init: what a person took out stays out, although its schema is there", async () => {
    const at = agentsHome({ "~/.claude/settings.json": "{}" });
    places.push(at);
    await at.run("init", "claude-code", "--yes", "--no-probe");
    at.change(".gatehouse/first.yaml", (text) => text.replace("  - pack/secrets\n", ""));
    const again = await at.run("init", "claude-code", "--yes", "--no-probe");
    expect(again.stdout).toContain("off: pack/secrets; ~/.gatehouse/first.yaml was changed");
  });
});
