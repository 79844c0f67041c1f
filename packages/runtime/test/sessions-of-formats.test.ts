import { VOCABULARY } from "@gatehouse-hooks/hosts";
import { createVerdictCache } from "@gatehouse-hooks/cache";
import { compilePolicies } from "@gatehouse-hooks/engine";
import { createRuntime, type HandlerFunction } from "@gatehouse-hooks/runtime";
import { describe, expect, test } from "vitest";
import { approve } from "./world.js";

type Json = Readonly<Record<string, unknown>>;

/** What the kinds of the calls want beside the session. */
const FIELDS: Json = { toolName: "exec", params: {}, tool_name: "shell", tool_input: {}, bash_command: "ls" };
const CALLS = ["before_tool_call", "pre_tool_use", "PreToolUse", "pre-bash-execution"];

/** A judge that sees the command alone, on the tool calls of every format. */
function world(): (event: Json) => Promise<number> {
  let calls = 0;
  const judge: HandlerFunction = async () => {
    calls++;
    return approve;
  };
  const { set: policies } = compilePolicies(
    [
      {
        id: "judged",
        events: CALLS,
        handler: { kind: "judge", prompt: "may it?", timeoutMs: 1_000, cache: "session", uses: ["command"] },
      },
    ],
    { vocabulary: VOCABULARY },
  );
  const runtime = createRuntime({ policies, handlers: { judge }, cache: createVerdictCache() });
  return async (event) => {
    const before = calls;
    await runtime.decide({ ...FIELDS, ...event });
    return calls - before;
  };
}

describe("the session of each format's events partitions the cache (S14)", () => {
  describe.each([
    ["Mayros", "before_tool_call", "sessionKey", "session_start", "session_end"],
    ["docker-agent", "pre_tool_use", "session_id", "session_start", "session_end"],
    ["Claude Code", "PreToolUse", "session_id", "SessionStart", "SessionEnd"],
    ["Mimir", "pre-bash-execution", "conversation_id", "session_start", "session_end"],
  ])("%s", (_format, event, key, start, end) => {
    const call = (session: unknown, more: Json = {}): Json => ({
      event,
      command: "ls",
      [key]: session,
      ...more,
    });

    test("an approval given to one session is not given to another (S14)", async () => {
      const asks = world();
      expect([await asks(call("A")), await asks(call("A"))]).toEqual([1, 0]);
      expect([await asks(call("B")), await asks(call("B"))]).toEqual([1, 0]);
      expect(await asks({ event, command: "ls" })).toBe(1);
    });

    test("its start and end clear it, and no other (S14)", async () => {
      for (const boundary of [start, end]) {
        const asks = world();
        expect([await asks(call("A")), await asks(call("B"))]).toEqual([1, 1]);
        expect([await asks({ event: boundary, [key]: "A" }), await asks(call("B"))]).toEqual([0, 0]);
        expect([await asks(call("A")), await asks(call("A"))]).toEqual([1, 0]);
      }
    });

    test.each([7, null, true, ["A"], { a: "A" }])(
      "a name that is %j: nothing is shared (S14)",
      async (name) => {
        const asks = world();
        expect([await asks(call(name)), await asks(call(name))]).toEqual([1, 1]);
        expect([await asks({ event, command: "ls" }), await asks(call(JSON.stringify(name)))]).toEqual([
          1, 1,
        ]);
        expect(await asks({ event: start, [key]: name })).toBe(0);
        expect(await asks(call(JSON.stringify(name)))).toBe(0);
      },
    );

    test.each(["sessionKey", "session_id", "conversation_id"].filter((other) => other !== key))(
      "another name under %s: nothing is shared, and its end clears both (S14)",
      async (other) => {
        const asks = world();
        const two = call("A", { [other]: "B" });
        expect([await asks(two), await asks(two)]).toEqual([1, 1]);
        expect([await asks(call("A")), await asks(call("B")), await asks(call("C"))]).toEqual([1, 1, 1]);
        await asks({ event: end, [key]: "A", [other]: "B" });
        expect([await asks(call("A")), await asks(call("B")), await asks(call("C"))]).toEqual([1, 1, 0]);
      },
    );
  });
});
