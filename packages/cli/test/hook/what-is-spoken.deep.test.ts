// The laws of doors for hooks: a fire that is counted was spoken, and what cannot be spoken is not asked.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { gatehouse } from "../../../../test/e2e/spawn-cli.js";
import { startOpenAiServer } from "../../../../test/servers/openai-server.js";
import type { Folder } from "../run-cli.js";
import { hooksHome, hookWith, payload, transcript } from "./hooks-home.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

let server: Awaited<ReturnType<typeof startOpenAiServer>>;
beforeAll(async () => {
  server = await startOpenAiServer(() => ({
    kind: "reply",
    text: '{"block":true,"fire":true,"reasoning":"it gives up","decision":"deny","reason":"no"}',
  }));
});
afterAll(async () => await server.close());

const IMPORTS = `import { llmEvaluate, llmGate, llmNudge, on, promptCheck, Tool, gateVerdict } from "@gatehouse-hooks/hooks";\n`;

function place(hooks: string, more: Readonly<Record<string, string>> = {}): Folder {
  const one = hooksHome({ "~/.gatehouse/hooks.mjs": `${IMPORTS}${hooks}`, ...more });
  made.push(one);
  return one;
}

/** What was answered, and how many requests it cost. */
async function ask(one: Folder, stdin: string, agent = "claude-code") {
  const before = server.requests.length;
  const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "k", GATEHOUSE_MODEL: "openai/m" };
  const ran = await hookWith(one, ["hooks.mjs"], stdin, { env, agent });
  return { ...ran, requests: server.requests.length - before };
}

const stop = (one: Folder, isActive: boolean): string =>
  payload("Stop", { transcript_path: transcript(one, "I stop here"), stop_hook_active: isActive });

describe("a stop that was kept from ending once", () => {
  test("each of three gates blocks once over the turns, and nothing is paid for a block that cannot be said", async () => {
    const one = place(
      `export const hooks = ["a", "b", "c"].map((id) => llmGate("Is it done? " + id, { id, message: "go on, says " + id, agent: false }));\n`,
    );
    const seen: unknown[] = [];
    for (let turn = 0; turn < 4; turn++) {
      for (const isActive of [false, true]) {
        const { stdout, requests } = await ask(one, stop(one, isActive));
        seen.push([isActive, /says (.)/.exec(stdout)?.[1] ?? stdout, requests]);
      }
    }
    expect(seen).toEqual([
      [false, "a", 1],
      [true, "", 0],
      [false, "b", 1],
      [true, "", 0],
      [false, "c", 1],
      [true, "", 0],
      [false, "", 0],
      [true, "", 0],
    ]);
  });

  test("a native judge is not asked either, and what is kept of it is no approval", async () => {
    const one = place("export const hooks = [on('SessionEnd', { id: 'x' }, () => undefined)];\n", {
      "~/.gatehouse/rules.yaml":
        "version: 1\npolicies:\n  - id: done\n    events: agent_stop\n    judge: is it done?\n    cache: session\n",
    });
    const requests = [];
    for (const isActive of [true, false, true]) requests.push((await ask(one, stop(one, isActive))).requests);
    expect(requests).toEqual([0, 1, 0]);
  });

  test("a handler runs, asks no model, and its block is not counted; a nudge is heard", async () => {
    const one = place(`export const hooks = [
  on("Stop", { id: "own", maxFires: 1 }, async (context) => {
    const { kind } = await llmEvaluate(context, "Done?", gateVerdict);
    return { kind: "deny", reason: "own saw " + kind };
  }),
  llmNudge("Polite?", { id: "nudge", events: ["Stop"], message: "be polite", agent: false }),
];\n`);
    const active = await ask(one, stop(one, true));
    expect([active.requests, JSON.parse(active.stdout)]).toEqual([1, { systemMessage: "[nudge] be polite" }]);
    expect((await ask(one, stop(one, false))).stdout).toContain("own saw answer");
  });
});

describe("a fire that is counted was spoken", () => {
  const fires = ({ home }: Folder): number =>
    readdirSync(join(home, ".gatehouse", "cache", "hook-states"))
      .map((file) => readFileSync(join(home, ".gatehouse", "cache", "hook-states", file), "utf8"))
      .filter((text) => text.includes('"fires":1')).length;

  test.each([
    ["SessionEnd", {}, false],
    ["Notification", { message: "m" }, true],
    ["PostToolUse", {}, true],
    ["Stop", { stop_hook_active: true }, true],
    ["CwdChanged", {}, false],
  ])("a warning at %s", async (event, more, isHeard) => {
    const one = place(
      `export const hooks = [on("${event}", { id: "w", maxFires: 5 }, () => ({ kind: "warn", reason: "careful" }))];\n`,
    );
    const given = payload(event, { transcript_path: transcript(one, "x"), ...more });
    const { stdout } = await ask(one, given);
    expect([stdout.includes("careful"), fires(one)]).toEqual([isHeard, isHeard ? 1 : 0]);
  });

  test("one that another hook's deny leaves unsaid is taken back", async () => {
    const one = place(`export const hooks = [
  on("PreToolUse", { id: "allows", maxFires: 1, priority: 9 }, () => ({ kind: "allow", reason: "fine" })),
  on("PreToolUse", { id: "denies" }, () => ({ kind: "deny", reason: "no" })),
];\n`);
    const { stdout } = await ask(one, payload("PreToolUse", { transcript_path: transcript(one, "x") }));
    expect([stdout.includes('"deny"'), fires(one)]).toEqual([true, 0]);
  });
});

/** No agent, event and flag has a decision whose words are not in the answer and are said to be. */
test("what is said to have been said is in the answer, for every agent, event and flag", () => {
  const decision = {
    effect: "deny",
    policy: "gate",
    reason: "the reason of the gate",
    warnings: [{ policy: "nudge", reason: "the warning of the nudge" }],
    context: ["the warning of the nudge"],
    systemMessages: [],
    trace: [],
  } as const;
  let cases = 0;
  for (const { wire, name: host, events } of WIRED_HOSTS) {
    for (const { name, canonical } of events) {
      for (const flag of [{}, { stop_hook_active: true }, { loop_count: 2 }]) {
        const raw = { hook_event_name: name, ...flag };
        const event = { event: canonical ?? name, host, raw };
        const { stdout, stderr } = wire.speak(decision, event);
        const said = wire.said(decision, event);
        const heard = wire.hears(event);
        const is = (text: string): boolean => `${stdout}${stderr}`.includes(text);
        // Some answers are a word of the agent's, without a reason.
        const alone = { ...decision, warnings: [], context: [] };
        const silence = wire.speak({ ...alone, effect: "abstain", policy: null, reason: "" }, event);
        const denied = wire.speak(alone, event);
        const isDenied = denied.stdout !== silence.stdout || denied.stderr !== silence.stderr;
        expect([host, name, flag, said.includes("gate")]).toEqual([host, name, flag, isDenied]);
        expect([host, name, flag, said.includes("nudge")]).toEqual([
          host,
          name,
          flag,
          is("the warning of the nudge"),
        ]);
        if (!heard.deny) expect(said).not.toContain("gate");
        if (!heard.warn) expect(said).not.toContain("nudge");
        cases++;
      }
    }
  }
  expect(cases).toBeGreaterThan(200);
});

describe("a nudge reaches the model and the person", () => {
  const nudge = (event: string): string =>
    `export const hooks = [llmNudge("Guessing?", { events: "${event}", message: "Read the code.", agent: false })];\n`;
  test.each(["PreToolUse", "PostToolUse", "UserPromptSubmit"])("%s", async (event) => {
    const one = place(nudge(event));
    const given = payload(event, { transcript_path: transcript(one, "x"), prompt: "hi" });
    expect(JSON.parse((await ask(one, given)).stdout)).toEqual({
      systemMessage: "Read the code.",
      hookSpecificOutput: { hookEventName: event, additionalContext: "Read the code." },
    });
  });

  test("an id that nobody gave is not in front of the author's words; a name is", async () => {
    const one = place(`export const hooks = [llmGate("Done?", { message: "Go on.", agent: false })];\n`);
    expect(JSON.parse((await ask(one, stop(one, false))).stdout)).toEqual({
      decision: "block",
      reason: "Go on.",
    });
    const named = place(
      `export const hooks = [llmGate("Done?", { id: "done", message: "Go on.", agent: false })];\n`,
    );
    expect((await ask(named, stop(named, false))).stdout).toContain('"[done] Go on."');
  });
});

describe("hooks that are not in force are told where they would have spoken", () => {
  test.each([
    ["a file that cannot be loaded", "export const = ;", "not in force"],
    [
      "an event that no agent has",
      'export const h = on("Stopp", { id: "x" }, () => undefined);',
      "did you mean `Stop`?",
    ],
    [
      "a name that no option has",
      'export const h = llmGate("q", { message: "m", max_fires: 5 });',
      "unknown option `max_fires`; did you mean `maxFires`?",
    ],
  ])("%s: once a session, to the person, at an event that gates nothing", async (_, text, why) => {
    const one = place(text);
    const first = await ask(one, stop(one, false));
    expect((JSON.parse(first.stdout) as { systemMessage: string }).systemMessage).toContain(why);
    expect(first.stderr).toContain("not in force");
    expect(await ask(one, stop(one, false))).toMatchObject({ stdout: "", stderr: "" });
    const gating = await ask(one, payload("PreToolUse", {}));
    expect(gating.stdout).toContain('"deny"');
  });

  test("a file in another language than hooks are written in says which ones there are", async () => {
    const one = hooksHome({ "~/.gatehouse/excuses.py": "from captain_hook import llm_gate\n" });
    made.push(one);
    const { stdout } = await hookWith(one, ["excuses.py"], stop(one, false), {
      env: {},
      agent: "claude-code",
    });
    expect(stdout).toContain("neither JavaScript nor TypeScript; cure: write its hooks in one of them");
  });

  test("an event without a place for it does not use it up", async () => {
    const one = place("export const = ;");
    const end = await ask(one, payload("SessionEnd", {}));
    expect([end.stdout, end.stderr.includes("not in force")]).toEqual(["", true]);
    expect((await ask(one, stop(one, false))).stdout).toContain("not in force");
  });
});

describe("sizes of models", () => {
  const hooks = `export const hooks = [
  llmGate("Large?", { id: "l", message: "m", model: "large", specialty: "debugging", agent: false, maxFires: null }),
];\n`;
  test("are those of the user's settings", async () => {
    const settings =
      '{"version":1,"models":{"small":"openai/tiny","large":"openai/big","debugging":{"large":"openai/deep"}}}';
    const one = place(hooks, { "~/.gatehouse/settings.json": settings });
    const { stderr } = await ask(one, stop(one, false));
    expect([server.requests.at(-1)?.body["model"], stderr]).toEqual(["deep", ""]);
  });

  test("without one the command's model is asked, which is said once a session", async () => {
    const one = place(hooks);
    const said = [];
    for (let count = 0; count < 2; count++) said.push((await ask(one, stop(one, false))).stderr);
    expect(server.requests.at(-1)?.body["model"]).toBe("m");
    expect([said[0]?.includes("no model is named for the size `large`"), said[1]]).toEqual([true, ""]);
  });
});

describe("the inline tests of exported hooks", () => {
  const run = async (text: string, args: readonly string[] = [], name = "hooks.mjs") => {
    const one = place(text);
    const file = join(one.home, ".gatehouse", name);
    if (name !== "hooks.mjs") writeFileSync(file, `${IMPORTS}${text}`);
    return await gatehouse(["test", file, ...args], { cwd: one.path, env: { HOME: one.home } });
  };
  const checks = `import { Allow, Block, Ok, Warn } from "@gatehouse-hooks/hooks";
console.log("noise");
const tests = [[{ tool: "Edit", content: "x" }, Warn("Test quality")], [{ tool: "Edit" }, Ok()], [{ tool: "Edit" }, Block("^Test quality: ")], [{ tool: "Bash" }, Allow()]];
export const check = on("PostToolUse", { id: "quality", onlyIf: [Tool("Edit")], tests }, (context) =>
  promptCheck(context, { template: "Good?", prefix: "Test quality" }));\n`;

  test("a prompt check may warn, pass and block", async () => {
    expect(await run(checks)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("4 of 4 tests pass") as string,
    });
  });

  test.each([[[]], [["--format", "json"]], [["--format", "junit"]]])(
    "a wrong one fails, with %j",
    async (args) => {
      const text = `import { Block } from "@gatehouse-hooks/hooks";
export const hooks = [llmGate("q", { id: "g", message: "Ask first", tests: [[{}, Block("NOPE")]] })];\n`;
      const { code, stdout } = await run(text, args);
      expect([code, stdout.includes("NOPE")]).toEqual([1, true]);
    },
  );

  test.each([[[]], [["--format", "json"]], [["--format", "junit"]]])(
    "none is a failure, with %j",
    async (args) => {
      const { code, stdout } = await run('export const h = llmGate("q", { message: "m" });\n', args);
      expect([code, stdout.includes("no tests in")]).toEqual([1, true]);
    },
  );

  test("TypeScript is read where Node reads it, and has a cure where it does not", async () => {
    const text = checks.replace("const tests", "const tests: any").replace('console.log("noise");', "");
    const ran = await run(text, [], "own.ts");
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    if (major > 22 || (major === 22 && minor >= 6)) expect(ran.stdout).toContain("4 of 4 tests pass");
    else expect([ran.code, ran.stderr.includes("npx esbuild")]).toEqual([2, true]);
  });
});

test("`gatehouse list` shows the hooks of files that are named", async () => {
  const one = place('export const h = on("Stop", { id: "mine", description: "d" }, () => undefined);\n');
  const { code, stdout } = await gatehouse(["list", "--hooks", "hooks.mjs"], {
    cwd: one.path,
    env: { HOME: one.home },
  });
  expect([code, stdout.includes("mine")]).toEqual([0, true]);
});
