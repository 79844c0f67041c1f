import {
  admitEvent,
  type AdmitOptions,
  compilePolicies,
  readEvent,
  knowsEvent,
} from "@gatehouse-hooks/engine";
import { VOCABULARY } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";

const waiting = {
  id: "own",
  events: ["before_deploy"],
  handler: { kind: "static", verdict: "deny", reason: "no" },
};
const kinds = [
  {
    name: "review_requested",
    gates: true,
    input: null,
    context: false,
    known: true,
    fields: { title: "string" },
  },
] as const;
const { set } = compilePolicies([waiting], { vocabulary: VOCABULARY, kinds });

/** `admitted`, `refused`, or the code of the notice of an admitted event; and what it says. */
function door(given: object, options: AdmitOptions = {}): { readonly kind: string; readonly said: string } {
  const read = readEvent(given);
  if (read.kind !== "event") throw new Error(read.issue.message);
  const admission = admitEvent(set, read.event, options);
  if (admission.kind === "refused") return { kind: "refused", said: admission.notice.message };
  const [notice] = admission.notices;
  return { kind: notice?.code ?? "admitted", said: notice?.message ?? "" };
}

const call = { event: "before_tool_call", toolName: "exec", params: { command: "ls" } };
const use = { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "ls" } };
const claude = { event: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };

describe("a name that is near a known one is refused, with the name that was meant (N14)", () => {
  test.each([
    ["beforeToolCall", "before_tool_call"],
    ["before-tool-call", "before_tool_call"],
    ["BEFORE_TOOL_CALL", "before_tool_call"],
    ["before_toolcall", "before_tool_call"],
    ["before_tol_call", "before_tool_call"],
    ["efore_tool_call", "before_tool_call"],
    ["before_tool_cal", "before_tool_call"],
    ["before tool call", "before_tool_call"],
    ["preToolUse", "pre_tool_use"],
    ["PreToolUze", "pre_tool_use"],
    ["pre-file-writ", "pre-file-write"],
    ["pre_bash_execution", "pre-bash-execution"],
    ["message_sendin", "message_sending"],
    ["BeforeTool", "before_tool_call"],
    ["tool.execute.before", "before_tool_call"],
    ["before_deploi", "before_deploy"],
    ["BeforeDeploy", "before_deploy"],
    ["review_request", "review_requested"],
  ])("%s", (event, meant) => {
    const { kind, said } = door({ ...call, event });
    expect(kind).toBe("refused");
    expect(said).toContain(`did you mean \`${meant}\`?`);
  });

  test.each(VOCABULARY.events.filter(({ name, gates }) => gates && name.length > 5).map(({ name }) => name))(
    "%s with any one character changed or gone never passes in silence",
    (name) => {
      for (let at = 0; at < name.length; at++) {
        for (const letter of ["", "x", "_", "Z"]) {
          const event = name.slice(0, at) + letter + name.slice(at + 1);
          const known = knowsEvent(set, event);
          const { kind } = door({ event });
          expect([event, known ? "refused" : kind]).toEqual([event, "refused"]);
        }
      }
    },
  );
});

describe("a name near none may be an embedder's own", () => {
  test.each(["before_release", "post-git-push", "stp", "x", "deploy", "before_deploy_2"])("%s", (event) => {
    expect(door({ event }).kind).toBe("unknown-event");
    expect(door({ event }, { unknownEvents: "deny" }).kind).toBe("refused");
  });

  test("numbers make a family, not a misspelling", () => {
    const { set: family } = compilePolicies([{ ...waiting, events: ["workflow_step_1"] }], {
      vocabulary: VOCABULARY,
    });
    const read = readEvent({ event: "workflow_step_2" });
    if (read.kind !== "event") throw new Error("no event");
    expect(admitEvent(family, read.event).kind).toBe("admitted");
  });

  test("one that a policy waits for, or that is registered, is known", () => {
    expect(door({ event: "before_deploy" }).kind).toBe("admitted");
    expect(door({ event: "review_requested", title: "x" }).kind).toBe("admitted");
  });
});

describe("a gating event that does not satisfy its kind is refused, and says what is missing", () => {
  test.each<[string, object, string]>([
    [
      "another agent's spelling of the tool",
      { event: "before_tool_call", tool_name: "exec", params: {} },
      "`tool_name` is Claude Code's and docker-agent's spelling; this kind wants `toolName`",
    ],
    [
      "another agent's spelling of the arguments",
      { event: "before_tool_call", toolName: "exec", tool_input: {} },
      "`tool_input` is Claude Code's and docker-agent's spelling; this kind wants `params`",
    ],
    [
      "no tool",
      { event: "before_tool_call", params: {} },
      "`toolName` is missing, and this kind wants a string",
    ],
    ["no arguments", { event: "before_tool_call", toolName: "exec" }, "`params` is missing"],
    [
      "a misspelt field",
      { event: "before_tool_call", toolName: "exec", parms: {} },
      "did you mean `params`?",
    ],
    ["a number", { ...call, toolName: 7 }, "`toolName` is a number, and this kind wants a string"],
    ["null", { ...call, params: null }, "`params` is null, and this kind wants an object"],
    ["a list", { ...call, params: ["ls"] }, "`params` is a list, and this kind wants an object"],
    ["text that is not JSON", { ...call, params: "ls" }, "a string that is not a JSON object"],
    ["JSON that is a list", { ...call, params: "[1]" }, "a string that is not a JSON object"],
    ["JSON with a key twice", { ...call, params: '{"a":1,"a":2}' }, "a string that is not a JSON object"],
    ["Mayros' spelling", { event: "pre_tool_use", toolName: "shell", tool_input: {} }, "Mayros'"],
    ["a tool's name that is null", { ...use, tool_name: null }, "`tool_name` is null"],
    ["a tool's name that is a list", { ...use, tool_name: ["shell"] }, "`tool_name` is a list"],
    ["an optional field of another type", { ...use, tool_input: [1] }, "`tool_input` is a list"],
    [
      "an optional field that is misspelt",
      { ...use, tool_input: undefined, tool_inputt: {} },
      "did you mean",
    ],
    [
      "an optional field under another name",
      { event: "pre_tool_use", tool_name: "a", params: {} },
      "Mayros'",
    ],
    ["Claude Code's", { ...claude, tool_input: undefined }, "`tool_input` is missing"],
    ["a message", { event: "message_sending", text: "hello" }, "this kind wants `message`"],
    ["Mimir's command", { event: "pre-bash-execution", command: "ls" }, "this kind wants `bash_command`"],
    ["Mimir's file", { event: "pre-file-write" }, "`file_path` is missing"],
    ["an embedder's kind", { event: "review_requested", titel: "x" }, "did you mean `title`?"],
  ])("%s", (_what, event, said) => {
    const answer = door(JSON.parse(JSON.stringify(event)) as object);
    expect(answer.kind).toBe("refused");
    expect(answer.said).toContain(said);
    expect(answer.said).toContain("malformed");
  });

  test("one that gates nothing is admitted with a notice", () => {
    expect(door({ event: "after_tool_call", tool_name: "exec" })).toMatchObject({ kind: "malformed-event" });
  });

  test.each<[string, object]>([
    ["Mayros", call],
    ["no parameters", { ...call, params: {} }],
    ["further fields", { ...call, sessionKey: "s", agentId: "a", tool_name: "exec" }],
    ["docker-agent", use],
    ["docker-agent without arguments", { event: "pre_tool_use", tool_name: "shell" }],
    ["docker-agent with null", { event: "pre_tool_use", tool_name: "shell", tool_input: null }],
    ["Claude Code", claude],
    ["a session", { event: "session_start" }],
    ["Mimir", { event: "pre-bash-execution", bash_command: "ls" }],
  ])("a right one is admitted: %s", (_what, event) => {
    expect(door(event)).toEqual({ kind: "admitted", said: "" });
  });

  test.each<[string, object, string]>([
    ["of a tool", { ...call, params: { comand: "ls" } }, "did you mean `params.command`?"],
    ["of the event", { ...use, sesion_id: "s" }, "did you mean `session_id`?"],
    [
      "under another's name",
      { ...use, tool_input: { cwd: "ls" } },
      "`shell` is called without `tool_input.cmd`",
    ],
  ])("a misspelt field that is not the kind's own is a notice: %s", (_what, event, said) => {
    const answer = door(event);
    expect(answer.kind).toBe("odd-field");
    expect(answer.said).toContain(said);
  });

  test("of a tool that no document names, nobody can know the fields", () => {
    expect(door({ ...call, toolName: "deploy", params: { comand: "ls" } }).kind).toBe("admitted");
  });

  test("arguments as JSON text are read, once and strictly (D3)", () => {
    const read = readEvent({ ...use, tool_input: '{"cmd":"sudo x","deep":"{\\"a\\":1}"}' });
    if (read.kind !== "event") throw new Error("no event");
    const admission = admitEvent(set, read.event);
    expect(admission).toMatchObject({
      kind: "admitted",
      event: { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "sudo x", deep: '{"a":1}' } },
      notices: [],
    });
  });

  test("inherited fields are none", () => {
    const read = readEvent({ event: "before_tool_call", params: {} });
    if (read.kind !== "event") throw new Error("no event");
    Reflect.set(Object.prototype, "toolName", "exec");
    try {
      expect(admitEvent(set, read.event).kind).toBe("refused");
    } finally {
      Reflect.deleteProperty(Object.prototype, "toolName");
    }
  });
});
