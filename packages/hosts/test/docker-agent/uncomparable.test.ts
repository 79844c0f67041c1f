// What a rule cannot compare matches where it restricts, and never where it allows.
import { compilePolicies, decide } from "@gatehouse-hooks/engine";
import { approvalPolicies, interpretHook, VOCABULARY } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";
import { decideWith, loadFile, nobody } from "./rig.js";

type Data = Readonly<Record<string, unknown>>;

const NAMELESS: readonly Data[] = [
  {},
  { tool_name: null },
  { tool_name: 7 },
  { tool_name: true },
  { tool_name: ["shell"] },
  { tool_name: { name: "shell" } },
  { toolName: "shell" },
];
const ODD_INPUTS: readonly Data[] = [
  {},
  { tool_input: null },
  { tool_input: '{"cmd":"sudo x"}' },
  { tool_input: "" },
  { tool_input: ["sudo x"] },
  { tool_input: [] },
  { tool_input: [null] },
  { tool_input: 0 },
  { tool_input: -3 },
  { tool_input: true },
  { tool_input: false },
];

function effect(permissions: Data, event: Data): string {
  const { policies, issues } = loadFile({ permissions });
  expect(issues).toEqual([]);
  return decideWith(policies, { event: "pre_tool_use", ...event }, nobody).effect;
}

describe("a call whose tool_name is no string (D2)", () => {
  test.each(NAMELESS)("%j is denied and asked about, and never allowed", (name) => {
    const event = { ...name, tool_input: { cmd: "ls" } };
    for (const pattern of ["*", "shell", "sh*", "shell:cmd=l*"]) {
      expect(effect({ deny: [pattern] }, event)).toBe("deny");
      expect(effect({ ask: [pattern] }, event)).toBe("ask");
      expect(effect({ allow: [pattern] }, event)).toBe("abstain");
    }
    expect(effect({ deny: ["shell:cmd=rm*"] }, event)).toBe("abstain");
  });

  test.each(NAMELESS)("%j is for every hook, and none of them can allow it", (name) => {
    const { policies } = loadFile({
      hooks: { pre_tool_use: [{ matcher: "shell|edit_file", hooks: [{ type: "command", command: "x" }] }] },
    });
    const event = { event: "pre_tool_use", ...name };
    expect(decideWith(policies, event, () => ({ kind: "deny", reason: "no" })).effect).toBe("deny");
    const says = (decision: string): string =>
      decideWith(policies, event, (need) => {
        const stdout = JSON.stringify({ hook_specific_output: { permission_decision: decision } });
        return interpretHook()({ exitCode: 0, stdout, stderr: "" }, need as never);
      }).effect;
    expect(says("deny")).toBe("deny");
    expect(says("allow")).toBe("abstain");
  });

  test("a matcher does not match another name", () => {
    const { policies } = loadFile({
      hooks: { pre_tool_use: [{ matcher: "shell", hooks: [{ type: "command", command: "x" }] }] },
    });
    expect(decideWith(policies, { event: "pre_tool_use", tool_name: "Shell" }, nobody).effect).toBe(
      "abstain",
    );
  });
});

describe("arguments that are no object (D3)", () => {
  test.each(ODD_INPUTS)("%j is denied and asked about, and never allowed", (input) => {
    const event = { tool_name: "shell", ...input };
    for (const pattern of ["shell:cmd=*sudo*", "shell:cmd=*", "s*:cmd=a:cwd=b", "shell:cmd=42"]) {
      expect(effect({ deny: [pattern] }, event)).toBe("deny");
      expect(effect({ ask: [pattern] }, event)).toBe("ask");
      expect(effect({ allow: [pattern] }, event)).toBe("abstain");
    }
    // Another tool is not meant.
    expect(effect({ deny: ["other:cmd=*sudo*"] }, event)).toBe("abstain");
    expect(effect({ deny: ["shell"] }, event)).toBe("deny");
  });

  test.each([{ cmd: "ls" }, {}, { length: 3, cmd: "ls" }, { "0": "sudo" }])("%j is an object", (input) => {
    const event = { tool_name: "shell", tool_input: input };
    expect(effect({ deny: ["shell:cmd=*sudo*"] }, event)).toBe("abstain");
  });
});

describe("a deny of the session that is not valid denies (D5)", () => {
  function sessionEffect(session: Data, event: Data): { effect: string; problems: number } {
    const { policies, problems } = approvalPolicies({ session });
    const { set, issues } = compilePolicies(policies, { vocabulary: VOCABULARY });
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    const call = { event: "pre_tool_use", tool_name: "shell", ...event };
    return { effect: decide(set, call).effect, problems: problems.length };
  }

  test.each(["shell:cmd=[z-a]*", "shell:cmd=[]", "[z-a]", "shell:cmd=a:cwd=[]", "sh[]"])("%s", (pattern) => {
    const event = { tool_input: { cmd: "a", cwd: "b" } };
    expect(sessionEffect({ deny: [pattern] }, event)).toEqual({ effect: "deny", problems: 1 });
    expect(sessionEffect({ ask: [pattern] }, event)).toEqual({ effect: "ask", problems: 1 });
    expect(sessionEffect({ allow: [pattern] }, event)).toEqual({ effect: "abstain", problems: 1 });
  });

  test("only for what the rest of it matches", () => {
    expect(sessionEffect({ deny: ["fetch:url=[z-a]"] }, { tool_input: {} }).effect).toBe("abstain");
  });
});

describe("a pattern that no call can match is said, with the right spelling (D10)", () => {
  test.each([
    ["shell:rm*", "write `shell:cmd=rm*`", "shell"],
    ["Bash(rm:*)", "write `shell:cmd=rm*`", "shell"],
    ["Bash(git push)", "write `shell:cmd=git push`", "shell"],
    ["shell:cmd = *sudo*", "write `shell:cmd=*sudo*`", "shell"],
    ["shell: cmd=*sudo*", "write `shell:cmd=*sudo*`", "shell"],
    [" shell ", "write `shell`", "shell"],
    [" shell:cmd=x", "write `shell:cmd=x`", "shell"],
    ["t:my-key=*x*", "an argument can be named by letters, digits and `_` only", "t"],
    ["shell rm*", "write `shell:cmd=rm*`", "shell"],
    ["rm -rf *", "write `shell:cmd=rm -rf *`", "shell"],
    ["edit_file:/etc/*", "write `edit_file:path=/etc/*`", "edit_file"],
    ["shell:cmd=*http://evil*", null, ""],
    ["mcp:github:delete_*", null, ""],
    ["github\\:delete", null, ""],
    ["shell:cmd=a = b", null, ""],
    ["*", null, ""],
  ])("%j", (pattern, cure, tool) => {
    const denied = loadFile({ permissions: { deny: [pattern] } });
    const allowed = loadFile({ permissions: { allow: [pattern] } });
    if (cure === null) {
      expect([...denied.issues, ...allowed.issues]).toEqual([]);
      return;
    }
    expect(denied.issues).toMatchObject([{ severity: "error", code: "dead-pattern" }]);
    expect(denied.issues[0]?.cure).toContain(cure);
    expect(denied.lost).toMatchObject([{ events: ["pre_tool_use"] }]);
    expect(allowed.issues).toMatchObject([{ severity: "warning", code: "dead-pattern" }]);
    // In a session, where nobody may look at the problems, it is for every call of the tool.
    const { set } = compilePolicies(approvalPolicies({ session: { deny: [pattern] } }).policies, {
      vocabulary: VOCABULARY,
    });
    const call = { event: "pre_tool_use", tool_name: tool, tool_input: { cmd: "x" } };
    expect(decide(set, call).effect).toBe("deny");
  });
});

describe("a name that is nearly that of a documented tool or argument is said (D10)", () => {
  test.each([
    ["shel", "did you mean `shell`?"],
    ["shelll", "did you mean `shell`?"],
    ["Shell", "did you mean `shell`?"],
    ["editfile", "did you mean `edit_file`?"],
    ["edit-file", "did you mean `edit_file`?"],
    ["Bash", "did you mean `shell`?"],
    ["shell", null],
    ["my_tool", null],
  ])("%s", (name, cure) => {
    const hooks = {
      pre_tool_use: [{ matcher: `${name}|other`, hooks: [{ type: "command", command: "x" }] }],
    };
    for (const file of [{ permissions: { deny: [name] } }, { hooks }]) {
      const { issues, policies } = loadFile(file);
      expect(policies).toHaveLength(1);
      expect(issues.map((issue) => issue.cure)).toEqual(cure === null ? [] : [cure]);
    }
  });

  test("a glob is one in a permission; as a matcher, an RE2 pattern, it matches no tool that it looks like", () => {
    expect(loadFile({ permissions: { deny: ["read_*"] } }).issues).toEqual([]);
    const hooks = (matcher: string) => ({
      hooks: { pre_tool_use: [{ matcher, hooks: [{ type: "command", command: "x" }] }] },
    });
    expect(loadFile(hooks("read_*")).issues).toMatchObject([{ cure: "did you mean `read_file`?" }]);
    expect(loadFile(hooks("read_.*")).issues).toEqual([]);
    expect(loadFile(hooks("mcp_.*")).issues).toEqual([]);
  });

  // The last one begins with a letter of another alphabet.
  test.each(['x"shell:cmd=rm*"', '\u0430"shell:cmd=rm*"'])(
    "a stray letter in front of a quote: %s",
    (text) => {
      expect(loadFile({ permissions: { deny: [text] } }).issues).toMatchObject([
        { severity: "warning", code: "unlikely-tool", cure: "did you mean `shell`?" },
      ]);
    },
  );

  test.each(["s]ell", "she ll", "s|ell", ".shell"])("a stray mark in a matcher: %s", (matcher) => {
    const hooks = { pre_tool_use: [{ matcher, hooks: [{ type: "command", command: "x" }] }] };
    expect(loadFile({ hooks }).issues).toMatchObject([
      { severity: "warning", code: "unlikely-tool", cure: "did you mean `shell`?" },
    ]);
  });

  test.each(['shell:cmd=rm*"', "'shell", '"read_file'])("a quote whose partner is gone: %s", (pattern) => {
    expect(loadFile({ permissions: { deny: [pattern] } }).issues).toMatchObject([{ code: "stray-quote" }]);
  });

  test.each([
    ["shell:cdm=x", "did you mean `cmd`?"],
    ["shell:what=x", "its arguments are cmd, cwd, timeout"],
    ["shell:command=x", "its arguments are"],
    ["shell:CMD=x", "did you mean `cmd`?"],
    ["shell:cmd=x:cwd=y", null],
    ["my_tool:anything=x", null],
  ])("%s", (pattern, cure) => {
    const { issues, policies } = loadFile({ permissions: { deny: [pattern] } });
    expect(policies).toHaveLength(1);
    if (cure === null) expect(issues).toEqual([]);
    else
      expect(issues).toMatchObject([{ severity: "warning", cure: expect.stringContaining(cure) as string }]);
  });
});
