import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { askedCalls } from "../../agents/src/approvals/asked-calls.js";
import type { Terminal } from "../../console/src/terminal.js";
import { person } from "./person.js";
import { folder, type Folder, type Ran, runCli } from "./run-cli.js";

let made: Folder | undefined;
afterEach(() => made?.remove());

const ASKS = `version: 1
policies:
  - id: push
    events: before_tool_call
    when: params.command.startsWith("git push")
    ask: is it ready?
`;

/** @param guarded what guards the agent itself is in force, too: it takes time to compile */
function project(guarded = false): Folder {
  const settings = JSON.stringify({ version: 1, ownConfig: guarded ? "on" : "off" });
  made = folder({ "~/.gatehouse/push.yaml": ASKS, "~/.gatehouse/settings.json": settings, "readme.md": "" });
  return made;
}

let number = 0;

/** A call of Codex, which cannot ask; each has a number of its own. */
async function codex({ path, home }: Folder, command: string, more: object = {}): Promise<Ran> {
  const payload = {
    session_id: "s",
    turn_id: `turn ${++number}`,
    transcript_path: null,
    cwd: path,
    hook_event_name: "PreToolUse",
    model: "m",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: `call ${number}`,
    ...more,
  };
  return await runCli(["hook", "codex", "--daemon", "off"], {
    cwd: path,
    home,
    stdin: JSON.stringify(payload),
  });
}

async function approve({ path, home }: Folder, code: string, terminal?: Terminal): Promise<Ran> {
  return await runCli(["approve", code], { cwd: path, home, ...(terminal !== undefined && { terminal }) });
}

function codeIn({ stdout, stderr }: Ran): string {
  const code = /gatehouse approve ([0-9a-z]{4}-[0-9a-z]{4})/.exec(stdout + stderr)?.[1];
  if (code === undefined) throw new Error(`no code in ${stdout}${stderr}`);
  return code;
}

const isDenied = ({ stdout, stderr, code }: Ran): boolean => code === 2 || /deny|block/.test(stdout + stderr);

describe("a call that an agent cannot ask about", () => {
  test("is denied with a code, happens once when a person has approved it, and is denied again", async () => {
    const here = project();
    const first = await codex(here, "git push");
    expect(isDenied(first)).toBe(true);
    const code = codeIn(first);
    // Trying again does not make another code.
    expect(codeIn(await codex(here, "git push"))).toBe(code);
    const reader = person();
    const approved = await approve(here, code.toUpperCase().replace("-", ""), reader);
    expect([approved.code, approved.stdout]).toEqual([0, "approved: let the agent try it again\n"]);
    for (const part of ["codex wants to call Bash", "git push", "`push` asks: is it ready?"])
      expect(reader.read.join("\n")).toContain(part);
    expect(isDenied(await codex(here, "git push"))).toBe(false);
    const after = await codex(here, "git push");
    expect(isDenied(after)).toBe(true);
    expect(codeIn(after)).not.toBe(code);
  });

  test("is not another call: what was approved is the whole of it", async () => {
    const here = project();
    const code = codeIn(await codex(here, "git push"));
    await approve(here, code, person());
    expect(isDenied(await codex(here, "git push --force"))).toBe(true);
    expect(isDenied(await codex(here, "git push"))).toBe(false);
  });

  test("needs the word of the question, on a terminal", async () => {
    const here = project();
    const code = codeIn(await codex(here, "git push"));
    const alone = await approve(here, code);
    expect(alone.code).toBe(2);
    expect(alone.stderr).toContain("no terminal");
    expect(
      await approve(
        here,
        code,
        person(() => "yes"),
      ),
    ).toMatchObject({ code: 1 });
    expect(await approve(here, "0000-0000", person())).toMatchObject({ code: 2 });
    expect(isDenied(await codex(here, "git push"))).toBe(true);
    expect(isDenied(await codex(here, "git push"))).toBe(true);
  });

  test("is listed until it is answered", async () => {
    const here = project();
    const code = codeIn(await codex(here, "git push"));
    const list = async (): Promise<string> =>
      (await runCli(["approve"], { cwd: here.path, home: here.home })).stdout;
    expect(await list()).toContain(code);
    await approve(here, code, person());
    expect(await list()).toContain("no call waits");
  });

  test("has values that cannot move the terminal, and is not approved when it is too long to be shown", async () => {
    const here = project();
    const reader = person();
    await approve(here, codeIn(await codex(here, "git push \u001b[2Kx\u202e")), reader);
    expect(reader.read.join("")).not.toMatch(/\u001b|\u202e/);
    const long = codeIn(await codex(here, `git push ${"x\n".repeat(500)}`));
    expect(await approve(here, long, person())).toMatchObject({ code: 2 });
    const huge = await codex(here, `git push ${"x".repeat(100_000)}`);
    expect(isDenied(huge)).toBe(true);
    expect(huge.stdout + huge.stderr).not.toContain("gatehouse approve");
  });
});

test("an agent does not approve its own call", async () => {
  const here = project(true);
  for (const command of [
    "gatehouse approve abcd-efgh",
    "npx gatehouse-hooks approve abcd-efgh",
    "npx -y gatehouse-hooks@latest approve abcd-efgh",
    "script -qc 'gatehouse approve abcd-efgh' /dev/null",
    `cp x.json ${here.home}/.gatehouse/approvals/y.json`,
  ])
    expect([command, isDenied(await codex(here, command))]).toEqual([command, true]);
});

const CALL = {
  call: "a".repeat(64),
  policy: "p",
  reason: "",
  host: "codex",
  event: "before_tool_call",
  tool: "Bash",
  params: {},
  cwd: "/",
};

test("--always writes an exception for just this call, when a person says so", async () => {
  const here = project();
  const { path, home } = here;
  const always = async (code: string, terminal?: Terminal): Promise<Ran> =>
    await runCli(["approve", code, "--always"], {
      cwd: path,
      home,
      ...(terminal !== undefined && { terminal }),
    });
  const code = codeIn(await codex(here, "git push"));
  expect((await always(code)).stderr).toContain("no terminal");
  expect(
    (
      await always(
        code,
        person(() => "yes"),
      )
    ).stdout,
  ).toBe("declined: nothing is written\n");
  expect(isDenied(await codex(here, "git push"))).toBe(true);
  expect((await always(code, person())).stdout).toContain("written to ");
  expect(isDenied(await codex(here, "git push"))).toBe(false);
  expect(isDenied(await codex(here, "git push --force"))).toBe(true);
});

test("a call waits for fifteen minutes, and its approval counts for five", async () => {
  const { home } = project();
  let now = Date.now();
  const calls = askedCalls(home, () => now);
  const approveKept = async (): Promise<void> => {
    const code = await calls.keep(CALL);
    await calls.approve({ code: code ?? "" });
  };
  await approveKept();
  expect(await calls.use(CALL.call, "p")).toBe(true);
  await expect(calls.approve({ code: "0000-0000" })).rejects.toThrow("does not wait any more");
  await approveKept();
  now += 5 * 60_000;
  expect(await calls.use(CALL.call, "p")).toBe(false);
  await calls.keep(CALL);
  now += 15 * 60_000;
  expect(await calls.waiting()).toEqual([]);
});

test("calls that wait are bounded, and nothing else is left behind", async () => {
  const { home } = project();
  const calls = askedCalls(home);
  for (let i = 0; i < 55; i++) await calls.keep({ ...CALL, call: i.toString(16).padStart(64, "0") });
  expect((await calls.waiting()).length).toBe(50);
  const left = readdirSync(join(home, ".gatehouse/approvals"));
  // The key that they are sealed with, and the calls.
  expect([left.length, left.filter((name) => name === "key").length]).toEqual([51, 1]);
});

describe("what no person has said is no approval", () => {
  const POLICY = "p";

  /** A call that was approved; the folder of its file, and that file. */
  async function kept(): Promise<{ readonly home: string; readonly files: string; readonly file: string }> {
    const { home } = project();
    const calls = askedCalls(home);
    await calls.approve({ code: (await calls.keep(CALL)) ?? "" });
    const files = join(home, ".gatehouse/approvals");
    const name = readdirSync(files).find((one) => one.endsWith(".approved")) ?? "";
    return { home, files, file: join(files, name) };
  }

  test.each<readonly [string, (files: string, file: string) => void]>([
    [
      "a file as earlier versions wrote it",
      (_files, file) =>
        writeFileSync(
          file,
          JSON.stringify({ ...CALL, code: "aaaa-aaaa", asked: 1, expires: Date.now() + 60_000 }),
        ),
    ],
    ["one whose key others may read", (files) => chmodSync(join(files, "key"), 0o644)],
    [
      "one of a key that is a link",
      (files) => {
        renameSync(join(files, "key"), join(files, "away"));
        symlinkSync("away", join(files, "key"));
      },
    ],
  ])("%s", async (_, forge) => {
    const { home, files, file } = await kept();
    forge(files, file);
    expect(await askedCalls(home).use(CALL.call, POLICY)).toBe(false);
    expect(await askedCalls(home).use(CALL.call, POLICY)).toBe(false);
  });

  test("one that was used is not used again, also where its file is put back, in this process and in others", async () => {
    const { home, files, file } = await kept();
    const before = readFileSync(file);
    const used = new Set<string>();
    expect(await askedCalls(home, Date.now, used).use(CALL.call, POLICY)).toBe(true);
    for (const again of [used, new Set<string>()]) {
      writeFileSync(file, before);
      expect(await askedCalls(home, Date.now, again).use(CALL.call, POLICY)).toBe(false);
    }
    // A daemon remembers it, whatever becomes of the files.
    for (const name of readdirSync(files).filter((one) => one.endsWith(".used"))) rmSync(join(files, name));
    writeFileSync(file, before);
    expect(await askedCalls(home, Date.now, used).use(CALL.call, POLICY)).toBe(false);
  });

  test("a call that waits under a changed text is not shown", async () => {
    const { home, files } = await kept();
    await askedCalls(home).keep({ ...CALL, policy: "another" });
    const file = join(files, readdirSync(files).find((one) => one.endsWith(".asked")) ?? "");
    writeFileSync(file, readFileSync(file, "utf8").replace('"tool":"Bash"', '"tool":"Read"'));
    expect(await askedCalls(home).waiting()).toEqual([]);
  });

  test("one of another session or another folder is for that call alone", async () => {
    const here = project();
    const code = codeIn(await codex(here, "git push"));
    await approve(here, code, person());
    expect(isDenied(await codex(here, "git push", { session_id: "another" }))).toBe(true);
    expect(isDenied(await codex(here, "git push", { cwd: here.home }))).toBe(true);
    expect(isDenied(await codex(here, "git push"))).toBe(false);
  });
});
