import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Folder, folder, type Ran, runCli } from "./run-cli.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const policy = (id: string, when: string, verdict = "deny"): string =>
  `version: 1\npolicies:\n  - id: ${id}\n    events: before_tool_call\n    when: '${when}'\n    ${verdict}: no ${id}\n`;
const EVENT = JSON.stringify({
  event: "before_tool_call",
  toolName: "exec",
  params: { command: "git push" },
});
const FILE = ".gatehouse/a.yaml";
const PUSH = policy("push", 'params.command.includes("push")');
const PULL = policy("pull", 'params.command.includes("pull")');

function project(files: Readonly<Record<string, string>> = { [FILE]: PUSH }): Folder {
  const one = folder(files);
  made.push(one);
  return one;
}

async function decide(
  { path: cwd, home }: Folder,
  args: readonly string[] = [],
  stdin = EVENT,
): Promise<Ran> {
  return await runCli(["decide", "--json", ...args], { cwd, home, stdin });
}

function cacheOf({ home }: Folder): string {
  return join(home, ".cache", "gatehouse");
}

/** The file of the one store that there is. */
function storeOf(one: Folder): string {
  const names = readdirSync(cacheOf(one)).filter((name) => name.endsWith(".store"));
  expect(names).toHaveLength(1);
  return join(cacheOf(one), names[0] ?? "");
}

function decided(ran: Ran): string | null {
  return (JSON.parse(ran.stdout) as { readonly policy: string | null }).policy;
}

test("a decision leaves a private store, and the next one uses it", async () => {
  const one = project();
  const first = await decide(one);
  const store = storeOf(one);
  const { mode, ino } = statSync(store);
  expect(mode & 0o777).toBe(0o600);
  expect(statSync(cacheOf(one)).mode & 0o777).toBe(0o700);
  expect(await decide(one)).toEqual(first);
  expect(statSync(storeOf(one)).ino).toBe(ino);
  expect(first.code).toBe(1);
});

test("`--store off`, `GATEHOUSE_STORE` and a named folder say where stores are", async () => {
  const one = project();
  await decide(one, ["--store", "off"]);
  await runCli(["decide"], { cwd: one.path, home: one.home, stdin: EVENT, env: { GATEHOUSE_STORE: "off" } });
  expect(existsSync(cacheOf(one))).toBe(false);
  await decide(one, ["--store", "kept"]);
  expect(readdirSync(join(one.path, "kept"))).toHaveLength(1);
  await runCli(["decide"], {
    cwd: one.path,
    home: one.home,
    stdin: EVENT,
    env: { XDG_CACHE_HOME: join(one.home, "x") },
  });
  expect(readdirSync(join(one.home, "x", "gatehouse"))).toHaveLength(1);
  expect(existsSync(cacheOf(one))).toBe(false);
  expect((await decide(one, ["--store", ""])).code).toBe(2);
});

/** Changes that must be seen, and the policy that decides afterwards. */
const CHANGES: Readonly<
  Record<string, readonly [change: (one: Folder) => void | Promise<unknown>, policy: string | null]>
> = {
  "a file is edited": [({ path }) => writeFileSync(join(path, FILE), PULL), null],
  "a file is edited, with its length and times as before": [
    ({ path }) => {
      const file = join(path, FILE);
      const { atime, mtime } = statSync(file);
      writeFileSync(file, PUSH.replaceAll("push", "pull"));
      utimesSync(file, atime, mtime);
    },
    null,
  ],
  "a file is removed": [({ path }) => rmSync(join(path, FILE)), null],
  "the folder is removed": [({ path }) => rmSync(join(path, ".gatehouse"), { recursive: true }), null],
  "a file is added": [
    ({ path }) =>
      writeFileSync(
        join(path, ".gatehouse", "0.yaml"),
        policy("added", "true").replace("events", "priority: 200\n    events"),
      ),
    "added",
  ],
  "a place appears": [
    ({ home }) => {
      mkdirSync(join(home, ".gatehouse"));
      writeFileSync(
        join(home, ".gatehouse", "user.yaml"),
        policy("user", "true").replace("events", "priority: 200\n    events"),
      );
    },
    "user",
  ],
  "a file becomes a link to another": [
    ({ path }) => {
      writeFileSync(join(path, ".gatehouse", "other.txt"), PULL);
      rmSync(join(path, FILE));
      symlinkSync("other.txt", join(path, FILE));
    },
    null,
  ],
  "the folder is another one": [
    ({ path }) => {
      renameSync(join(path, ".gatehouse"), join(path, "before"));
      mkdirSync(join(path, ".gatehouse"));
      writeFileSync(join(path, FILE), PULL);
    },
    null,
  ],
  "a file is broken": [
    ({ path }) => writeFileSync(join(path, ".gatehouse", "b.yaml"), "policies: ["),
    "push",
  ],
};

test.each(Object.entries(CHANGES))("a store is stale when %s", async (_, [change, expected]) => {
  const one = project();
  expect(decided(await decide(one))).toBe("push");
  const before = readFileSync(storeOf(one));
  await change(one);
  const after = await decide(one);
  expect(decided(after)).toBe(expected);
  expect(after).toEqual(await decide(one, ["--store", "off"]));
  expect(readFileSync(storeOf(one)).equals(before)).toBe(false);
  // The store that was written instead says the same.
  expect(await decide(one)).toEqual(after);
});

test("trust given and taken back is seen", async () => {
  const allow = policy("open", "true", "allow");
  const one = project({ [FILE]: allow });
  const effect = async (): Promise<unknown> =>
    (JSON.parse((await decide(one)).stdout) as { effect: string }).effect;
  expect(await effect()).toBe("abstain");
  expect(await effect()).toBe("abstain");
  const rows = await runCli(["trust", "--json"], { cwd: one.path, home: one.home });
  const [sha256 = ""] = /[0-9a-f]{64}/.exec(rows.stdout) ?? [];
  await runCli(["trust", "--yes", sha256, FILE], { cwd: one.path, home: one.home });
  expect(await effect()).toBe("allow");
  expect(await effect()).toBe("allow");
  await runCli(["trust", "--remove", FILE], { cwd: one.path, home: one.home });
  expect(await effect()).toBe("abstain");
});

test("other settings have another store", async () => {
  const one = project({ [FILE]: PUSH, "other/pull.yaml": PULL });
  expect(decided(await decide(one))).toBe("push");
  expect(decided(await decide(one, ["--policies", "other"]))).toBe(null);
  expect(decided(await decide(one))).toBe("push");
  expect(readdirSync(cacheOf(one))).toHaveLength(2);
});

test("a store is stale when a file is edited that it has no copy of", async () => {
  const padding = `# ${"x".repeat(240_000)}\n`;
  const names = [1, 2, 3, 4].map((n) => `.gatehouse/${n}.yaml`);
  const one = project(Object.fromEntries(names.map((name) => [name, PUSH + padding])));
  expect(decided(await decide(one))).toBe("push");
  const { size, ino } = statSync(storeOf(one));
  expect(size).toBeLessThan(4 * padding.length);
  await decide(one);
  expect(statSync(storeOf(one)).ino).toBe(ino);
  for (const name of names) {
    const before = await decide(one);
    writeFileSync(join(one.path, name), PULL + padding);
    const after = await decide(one);
    expect(after).toEqual(await decide(one, ["--store", "off"]));
    expect(after).not.toEqual(before);
  }
});

/** What makes a store one that is not used: it may say anything. */
const UNSAFE: Readonly<Record<string, (store: string) => void>> = {
  "others may write it": (store) => chmodSync(store, 0o622),
  "its group may write it": (store) => chmodSync(store, 0o620),
  "others may write its folder": (store) => chmodSync(join(store, ".."), 0o777),
  "it is a link": (store) => {
    renameSync(store, `${store}.moved`);
    symlinkSync(`${store}.moved`, store);
  },
  "it is a folder": (store) => {
    rmSync(store);
    mkdirSync(store);
  },
  "it is empty": (store) => writeFileSync(store, ""),
  "it is another file": (store) => writeFileSync(store, "gatehouse"),
  "its head is cut": (store) => writeFileSync(store, readFileSync(store).subarray(0, 500)),
  "its head was changed": (store) => {
    const bytes = readFileSync(store);
    bytes[300] = (bytes[300] ?? 0) ^ 1;
    writeFileSync(store, bytes);
  },
};

test.each(Object.entries(UNSAFE))("a store is not used, and that is said, when %s", async (_, change) => {
  const one = project();
  const first = await decide(one);
  change(storeOf(one));
  const second = await decide(one);
  expect({ ...second, stderr: "" }).toEqual(first);
  expect(second.stderr).toMatch(/^note the store of compiled policies `.*` is not used: /);
});

test("a store whose policies were changed is not used: they are loaded, and stored again", async () => {
  const one = project();
  const first = await decide(one);
  const store = storeOf(one);
  const good = readFileSync(store);
  for (let at = good.indexOf("push"); at !== -1; at = good.indexOf("push", at + 1)) {
    const bytes = Buffer.from(good);
    bytes.write("pull", at);
    writeFileSync(store, bytes);
    expect({ ...(await decide(one)), stderr: "" }).toEqual(first);
    expect(await decide(one)).toEqual(first);
    expect(readFileSync(store).includes("pull")).toBe(false);
  }
});

/** Everything that a decision can be made of. */
const WORLD: Readonly<Record<string, string>> = {
  [FILE]: `${PUSH}  - id: ask-read\n    events: before_tool_call\n    tools: [read, "fs_*"]\n    ask: may it\n  - id: warned\n    events: [before_tool_call, after_tool_call]\n    when: params.n > 1\n    warn: more than one\n`,
  ".gatehouse/broken.yaml": "version: 1\npolicies: [",
  ".gatehouse/claims.yaml": `${policy("claims", "false")}    enforced: true\n`,
  ".mimir/config.yml": "hooks:\n  pre_tool_use:\n    - tool: Bash\n      command: echo\n",
  "~/.gatehouse/user.yaml": policy("user", 'params.command == "user" && toolName != null'),
  "~/.mayros/hooks/note.md": "---\nname: note\nevents: [message_sending]\n---\nIs it polite?\n",
};
const EVENTS = [
  EVENT,
  { event: "before_tool_call", toolName: "read", params: { path: "a" } },
  { event: "before_tool_call", toolName: "fs_x", params: { n: 2 } },
  { event: "after_tool_call", toolName: "exec", params: { n: 2 } },
  { event: "before_tool_call", toolName: "exec", params: { command: "user" } },
  { event: "before_tool_call", toolName: "exec", params: '{"command":"git push"}' },
  { event: "before_tool_call", tool_name: "exec" },
  { event: "before_tool_cal" },
  { event: "own_event" },
  { event: "session_start", sessionKey: "s" },
  { event: "pre_tool_use", tool_name: "Bash", tool_input: { command: "ls" }, conversation_id: "c" },
  {},
  "no JSON",
  "[]",
  "",
].map((one) => (typeof one === "string" ? one : JSON.stringify(one)));

test.each([["with files that load"], ["with files that do not"]])(
  "stored and loaded policies say the same, %s",
  async (which) => {
    const { [".gatehouse/broken.yaml"]: _broken, [".gatehouse/claims.yaml"]: _claims, ...fine } = WORLD;
    const one = project(which === "with files that load" ? fine : WORLD);
    for (const stdin of EVENTS) {
      const expected = await decide(one, ["--store", "off"], stdin);
      expect(await decide(one, [], stdin), stdin).toEqual(expected);
      expect(await decide(one, [], stdin), stdin).toEqual(expected);
    }
    const rows = EVENTS.slice(0, 11).join("\n");
    const lines = (store: string): Promise<Ran> =>
      runCli(["decide", "--jsonl", ...(store === "" ? [] : ["--store", store])], {
        cwd: one.path,
        home: one.home,
        stdin: rows,
      });
    expect(await lines("")).toEqual(await lines("off"));
  },
);

test("`compile` writes the store that `decide` uses", async () => {
  const one = project();
  const { code, stdout } = await runCli(["compile", "--json", "--out", "copy.store"], {
    cwd: one.path,
    home: one.home,
  });
  const said = JSON.parse(stdout) as {
    readonly ok: boolean;
    readonly policies: number;
    readonly stored: readonly string[];
  };
  const store = storeOf(one);
  expect({ code, ...said }).toMatchObject({
    code: 0,
    ok: true,
    policies: 1,
    stored: [store, join(one.path, "copy.store")],
  });
  const { ino } = statSync(store);
  expect(decided(await decide(one))).toBe("push");
  expect(statSync(store).ino).toBe(ino);
  writeFileSync(join(one.path, ".gatehouse", "b.yaml"), "policies: [");
  const broken = await runCli(["compile"], { cwd: one.path, home: one.home });
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain("error");
  expect((await runCli(["compile", "--store", "off"], { cwd: one.path, home: one.home })).code).toBe(2);
});

test("the user's own store does not speak for the organisation", async () => {
  const one = project({ [FILE]: PUSH, "organisation/all.yaml": policy("all", "true") });
  const args = ["--enforced", "organisation"];
  expect(decided(await decide(one, args))).toBe("all");
  expect(existsSync(cacheOf(one))).toBe(false);
  const { stdout } = await runCli(["compile", "--json", ...args], { cwd: one.path, home: one.home });
  const { stored } = JSON.parse(stdout) as { readonly stored: readonly string[] };
  // Root's own word is the organisation's.
  expect(stored).toHaveLength(process.getuid?.() === 0 ? 1 : 0);
});

test("what Gatehouse keeps beside the user's policies leaves a store fresh, another folder does not", async () => {
  const one = project({ [FILE]: PUSH, "~/.gatehouse/b.yaml": PULL, "~/.gatehouse/run/old": "" });
  await decide(one);
  const store = storeOf(one);
  const { ino } = statSync(store);
  rmSync(join(one.home, ".gatehouse/run/old"));
  for (const name of ["daemon.sock", "daemon.log"]) {
    writeFileSync(join(one.home, ".gatehouse/run", name), "");
    await decide(one);
    expect(statSync(store).ino, name).toBe(ino);
  }
  mkdirSync(join(one.home, ".gatehouse/more"));
  await decide(one);
  expect(statSync(store).ino).not.toBe(ino);
});
