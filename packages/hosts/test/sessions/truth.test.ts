import { describe, expect, test } from "vitest";
import { compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import { loadAll } from "../../src/index.js";
import { hookedCalls, type LostField } from "../../src/sessions/index.js";
import { callsOf, callsOfSession, recordedSessions, sessionFilesIn, type Truth } from "./read-vectors.js";

type Found = ReturnType<typeof callsOfSession>[number];

describe.each(recordedSessions())("$name", ({ agent, folder, truth }) => {
  const calls = callsOfSession(folder);
  const byId = new Map(calls.map((call) => [call.id, call]));

  test("has each call once, in the order in which they were made", () => {
    expect(calls.map(({ id }) => id)).toEqual(inOrder(truth, calls));
  });

  test.each(truth)("call $n, $tool: $outcome", (row) => {
    const call = byId.get(row.id);
    expect(call).toBeDefined();
    if (call === undefined) return;
    expect(call).toMatchObject({
      agent,
      tool: row.tool,
      kind: row.kind,
      session: row.session,
      cwd: agent === "gemini-cli" && call.cwd === null ? null : "/home/user/shop",
      ...(row.agent === undefined ? {} : { subagent: row.agent }),
      ...(row.parent === undefined ? {} : { parent: row.parent }),
    });
    if (row.parent === undefined && row.agent === undefined) expect(call.parent).toBeUndefined();
    else expect(call.parent).toBeDefined();
    expect(row.files).toContain(call.file);
    expect(call.params).toEqual(row.recorded ?? row.params);
    expect(Math.abs((call.at ?? 0) - Date.parse(row.at))).toBeLessThan(agent === "opencode" ? 1_100 : 400);
    expect(outcomeSeen(call, row)).toEqual(outcomeKnown(row, call));
    if (row.lost?.includes("outcome") === true)
      expect(row.outcome === "denied" ? ["unknown"] : ["unknown", "ran", "failed"]).toContain(call.outcome);
    expect(row.lost ?? []).toEqual((row.lost ?? []).filter((field) => isLost(call, field)));
    if (row.inner !== undefined)
      expect(call.inner?.map(({ tool, params }) => ({ tool, params }))).toEqual(row.inner);
    expect(call.event).toMatchObject({ event: "before_tool_call", host: agent, sessionKey: row.session });
  });
});

test("calls come out of a file in the order of their times", () => {
  const files = recordedSessions().flatMap(({ folder }) => sessionFilesIn(folder));
  expect(files.length).toBeGreaterThanOrEqual(37);
  for (const { file, format } of files) {
    const times = callsOf(file, format).map(({ at }) => at ?? 0);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(times.length).toBeGreaterThan(0);
  }
});

test("one policy decides on the events of all agents, as it would have live", () => {
  const text = `version: 1
policies:
  - id: no-force
    events: before_tool_call
    when: 'tool.kind == "shell" && params.command.includes("git push --force")'
    deny: no
  - id: no-writes
    events: before_tool_call
    when: '(tool.kind == "write" || tool.kind == "edit") && params.path.includes("hd2.txt")'
    deny: no
`;
  const { set, issues } = compilePolicies(loadAll([{ path: "guard.yaml", text }]));
  expect(issues).toEqual([]);
  const denied = recordedSessions()
    .filter(({ name }) => name.includes("guarded"))
    .map(({ name, folder }) => [
      name,
      callsOfSession(folder)
        .flatMap((call) => hookedCalls(call))
        .map(({ event }) => readEvent(event))
        .map((read) => (read.kind === "event" ? decide(set, read.event) : null))
        .flatMap((decision) =>
          decision === null ? ["refused"] : decision.effect === "deny" ? [decision.policy] : [],
        ),
    ]);
  // Cline's session ends with the first.
  expect(denied).toEqual([
    ["claude-code/guarded", ["no-force", "no-writes"]],
    ["cline/guarded", ["no-force"]],
    ["codex/code-mode-guarded", ["no-force", "no-writes"]],
    ["codex/guarded", ["no-force", "no-writes"]],
    ["copilot/guarded", ["no-force", "no-writes"]],
    ["gemini-cli/guarded", ["no-force", "no-writes"]],
    ["opencode/guarded", ["no-force", "no-writes"]],
    ["pi/guarded", ["no-force", "no-writes"]],
    ["qwen-code/guarded", ["no-force", "no-writes"]],
  ]);
});

/** The ids of the truth; calls of one moment, which two agents made, in the order in which they were found. */
function inOrder(truth: readonly Truth[], calls: readonly Found[]): readonly string[] {
  const place = new Map(calls.map(({ id }, at) => [id, at]));
  return truth
    .toSorted((left, right) => {
      const apart = Date.parse(left.at) - Date.parse(right.at);
      // Files of a session and of its sub-agent write their times up to 0.3 s late.
      return left.session === right.session && left.agent === right.agent && left.parent === right.parent
        ? left.n - right.n
        : Math.abs(apart) > 400
          ? apart
          : (place.get(left.id) ?? 0) - (place.get(right.id) ?? 0);
    })
    .map(({ id }) => id);
}

const FIELDS = ["outcome", "by", "actual", "exit", "person"] as const;

/** What the truth says of the fields that the file can tell. */
function outcomeKnown(row: Truth, call: Found): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    FIELDS.filter((field) => isAsked(field, row, call)).map((field) => [
      field,
      exitInside(field, row) ?? row[field],
    ]),
  );
}

function outcomeSeen(call: Found, row: Truth): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    FIELDS.filter((field) => isAsked(field, row, call)).map((field) => [
      field,
      exitInside(field, row) === undefined ? call[field] : call.exit !== undefined && call.exit !== 0,
    ]),
  );
}

/** A script of code mode has the exit code of its call: the truth has 0 of some that failed, which the file's `exit_code` is not. */
function exitInside(field: string, row: Truth): true | undefined {
  return field === "exit" && row.inner !== undefined && row.outcome === "failed" && row.exit === 0
    ? true
    : undefined;
}

function isAsked(field: (typeof FIELDS)[number], row: Truth, call: Found): boolean {
  if (row.lost?.includes(field) === true) return false;
  // What ran of a call that was rewritten, and is not known to have been.
  if (field === "actual" && row.lost?.includes("outcome") === true) return false;
  // Codex writes nothing when a person allows.
  if (field === "person" && row.person === "allowed" && call.lost.includes("person")) return false;
  return field === "outcome" || field === "by" || row[field] !== undefined;
}

/** A field that the truth calls lost is not stated as known: it is named, or a rewrite would not be seen. */
function isLost(call: Found, field: string): boolean {
  return (
    call.lost.includes(field as LostField) || call.lost.some((one) => one === "actual" || one === "params")
  );
}
