import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Gatehouse } from "@gatehouse-hooks/core";
import type { Decision } from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";
import { tierRows } from "../../../../test/assert-law.js";
import { commandArgs, spawnNode } from "../../../../test/e2e/spawn-cli.js";
import { tempDir } from "../../../../test/temp-dir.js";
import { DECISIONS } from "../../../hosts/test/agents/golden.js";
import { hostOf, sampleOf } from "../../../hosts/test/agents/samples.js";
import { type Answered, ask, gatehouseOf, serverOf } from "../served.js";

const AGENTS = ["claude-code", "copilot"] as const;

const RULES = `
version: 1
policies:
  - { id: p1, events: before_tool_call, when: 'params.command.includes("rm -rf")', deny: not that }
  - { id: p2, events: before_tool_call, when: 'params.command.includes("deploy")', ask: "sure?" }
  - { id: p3, events: before_tool_call, when: 'params.command == "pwd"', allow: harmless }
`;

type Golden = Readonly<Record<string, Readonly<Record<string, "nothing" | { readonly stdout?: object }>>>>;

function goldenOf(agent: string): Golden {
  const file = path.resolve(import.meta.dirname, `../../../hosts/test/agents/golden/${agent}.json`);
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly events: Golden }).events;
}

async function hook(
  server: Awaited<ReturnType<typeof serverOf>>,
  agent: string,
  payload: unknown,
  token?: string | null,
): Promise<Answered> {
  return await ask(server, `/v1/hooks/${agent}`, { body: payload, ...(token !== undefined && { token }) });
}

/** A gatehouse that decides what the test says. */
async function deciding(decide: () => Promise<Decision>): Promise<Gatehouse> {
  const real = await gatehouseOf("version: 1\npolicies: []");
  return { ...real, decideUnknown: decide, decideAtOnce: () => undefined };
}

/** How these agents are told no, in one word of their own or another. */
function expectDeny({ status, text }: Answered): void {
  expect(status).toBe(200);
  expect(text).toMatch(/"(?:deny|block)".*\[gatehouse\]|\[gatehouse\].*"(?:deny|block)"|"action":"decline"/);
}

describe.each(AGENTS)("%s: the answer is what the hook's process prints", (agent) => {
  const host = hostOf(agent);
  const golden = goldenOf(agent);
  // A person on a terminal is not there; an ask that becomes a deny has its own test.
  // Neither are the agent's own rules here: what becomes of a change has its own test, too.
  const kinds = Object.keys(DECISIONS).filter(
    (kind) => !kind.startsWith("ask") && DECISIONS[kind]?.[0].updatedInput === undefined,
  );

  test.each(Object.keys(golden))("%s", async (event) => {
    let given: Decision | undefined;
    const server = await serverOf(
      await deciding(async () => {
        if (given === undefined) throw new Error("the store is broken");
        return given;
      }),
    );
    const payload = sampleOf(host, event);
    for (const kind of [...kinds, "failure"]) {
      given = DECISIONS[kind]?.[0];
      const answer = await hook(server, agent, payload);
      const printed = golden[event]?.[kind] ?? "nothing";
      expect(answer.status).toBe(200);
      if (printed === "nothing") expect(answer.body).toEqual({});
      else if ("exitCode" in printed) expectDeny(answer);
      else if (kind === "failure") {
        const said = JSON.stringify(printed.stdout ?? {});
        expect(answer.body).toEqual(JSON.parse(said.replace("the store", "gatehouse failed: the store")));
      } else expect(answer.body).toEqual(printed.stdout ?? {});
    }
  });

  test("a deny, an allow, and nothing", async () => {
    const server = await serverOf(RULES);
    const call = (command: string): object => withCommand(sampleOf(host, "PreToolUse"), command);
    expect((await hook(server, agent, call("rm -rf /"))).text).toMatch(/"deny".*not that/);
    expect((await hook(server, agent, call("pwd"))).text).toMatch(/"allow"/);
    expect((await hook(server, agent, call("ls"))).body).toEqual({});
  });

  test("native-rules-hold: a changed call is asked about, since the agent's own rules are on another machine", async () => {
    for (const kind of ["rewrite", "rewrite and allow"]) {
      const changes = await serverOf(await deciding(async () => DECISIONS[kind]?.[0] as Decision));
      const { status, text } = await hook(changes, agent, sampleOf(host, "PreToolUse"));
      expect(status).toBe(200);
      expect(text).toMatch(
        agent === "claude-code" ? /"permissionDecision":"ask"/ : /"permissionDecision":"deny"/,
      );
      expect(text).toMatch(/the agent's own rules.*cannot be read from here/);
      expect(text).not.toContain('"modifiedArgs"');
    }
  });

  test("an ask that no person would see says how a person can allow it", async () => {
    const asks = await serverOf(await deciding(async () => DECISIONS["ask"]?.[0] as Decision));
    const unseen = Object.entries(golden).filter(([, { ask: said }]) =>
      /deny|block/.test(JSON.stringify(said)),
    );
    expect(unseen.length).toBeGreaterThan(0);
    for (const [event] of unseen) {
      const { status, text } = await hook(asks, agent, sampleOf(host, event));
      expect(status).toBe(200);
      expect(text, event).toMatch(/deny|block|decline/);
      expect(text, event).toMatch(/a person can allow just this call, once: approval \S+,/);
    }
  });
});

function withCommand(payload: object, command: string): object {
  const text = JSON.stringify(payload);
  const { tool_input: input } = JSON.parse(text) as { tool_input: object };
  return { ...payload, tool_input: { ...input, command } };
}

describe.each(AGENTS)("%s: whatever goes wrong is a deny, with status 200", (agent) => {
  const payload = sampleOf(hostOf(agent), "PreToolUse");
  const MALFORMED: readonly (readonly [string, unknown])[] = [
    ["nothing", ""],
    ["no JSON", "{"],
    ["a list", "[]"],
    ["no event", "{}"],
    ["a key twice", '{"hook_event_name":"PreToolUse","hook_event_name":"Stop"}'],
    ["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
    ["half a surrogate pair", JSON.stringify(payload).replace("}", ',"x":"\\ud800"}')],
    ["a tool call without a tool", { ...payload, tool_name: null }],
    ["2 MB", { ...payload, long: "a".repeat(2_000_000) }],
  ];

  test.each(MALFORMED)("the payload is malformed: %s", async (_, body) => {
    expectDeny(await hook(await serverOf(RULES), agent, body));
  });

  test.each([null, "unknown"])("the token is %s", async (token) => {
    const answer = await hook(await serverOf(RULES), agent, payload, token);
    expectDeny(answer);
    expect(answer.headers.get("x-gatehouse-problem")).toBe("unauthorized");
  });

  test("the gatehouse throws, at once or later", async () => {
    for (const decide of [
      () => {
        throw new Error("broken");
      },
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        throw new Error("broken");
      },
    ])
      expectDeny(await hook(await serverOf(await deciding(decide)), agent, payload));
  });

  test("the gatehouse takes too long", async () => {
    const gatehouse = await deciding(() => new Promise(() => undefined));
    expectDeny(await hook(await serverOf(gatehouse, { limits: { deadlineMs: 20 } }), agent, payload));
  });

  test("the server has too much to do, or is being stopped", async () => {
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (free = resolve));
    const gatehouse = await deciding(async () => {
      await held;
      return DECISIONS["allow"]?.[0] as Decision;
    });
    const server = await serverOf(gatehouse, { limits: { maxInFlight: 1 } });
    const first = hook(server, agent, payload);
    const second = await hook(server, agent, payload);
    expectDeny(second);
    expect(second.headers.get("x-gatehouse-problem")).toBe("too-busy");
    free();
    expect((await first).text).not.toMatch(/"(?:deny|block)"/);
    await server.drain();
    const third = await hook(server, agent, payload);
    expectDeny(third);
    expect(third.headers.get("x-gatehouse-problem")).toBe("draining");
  });
});

test.each(["cursor", "unknown", "__proto__"])("%s has no hooks over HTTP", async (agent) => {
  expect((await hook(await serverOf(RULES), agent, {})).status).toBe(404);
});

const PROCESSES = tierRows(2, [
  { agent: "claude-code", command: "rm -rf /" },
  { agent: "copilot", command: "deploy" },
  { agent: "claude-code", command: "ls" },
  { agent: "copilot", command: "pwd" },
]);

test.each(PROCESSES)("`gatehouse hook $agent` prints the same for `$command`", async ({ agent, command }) => {
  const home = await tempDir();
  mkdirSync(path.join(home, ".gatehouse"), { recursive: true });
  writeFileSync(path.join(home, ".gatehouse/policies.yaml"), RULES);
  const payload = { ...withCommand(sampleOf(hostOf(agent), "PreToolUse"), command), cwd: home };
  const env = { HOME: home, XDG_CACHE_HOME: path.join(home, "cache") };
  const args = [...commandArgs(), "hook", agent, "--daemon", "off", "--store", "off"];
  const { stdout, code } = await spawnNode(args, { cwd: home, env, stdin: JSON.stringify(payload) });
  const { body } = await hook(await serverOf(RULES), agent, payload);
  expect([code, body]).toEqual([0, JSON.parse(stdout === "" ? "{}" : stdout)]);
});

test("what policies with `observe` would have said to an agent is told, each time, and the agent hears nothing of it", async () => {
  const observed: string[] = [];
  const tried = await gatehouseOf(RULES.replace("version: 1", "version: 1\nobserve: true"), {
    onObserved: ({ effect, policy }) => void observed.push(`${effect} ${policy ?? ""}`),
  });
  const server = await serverOf(tried);
  for (const command of ["rm -rf build", "ls", "deploy", "rm -rf build"]) {
    const payload = {
      ...sampleOf(hostOf("claude-code"), "PreToolUse"),
      tool_name: "Bash",
      tool_input: { command },
    };
    const { status, text } = await hook(server, "claude-code", payload);
    expect([status, /deny|ask/.test(text)]).toEqual([200, false]);
  }
  await server.close();
  expect(observed).toEqual(["deny p1", "ask p2", "deny p1"]);
});
