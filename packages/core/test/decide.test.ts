import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createGatehouse, definePolicies, definePolicy, GatehouseError } from "@gatehouse-hooks/core";
import { tempDir } from "../../../test/temp-dir.js";

const call = (command: string) => ({
  event: "before_tool_call" as const,
  toolName: "Bash",
  params: { command },
});

const NO_PUSH = `version: 1
policies:
  - id: no-force-push
    events: before_tool_call
    when: params.command.includes("push --force")
    deny: no force pushes
`;

test("three lines: a text, a gatehouse, a decision", async () => {
  const gatehouse = await createGatehouse({ policies: { text: NO_PUSH } });
  const decision = await gatehouse.decide(call("git push --force"));
  expect(decision).toMatchObject({ effect: "deny", policy: "no-force-push", reason: "no force pushes" });
  expect((await gatehouse.decide(call("git push"))).effect).toBe("abstain");
});

test("policies come from files, folders, addresses, texts and definitions at once", async () => {
  const folder = await tempDir();
  await writeFile(path.join(folder, "one.yaml"), NO_PUSH);
  await mkdir(path.join(folder, "more"));
  await writeFile(path.join(folder, "more/two.yaml"), NO_PUSH.replaceAll("no-force-push", "two"));
  const gatehouse = await createGatehouse({
    policies: [
      path.join(folder, "one.yaml"),
      pathToFileURL(path.join(folder, "more")),
      { text: NO_PUSH.replaceAll("no-force-push", "three"), path: "three.yaml" },
      definePolicy({ id: "four", events: "before_tool_call", deny: "no" }),
      definePolicies({ id: "five", events: "before_tool_call", warn: "look" }),
      { id: "six", events: ["prompt"], handler: { kind: "static", verdict: "warn", reason: "six" } },
    ],
  });
  expect(gatehouse.issues.filter(({ severity }) => severity === "error")).toEqual([]);
  const explanation = gatehouse.explain(call("git push --force"));
  const policies = JSON.stringify(explanation);
  for (const id of ["no-force-push", "two", "three", "four", "five"]) expect(policies).toContain(`"${id}"`);
});

const BROKEN = NO_PUSH.replace("no force pushes", "").replace("deny:", "deney: x");

test("a broken policy denies what it would have guarded, throws, or is reported", async () => {
  const denying = await createGatehouse({ policies: { text: BROKEN }, onNotice: () => undefined });
  expect((await denying.decide(call("ls"))).effect).toBe("deny");
  expect(denying.lost).toHaveLength(1);
  await expect(createGatehouse({ policies: { text: BROKEN }, onIssues: "throw" })).rejects.toThrow(
    GatehouseError,
  );
  await expect(createGatehouse({ policies: { text: BROKEN }, onIssues: "throw" })).rejects.toThrow(/deny/);
  const reporting = await createGatehouse({
    policies: { text: BROKEN },
    onIssues: "report",
    onNotice: () => undefined,
  });
  expect((await reporting.decide(call("ls"))).effect).toBe("abstain");
  expect(reporting.issues.some(({ severity }) => severity === "error")).toBe(true);
});

test("errors in policies are told once: to the listener, else to the process", async () => {
  const told: string[] = [];
  await createGatehouse({ policies: { text: BROKEN }, onNotice: ({ message }) => told.push(message) });
  expect(told).toEqual([expect.stringMatching(/is denied:\npolicies\.yaml:6:5: .*deney/)]);
  const warned = once(process, "warning");
  await createGatehouse({ policies: { text: BROKEN } });
  expect(await warned).toMatchObject([{ name: "GatehouseNotice", code: "policy-issues" }]);
});

test("a path that is not there is an error, and everything is denied", async () => {
  const gatehouse = await createGatehouse({ policies: "no/such/folder", onNotice: () => undefined });
  expect((await gatehouse.decide(call("ls"))).effect).toBe("deny");
});

test("policies over facts work without more", async () => {
  const gatehouse = await createGatehouse({
    policies: definePolicy({
      id: "etc",
      events: "before_tool_call",
      when: 'facts.deletes.any(d, d.touches("/etc/**"))',
      deny: "no",
    }),
  });
  const shell = { ...call("rm -rf /etc/x"), tool: { name: "Bash", kind: "shell" as const } };
  expect((await gatehouse.decide(shell)).effect).toBe("deny");
  expect((await gatehouse.decide({ ...shell, params: { command: "ls /etc" } })).effect).toBe("abstain");
});

test("reload puts new policies in place, and keeps the present ones when it throws", async () => {
  const gatehouse = await createGatehouse({ policies: { text: NO_PUSH }, onIssues: "throw" });
  await expect(gatehouse.reload({ text: BROKEN })).rejects.toThrow(GatehouseError);
  expect((await gatehouse.decide(call("git push --force"))).effect).toBe("deny");
  await gatehouse.reload(
    definePolicy({ id: "ask", events: "before_tool_call", decide: () => ({ kind: "ask" }) }),
  );
  expect((await gatehouse.decide(call("git push --force"))).effect).toBe("ask");
  await gatehouse.close();
  expect((await gatehouse.decide(call("git push --force"))).effect).toBe("deny");
});

test("a reload with errors keeps policies that have none, and says so; a good one is taken whatever was before", async () => {
  const told: string[] = [];
  const onNotice = ({ code }: { readonly code: string }): number => told.push(code);
  const gatehouse = await createGatehouse({ policies: { text: NO_PUSH }, onNotice });
  expect(await gatehouse.reload({ text: BROKEN })).toEqual({
    kind: "failed",
    message: expect.stringContaining("stay in force") as unknown,
  });
  expect((await gatehouse.decide(call("git push --force"))).effect).toBe("deny");
  expect((await gatehouse.decide(call("ls"))).effect).toBe("abstain");
  expect(told).toEqual(["policies-kept"]);
  const broken = await createGatehouse({ policies: { text: BROKEN }, onNotice });
  expect((await broken.decide(call("ls"))).effect).toBe("deny");
  expect(await broken.reload({ text: NO_PUSH })).toEqual({ kind: "applied" });
  expect((await broken.decide(call("ls"))).effect).toBe("abstain");
  const lax = await createGatehouse({ policies: { text: NO_PUSH }, onIssues: "report", onNotice });
  expect(await lax.reload({ text: BROKEN })).toEqual({ kind: "applied" });
  expect(lax.issues).not.toEqual([]);
});

test("a folder without a policy file is said", async () => {
  const folder = await tempDir();
  const told: string[] = [];
  const onNotice = ({ message }: { readonly message: string }): number => told.push(message);
  const gatehouse = await createGatehouse({ policies: [folder, { text: NO_PUSH }], onNotice });
  expect(gatehouse.issues).toMatchObject([{ severity: "warning", code: "no-policies", path: folder }]);
  expect(told.join("\n")).toContain(folder);
  expect((await gatehouse.decide(call("ls"))).effect).toBe("abstain");
  await writeFile(path.join(folder, "own.yaml"), NO_PUSH.replace("no-force-push", "other"));
  await gatehouse.reload();
  expect(gatehouse.issues.filter(({ code }) => code === "no-policies")).toEqual([]);
});

test("step says what is missing, and decides with it", async () => {
  const gatehouse = await createGatehouse({
    policies: definePolicy({ id: "j", events: "before_tool_call", judge: "Deny it." }),
  });
  const pending = gatehouse.step(call("ls"));
  if (pending.kind !== "pending") throw new Error("expected needs");
  const [need] = pending.needs;
  const decided = gatehouse.step(call("ls"), new Map([[need?.id ?? "", { kind: "deny", reason: "no" }]]));
  expect(decided).toMatchObject({ kind: "decided", decision: { effect: "deny" } });
});
