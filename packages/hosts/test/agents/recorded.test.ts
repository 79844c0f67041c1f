import { admitEvent, compilePolicies } from "@gatehouse-hooks/engine";
import { HOSTS, recogniseHost, VOCABULARY } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";
import { hostOf, RECORDED, WIRED } from "./samples.js";

const { set } = compilePolicies([], { vocabulary: VOCABULARY });

describe("every payload that a real agent sent is understood, and keeps every field", () => {
  test.each(RECORDED.map((row) => [`${row.agent}: ${row.id}`, row] as const))("%s", (_, row) => {
    const host = hostOf(row.agent);
    const prepared = host.prepare(row.payload);
    if (prepared.kind !== "event") throw new Error(prepared.issue.message);
    const { event, notice } = prepared;
    expect(notice).toBeUndefined();
    expect(event["raw"]).toEqual(row.payload);
    const { params, tool, kind, sessionKey, cwd, ...rest } = row.expect;
    expect(event).toMatchObject({ host: host.name, ...rest });
    expect(event["sessionKey"] ?? null).toBe(sessionKey);
    expect(event["cwd"] ?? null).toBe(cwd);
    expect(event["tool"]).toEqual(tool === undefined ? undefined : { kind, name: tool });
    if (params !== undefined) expect(event["params"]).toMatchObject(params);
    // The door finds nothing odd about it.
    expect(admitEvent(set, event)).toMatchObject({ kind: "admitted", notices: [] });
  });
});

test("a payload is recognised as the agent's that sent it, and as no other's", () => {
  const seen = RECORDED.map(({ agent, id, payload }) => {
    const hosts = WIRED.filter(({ wire }) => wire.recognises(payload)).map(({ name }) => name);
    return [agent, id, hosts.join()];
  });
  expect(seen).toEqual(RECORDED.map(({ agent, id }) => [agent, id, hostOf(agent).name]));
});

test("whoever's hook is called, the payload's own agent is answered", () => {
  for (const { agent, payload } of RECORDED) {
    const own = hostOf(agent);
    for (const configured of WIRED)
      expect(recogniseHost(payload, configured)).toEqual({ host: own, other: own !== configured });
  }
});

test("Copilot that runs Claude Code's hook is answered in its own words", () => {
  const claude = hostOf("claude-code");
  const row = RECORDED.find(({ agent, id }) => agent === "copilot-pascal" && id === "PreToolUse-Edit-tools");
  const { host, other } = recogniseHost(row?.payload, claude);
  expect([host.name, other]).toEqual(["copilot", true]);
  const prepared = host.prepare(row?.payload);
  if (prepared.kind !== "event" || host.wire === undefined) throw new Error("not prepared");
  // A policy for Claude Code's argument holds here, too.
  expect(prepared.event["params"]).toMatchObject({
    path: "/home/user/project/a.txt",
    file_path: "/home/user/project/a.txt",
  });
});

test.each([undefined, null, 1, "PreToolUse", [], {}, { hook_event_name: "PreToolUse" }])(
  "%j is nobody's in particular: the configured host counts",
  (payload) => {
    for (const host of HOSTS) expect(recogniseHost(payload, host)).toEqual({ host, other: false });
  },
);

describe("an event that the tables do not know", () => {
  const newer = { hook_event_name: "PreThought", session_id: "s", cwd: "/w" };

  test.each(["claude-code", "codex", "gemini-cli", "qwen-code", "copilot", "cursor", "docker-agent"])(
    "%s: with a call it is decided as a call that has not happened",
    (name) => {
      const host = hostOf(name);
      const payload = { ...newer, tool_name: "Thought", tool_input: { command: "rm -rf /" } };
      const prepared = host.prepare(payload);
      expect(prepared).toMatchObject({
        kind: "event",
        event: { event: "before_tool_call", toolName: "Thought", params: { command: "rm -rf /" } },
        notice: { code: "unknown-event" },
      });
      const { stdout, stderr, exitCode } = host.wire.failure("no", payload);
      expect(exitCode === 2 ? stderr : stdout).toContain("[gatehouse] no");
    },
  );

  test.each(["claude-code", "codex", "gemini-cli", "qwen-code", "copilot", "cursor", "docker-agent"])(
    "%s: without a call it keeps its name, and nothing is answered",
    (name) => {
      const host = hostOf(name);
      const prepared = host.prepare(newer);
      expect(prepared).toMatchObject({ event: { event: "PreThought" }, notice: { code: "unknown-event" } });
      expect(host.wire.failure("no", newer)).toMatchObject({ stdout: "", stderr: "", exitCode: 0 });
    },
  );
});

describe("a patch names its files", () => {
  const patch = (text: string): unknown => {
    const prepared = hostOf("codex").prepare({
      hook_event_name: "PreToolUse",
      tool_name: "apply_patch",
      tool_input: { command: text },
    });
    return prepared.kind === "event" ? prepared.event["params"] : prepared.issue;
  };

  test("one file is the path, several are the paths", () => {
    expect(patch("*** Begin Patch\n*** Delete File: a b.txt\n*** End Patch")).toMatchObject({
      path: "a b.txt",
      paths: ["a b.txt"],
    });
    const two = patch(
      "*** Begin Patch\n*** Update File: a\n*** Move to: /etc/b\n@@\n-x\n+y\n*** Add File: c\n*** End Patch",
    );
    expect(two).toMatchObject({ paths: ["a", "/etc/b", "c"] });
    expect(two).not.toHaveProperty("path");
  });

  test("a header that is pushed in, or in the text of a file, counts", () => {
    expect(patch("  *** Add File: a\r\n")).toMatchObject({ paths: ["a"] });
    expect(patch("*** Update File: a\n *** Delete File: b\n")).toMatchObject({ paths: ["a", "b"] });
  });

  test("an edit of Copilot whose text looks like a patch keeps its path", () => {
    const prepared = hostOf("copilot").prepare({
      sessionId: "s",
      timestamp: 1,
      toolName: "edit",
      toolArgs: { path: "/etc/passwd", old_str: "a", new_str: "*** Begin Patch\n*** Add File: harmless\n" },
    });
    expect(prepared).toMatchObject({ event: { params: { path: "/etc/passwd" } } });
  });
});
