import {
  admitEvent,
  CANONICAL,
  compilePolicies,
  decide,
  type Event,
  eventKinds,
  readEvent,
  sessionOf,
} from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";

function event(value: object): Event {
  const read = readEvent(value);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

const CALL = { toolName: "exec", params: { command: "ls" } };

describe('canonical events (SPEC, "Canonical events")', () => {
  const { set } = compilePolicies([]);

  test.each([
    ["before_tool_call", CALL],
    ["tool_permission", CALL],
    ["prompt", { prompt: "hello" }],
    ["message_sending", { message: "hello" }],
  ])("%s gates, and is refused without its fields", (name, fields) => {
    expect(admitEvent(set, event({ event: name, ...fields }))).toMatchObject({
      kind: "admitted",
      notices: [],
    });
    for (const key of Object.keys(fields)) {
      const { [key]: _, ...rest } = fields as Record<string, unknown>;
      expect(admitEvent(set, event({ event: name, ...rest }))).toMatchObject({
        kind: "refused",
        notice: {
          code: "malformed-event",
          message: expect.stringContaining(`\`${key}\` is missing`) as string,
        },
      });
    }
  });

  test.each(["before_prompt_build", "before_agent_start", "session_start", "session_end", "agent_stop"])(
    "%s needs no field",
    (name) => {
      expect(admitEvent(set, event({ event: name }))).toMatchObject({ kind: "admitted", notices: [] });
    },
  );

  test("a failure denies what gates, and warns about the rest", () => {
    for (const { name, gates } of CANONICAL.events) {
      const policies = [
        { id: "f", events: [name], handler: { kind: "function", name: "f", timeoutMs: 1 } },
      ] as const;
      const decision = decide(compilePolicies(policies).set, event({ event: name }));
      expect([name, decision.effect]).toEqual([name, gates ? "deny" : "abstain"]);
      expect(decision.warnings.length).toBe(gates ? 0 : 1);
    }
  });

  test("a session begins and ends with its own events only", () => {
    const bounds = CANONICAL.events.filter(({ session }) => session !== undefined);
    expect(bounds.map(({ name, session }) => [name, session])).toEqual([
      ["session_start", "start"],
      ["session_end", "end"],
    ]);
    expect(sessionOf(event({ event: "prompt", sessionKey: "s" }))).toEqual({ kind: "named", name: "s" });
    expect(sessionOf(event({ event: "prompt", session_id: "s" }))).toEqual({ kind: "unnamed" });
  });
});

describe("a vocabulary is data", () => {
  const vocabulary = {
    ...CANONICAL,
    tools: [{ name: "open", fields: ["path", "file"], needs: ["path", "file"] }],
    eventSpellings: [{ name: "BeforeTool", host: "Acme", event: "before_tool_call" }],
    fieldSpellings: [
      [
        ["toolName", "ours"],
        ["tool_name", "Acme's"],
      ],
    ],
    sessionKeys: ["sid", "sessionKey"],
  } as const;
  const { set } = compilePolicies([], { vocabulary });
  const notices = (fields: object): readonly string[] => {
    const admission = admitEvent(set, event({ event: "before_tool_call", ...fields }));
    return admission.kind === "admitted"
      ? admission.notices.map(({ message }) => message)
      : [admission.notice.message];
  };

  test("one of the fields that a tool needs is enough", () => {
    expect(notices({ toolName: "open", params: { path: "a" } })).toEqual([]);
    expect(notices({ toolName: "open", params: { file: "a" } })).toEqual([]);
    expect(notices({ toolName: "open", params: { other: "a" } })).toEqual([
      "`open` is called without `params.path` or `params.file`",
    ]);
    expect(notices({ toolName: "open", params: { pathh: "a" } })).toEqual([
      "`params.pathh` is not known; did you mean `params.path`?",
    ]);
    expect(notices({ toolName: "close", params: { pathh: "a" } })).toEqual([]);
  });

  test("another's spelling of a field or an event is named", () => {
    expect(notices({ tool_name: "open", params: {} })).toEqual([
      "malformed `before_tool_call` event: `tool_name` is Acme's spelling; this kind wants `toolName`",
    ]);
    expect(admitEvent(set, event({ event: "BeforeTool" }))).toMatchObject({
      kind: "refused",
      notice: {
        code: "misspelt-event",
        message: "Acme calls its event `BeforeTool`; did you mean `before_tool_call`?",
      },
    });
  });

  test("a field of the wrong type is refused, and says which it is", () => {
    const wrong = (params: unknown): readonly string[] => notices({ toolName: "x", params });
    const said = (what: string): readonly string[] => [
      `malformed \`before_tool_call\` event: \`params\` is ${what}, and this kind wants an object`,
    ];
    expect(wrong(null)).toEqual(said("null"));
    expect(wrong([])).toEqual(said("a list"));
    expect(wrong(1)).toEqual(said("a number"));
    expect(wrong("x")).toEqual(said("a string that is not a JSON object"));
    expect(wrong('{"command":"ls"}')).toEqual([]);
  });

  test("its keys name the session", () => {
    const kinds = eventKinds(vocabulary);
    expect(sessionOf(event({ event: "prompt", sid: "a" }), kinds)).toEqual({ kind: "named", name: "a" });
    expect(sessionOf(event({ event: "prompt", sid: "a", sessionKey: "b" }), kinds)).toEqual({
      kind: "unclear",
      names: ["a", "b"],
    });
  });
});
