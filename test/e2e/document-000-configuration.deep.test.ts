// Each key of the configuration of the document "LLM Hooks" changes a decision, a request or a time, through the command.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startAnthropicServer } from "../servers/anthropic-server.js";
import type { ModelRequest, ModelServer, ServerAnswer } from "../servers/model-server.js";
import { loadPolicies } from "../../packages/local/src/places/load-policies.js";
import { openRuntime } from "../../packages/local/src/open/open-runtime.js";
import { processIo } from "../../packages/console/src/process-io.js";
import { contextOf, DEFAULT_OPTIONS } from "../../packages/local/src/settings.js";
import { runCli } from "../../packages/cli/test/run-cli.js";

let server: ModelServer;
let answer: (request: ModelRequest) => ServerAnswer;
const folders: string[] = [];

const approve = (): ServerAnswer => ({ kind: "reply", text: '{"decision":"approve","reason":"fine"}' });
const deny = (): ServerAnswer => ({ kind: "reply", text: '{"decision":"deny","reason":"no"}' });

beforeAll(async () => {
  server = await startAnthropicServer((request) => answer(request));
});
beforeEach(() => {
  answer = approve;
});
afterAll(async () => {
  await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project and its home; names that begin with `~/` are in the home. */
function world(files: Readonly<Record<string, string>>): { readonly cwd: string; readonly home: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-e2e-"));
  folders.push(folder);
  const cwd = path.join(folder, "project");
  const home = path.join(folder, "home");
  mkdirSync(cwd);
  mkdirSync(home);
  for (const [name, text] of Object.entries(files)) {
    const at = name.startsWith("~/") ? path.join(home, name.slice(2)) : path.join(cwd, name);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, text);
  }
  return { cwd, home };
}

const hook = (name: string, fields: string = "", body: string = "Judge {{params.command}}.") =>
  `---\nname: ${name}\nevents: before_tool_call\n${fields}\n---\n${body}\n`;
const config = (settings: object): string => JSON.stringify({ llmHooks: settings });
const call = (command: string, sessionKey: string = "s") =>
  `${JSON.stringify({ event: "before_tool_call", toolName: "exec", params: { command }, sessionKey })}\n`;

interface Row {
  readonly effect: string;
  readonly policy: string | null;
  readonly reason: string;
  readonly trace: readonly {
    readonly source: string;
    readonly failure?: { readonly code: string; readonly message: string };
  }[];
}

async function decide(
  { cwd, home }: { readonly cwd: string; readonly home: string },
  stdin: string,
  args: readonly string[] = [],
): Promise<{
  readonly rows: readonly Row[];
  readonly asked: readonly ModelRequest[];
  readonly stderr: string;
}> {
  const before = server.requests.length;
  const ran = await runCli(["decide", "--jsonl", ...args], {
    cwd,
    home,
    stdin,
    env: { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.baseUrl },
  });
  expect(ran.code).toBe(0);
  const rows = ran.stdout.trim().split("\n");
  return {
    rows: rows.map((row) => JSON.parse(row) as Row),
    asked: server.requests.slice(before),
    stderr: ran.stderr,
  };
}

/** The three places that a configuration is read from, and whose hooks each of them is about. */
const places: readonly (readonly [place: string, hook: string, args: readonly string[]])[] = [
  ["named.json5", ".mayros/hooks/h.md", ["--config", "named.json5"]],
  ["named.json5", "~/.mayros/hooks/h.md", ["--config", "named.json5"]],
  [".mayros/config.json5", ".mayros/hooks/h.md", []],
  ["mayros.json5", ".mayros/hooks/h.md", []],
  ["~/.mayros/config.json5", "~/.mayros/hooks/h.md", []],
  ["~/.mayros/config.json5", ".mayros/hooks/h.md", []],
];

describe.each(places)("%s, for %s", (place, file, args) => {
  const with_ = (settings: object, fields: string = "") =>
    world({ [file]: hook("h", fields), [place]: config(settings) });

  test("defaultModel is asked by hooks that name none", async () => {
    const plain = await decide(with_({ defaultModel: "anthropic/other" }), call("ls"), args);
    expect(plain.asked.map(({ body }) => body["model"])).toEqual(["other"]);
    const named = with_({ defaultModel: "anthropic/other" }, "model: anthropic/own");
    expect((await decide(named, call("ls"), args)).asked.map(({ body }) => body["model"])).toEqual(["own"]);
  });

  test("defaultTimeoutMs is the time of hooks that name none", async () => {
    answer = () => ({ kind: "hang" });
    const { rows } = await decide(with_({ defaultTimeoutMs: 1_000 }), call("ls"), args);
    expect(rows).toMatchObject([{ effect: "deny", policy: "h" }]);
    expect(rows[0]?.reason).toContain("1000");
    expect(rows[0]?.trace[0]?.failure?.code).toBe("timeout");
    const own = await decide(with_({ defaultTimeoutMs: 120_000 }, "timeout: 200"), call("ls"), args);
    expect(own.rows[0]?.reason).toContain("200");
  });

  test("defaultCache is the scope of hooks that name none", async () => {
    const twice = call("ls") + call("ls");
    expect((await decide(with_({ defaultCache: "none" }), twice, args)).asked).toHaveLength(2);
    expect((await decide(with_({}), twice, args)).asked).toHaveLength(1);
    const sessions = call("ls", "a") + call("ls", "b");
    expect((await decide(with_({ defaultCache: "global" }), sessions, args)).asked).toHaveLength(1);
    expect(
      (await decide(with_({ defaultCache: "global" }, "cache: session"), sessions, args)).asked,
    ).toHaveLength(2);
  });

  test("enabled: false switches its hooks off", async () => {
    answer = deny;
    const { rows, asked } = await decide(with_({ enabled: false }), call("ls"), args);
    expect([rows[0]?.effect, asked.length]).toEqual(["abstain", 0]);
    expect((await decide(with_({ enabled: true }), call("ls"), args)).rows[0]?.effect).toBe("deny");
  });

  test("globalCacheTtlMs ends the life of a kept verdict", async () => {
    const asked = async (settings: object, afterMs: number): Promise<number> => {
      const there = with_(settings, "cache: global");
      const kept = [...args, "--cache", path.join(there.cwd, "verdicts")];
      vi.useFakeTimers({ toFake: ["Date"] });
      try {
        await decide(there, call("ls"), kept);
        vi.setSystemTime(Date.now() + afterMs);
        return (await decide(there, call("ls"), kept)).asked.length;
      } finally {
        vi.useRealTimers();
      }
    };
    expect(await asked({ globalCacheTtlMs: 20_000 }, 15_000)).toBe(0);
    expect(await asked({ globalCacheTtlMs: 20_000 }, 25_000)).toBe(1);
    expect(await asked({}, 25_000)).toBe(0);
    const { cwd, home } = with_({ globalCacheTtlMs: 20_000 });
    const { stdout } = await runCli(["cache", "--json", ...args], { cwd, home });
    expect(JSON.parse(stdout)).toMatchObject({ globalTtlMs: 20_000 });
  });
});

test.each([
  [
    "projectHooksDir",
    "named.json5",
    "elsewhere/h.md",
    { projectHooksDir: "elsewhere" },
    ["--config", "named.json5"],
  ],
  ["projectHooksDir", ".mayros/config.json5", "elsewhere/h.md", { projectHooksDir: "elsewhere" }, []],
  ["userHooksDir", "named.json5", "~/mine/h.md", { userHooksDir: "~/mine" }, ["--config", "named.json5"]],
  ["userHooksDir", "~/.mayros/config.json5", "~/mine/h.md", { userHooksDir: "~/mine" }, []],
])("%s of %s: hooks are read from there, and nowhere else", async (_key, place, file, settings, args) => {
  answer = deny;
  const side = file.startsWith("~/") ? "~/" : "";
  const documented = `${side}.mayros/hooks/h.md`;
  const there = world({ [file]: hook("there"), [documented]: hook("here"), [place]: config(settings) });
  const { rows } = await decide(there, call("ls"), args);
  expect(rows.map(({ policy }) => policy)).toEqual(["there"]);
});

test("maxConcurrentEvals is how many questions of one process are on their way at once", async () => {
  const most = async (maxConcurrentEvals: number): Promise<number> => {
    const slow = await startAnthropicServer(() => ({ ...approve(), afterMs: 100 }) as ServerAnswer);
    const { cwd, home } = world({
      ".mayros/hooks/h.md": hook("h"),
      "mayros.json5": config({ maxConcurrentEvals }),
    });
    // As the daemon decides, for calls that an agent makes in parallel.
    const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: slow.baseUrl };
    const context = contextOf({ ...DEFAULT_OPTIONS, project: cwd }, { ...processIo().io, env, cwd, home });
    const { set, found } = await loadPolicies(context.io, context.settings);
    const open = await openRuntime(context, set, found);
    await Promise.all(
      Array.from({ length: 6 }, async (_, i) => await open.decide(JSON.parse(call(`ls ${i}`)))),
    );
    await open.close();
    await slow.close();
    return slow.peak();
  };
  expect([await most(1), await most(2)]).toEqual([1, 2]);
});

describe("a configuration that was only found in the project", () => {
  test("does not touch the user's hooks", async () => {
    answer = deny;
    const settings = {
      enabled: false,
      defaultModel: "anthropic/weak",
      defaultCache: "global",
      defaultTimeoutMs: 1_000,
      userHooksDir: "~/none",
    };
    const there = world({ "~/.mayros/hooks/h.md": hook("mine"), ".mayros/config.json5": config(settings) });
    const sessions = call("ls", "a") + call("ls", "b");
    const { rows, asked } = await decide(there, sessions);
    expect(rows.map(({ effect, policy }) => [effect, policy])).toEqual([
      ["deny", "mine"],
      ["deny", "mine"],
    ]);
    expect(asked.map(({ body }) => body["model"])).toEqual([
      "claude-sonnet-4-20250514",
      "claude-sonnet-4-20250514",
    ]);
    const list = await runCli(["list", "--json"], there);
    expect(JSON.parse(list.stdout)).toMatchObject({
      policies: [{ name: "mine", timeoutMs: 15_000, cache: "session" }],
    });
  });

  test.each([
    [600_000, undefined, 300_000],
    [20_000, undefined, 20_000],
    [600_000, 900_000, 600_000],
    [900_000, 600_000, 600_000],
  ])("only shortens the life of verdicts: %i, the user's %s", async (own, users, inForce) => {
    const there = world({
      "mayros.json5": config({ globalCacheTtlMs: own }),
      ...(users && { "~/.mayros/config.json5": config({ globalCacheTtlMs: users }) }),
    });
    const { stdout } = await runCli(["cache"], there);
    expect(stdout).toContain(`global TTL  ${inForce / 1_000} s\n`);
  });

  test("does not switch on what the user has switched off", async () => {
    answer = deny;
    const there = world({
      ".mayros/hooks/h.md": hook("h"),
      ".mayros/config.json5": config({ enabled: true }),
      "~/.mayros/config.json5": config({ enabled: false }),
    });
    expect((await decide(there, call("ls"))).rows[0]?.effect).toBe("abstain");
  });

  test("goes before the user's for the project's own hooks", async () => {
    const there = world({
      ".mayros/hooks/h.md": hook("h"),
      "~/.mayros/hooks/u.md": hook("u"),
      ".mayros/config.json5": config({ defaultModel: "anthropic/theirs" }),
      "~/.mayros/config.json5": config({ defaultModel: "anthropic/mine", defaultCache: "none" }),
    });
    const { asked } = await decide(there, call("ls"));
    expect(asked.map(({ body }) => body["model"])).toEqual(["theirs", "mine"]);
    const list = await runCli(["list", "--json"], there);
    expect(JSON.parse(list.stdout)).toMatchObject({ policies: [{ cache: "none" }, { cache: "none" }] });
  });
});

test("what is wrong in the user's own configuration is said, and denies as its file would have", async () => {
  const there = world({ "~/.mayros/config.json5": "{ llmHooks: { defaultTimeoutMs: 5 } }" });
  const { code, stdout } = await runCli(["check"], there);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/config\.json5:1:\d+ error .*at least 1000/s)]);
});
