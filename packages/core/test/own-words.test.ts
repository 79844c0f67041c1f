// Policies in an agent's own words, in a program: decided about the agent's own event beside those for all agents, or said and closed.
import { createGatehouse, type Gatehouse } from "@gatehouse-hooks/core";
import { answerHook } from "@gatehouse-hooks/core/hook";
import type { Decision } from "@gatehouse-hooks/engine";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const AGENT = 'permissions: { deny: ["shell:cmd=*sudo*"], ask: ["shell:cmd=make*"] }\n';
const NATIVE =
  "version: 1\npolicies:\n  - { id: no-rm, events: before_tool_call, when: 'params.command.startsWith(\"rm\")', deny: native }\n";
const own = { text: AGENT, path: "agent.yaml", format: "docker-agent" };
const native = { text: NATIVE, path: "native.yaml" };

const payload = (cmd: string): object => ({
  session_id: "s1",
  cwd: "/work",
  hook_event_name: "pre_tool_use",
  tool_name: "shell",
  tool_use_id: "t1",
  tool_input: { cmd },
});
const ownEvent = (cmd: string): object => ({
  event: "pre_tool_use",
  tool_name: "shell",
  tool_input: { cmd },
});
const canonical = (command: string): object => ({
  event: "before_tool_call",
  toolName: "Bash",
  params: { command },
});

function dockerAgent() {
  const host = WIRED_HOSTS.find(({ name }) => name === "docker-agent");
  if (host === undefined) throw new Error("docker-agent is not there");
  return host;
}

async function hooked(gatehouse: Gatehouse, cmd: string): Promise<string> {
  const { stdout } = await answerHook(dockerAgent(), new TextEncoder().encode(JSON.stringify(payload(cmd))), {
    decide: (event) => gatehouse.decideUnknown(event),
    deadlineMs: 10_000,
    say: () => undefined,
  });
  return stdout;
}

const notices: string[] = [];
const onNotice = ({ code }: { readonly code: string }): void => void notices.push(code);
let both: Gatehouse;
let alone: Gatehouse;
beforeAll(async () => {
  both = await createGatehouse({ policies: [own, native], onNotice });
  alone = await createGatehouse({ policies: own, onNotice: () => undefined });
});
afterAll(async () => {
  await both.close();
  await alone.close();
});

test("what can be asked by one agent alone is said before the first event", () => {
  expect(notices).toContain("never-asked");
});

describe("the agent's own event", () => {
  test.each([
    ["sudo ls", "deny"],
    ["make", "ask"],
    ["rm x", "deny"],
    ["ls", "abstain"],
  ])("%s: %s, under its own name and as the agent's hook sends it", async (cmd, effect) => {
    expect(await both.decideUnknown(ownEvent(cmd))).toMatchObject({ effect });
    const prepared = dockerAgent().prepare(JSON.parse(JSON.stringify(payload(cmd))));
    if (prepared.kind !== "event") throw new Error("not prepared");
    expect(await both.decideUnknown(prepared.event)).toMatchObject({ effect });
    const spoken = await hooked(both, cmd);
    if (effect === "abstain") expect(spoken).toBe("");
    else expect(spoken).toContain(`"permission_decision":"${effect}"`);
  });

  test("is never decided at once by half of the policies", () => {
    expect(both.decideAtOnce(ownEvent("ls") as never)).toBeUndefined();
  });
});

describe("another agent's event", () => {
  test("that the file would have gated is denied, also in one step", async () => {
    expect(await both.decideUnknown(canonical("ls"))).toMatchObject({
      effect: "deny",
      notices: [{ code: "never-asked" }],
    });
    expect(both.step(canonical("ls") as never)).toMatchObject({
      kind: "decided",
      decision: { effect: "deny" },
    });
  });

  test("that it would not have gated is decided by the others", async () => {
    const after = { event: "after_tool_call", toolName: "Bash", params: { command: "ls" }, result: "x" };
    expect((await both.decideUnknown(after)).effect).toBe("abstain");
  });
});

test("one step decides the agent's own event where its policies are all, and none where others would be left out", () => {
  const stepped = (gatehouse: Gatehouse, cmd: string): Decision["effect"] | "pending" => {
    const next = gatehouse.step(ownEvent(cmd) as never);
    return next.kind === "decided" ? next.decision.effect : "pending";
  };
  expect([stepped(alone, "sudo ls"), stepped(alone, "ls"), stepped(both, "ls")]).toEqual([
    "deny",
    "abstain",
    "deny",
  ]);
});

test("policies that are put in the place of others decide from then on", async () => {
  const gatehouse = await createGatehouse({ policies: own, onNotice: () => undefined });
  expect(await hooked(gatehouse, "sudo ls")).toContain('"deny"');
  await gatehouse.reload({ ...own, text: 'permissions: { deny: ["shell:cmd=ls*"] }\n' });
  expect([await hooked(gatehouse, "sudo x"), await hooked(gatehouse, "ls")]).toEqual([
    "",
    expect.stringContaining('"deny"'),
  ]);
  await gatehouse.reload(native);
  expect([await hooked(gatehouse, "ls"), await hooked(gatehouse, "rm x")]).toEqual([
    "",
    expect.stringContaining("native"),
  ]);
  await gatehouse.close();
});

test("a file that is named is read by its content, and one that cannot be loaded denies the event under each name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-words-"));
  const path = join(folder, "agent.yaml");
  writeFileSync(path, AGENT);
  const gatehouse = await createGatehouse({ policies: path, onNotice: () => undefined });
  expect(gatehouse.issues).toEqual([]);
  expect(await hooked(gatehouse, "sudo ls")).toContain('"deny"');
  writeFileSync(path, "hooks:\n  PreToolUse:\n    - { type: command, command: 'exit 2' }\n");
  // A file that was good stays in force until its next version is.
  expect(await gatehouse.reload()).toMatchObject({ kind: "failed" });
  expect([await hooked(gatehouse, "ls"), await hooked(gatehouse, "sudo ls")]).toEqual([
    "",
    expect.stringContaining('"deny"'),
  ]);
  await gatehouse.close();
  const broken = await createGatehouse({ policies: path, onNotice: () => undefined });
  expect(await hooked(broken, "ls")).toContain('"deny"');
  expect((await broken.decideUnknown(ownEvent("ls"))).effect).toBe("deny");
  await broken.close();
  rmSync(folder, { recursive: true });
});
