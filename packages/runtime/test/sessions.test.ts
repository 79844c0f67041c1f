import { createVerdictCache, memoryStore, type VerdictCache } from "@gatehouse-hooks/cache";
import { createRuntime, type HandlerFunction, type Notice } from "@gatehouse-hooks/runtime";
import { describe, expect, test, vi } from "vitest";
import { approve, deny, judged, setOf, toolCall } from "./world.js";

/** A judge that counts, on policies for tool calls and both session events. */
function world(cache: VerdictCache, onNotice?: (notice: Notice) => void) {
  let calls = 0;
  const judge: HandlerFunction = async () => {
    calls++;
    return approve;
  };
  const policies = setOf(
    judged("s", { cache: "session" }),
    judged("on-session", { cache: "session", events: ["session_start", "session_end"] }),
  );
  const runtime = createRuntime({ policies, handlers: { judge }, cache, ...(onNotice && { onNotice }) });
  return {
    runtime,
    /** Decides, and says how often the judge was asked for it. */
    async asks(event: object): Promise<number> {
      const before = calls;
      await runtime.decide(event);
      return calls - before;
    },
  };
}

describe("a session's verdicts", () => {
  test.each<[string, object, object]>([
    ["a named session", { sessionKey: "one" }, { sessionKey: "two" }],
    ["the unnamed session", {}, { sessionKey: "two" }],
    ["a session with an empty name", { sessionKey: "" }, {}],
    ["a session of docker-agent", { session_id: "one" }, { session_id: "two" }],
    ["a session of Mimir", { conversation_id: "one" }, { conversation_id: "two" }],
    ["a session that is named twice alike", { sessionKey: "one", session_id: "one" }, { session_id: "two" }],
  ])("%s: kept, and cleared by its own start and end only", async (_name, mine, other) => {
    const { asks } = world(createVerdictCache());
    expect([await asks(toolCall("x", mine)), await asks(toolCall("x", other))]).toEqual([1, 1]);
    expect([await asks(toolCall("x", mine)), await asks(toolCall("x", other))]).toEqual([0, 0]);
    for (const event of ["session_start", "session_end"]) {
      await asks({ event, ...other });
      expect(await asks(toolCall("x", mine))).toBe(0);
      await asks({ event, ...mine });
      expect([await asks(toolCall("x", mine)), await asks(toolCall("x", mine))]).toEqual([1, 0]);
      await asks(toolCall("x", other));
    }
  });

  test("are cleared before a start is decided, and after an end is", async () => {
    const { asks } = world(createVerdictCache());
    const start = { event: "session_start", sessionKey: "one" };
    const end = { event: "session_end", sessionKey: "one" };
    // The start's own verdict is kept until the next start clears it.
    expect([await asks(start), await asks(start)]).toEqual([1, 1]);
    expect([await asks(end), await asks(end)]).toEqual([1, 1]);
  });

  test("of other scopes stay", async () => {
    const cache = createVerdictCache();
    let calls = 0;
    const judge: HandlerFunction = async () => (calls++, deny);
    const runtime = createRuntime({
      policies: setOf(judged("g", { cache: "global" })),
      handlers: { judge },
      cache,
    });
    for (const event of [
      toolCall(),
      { event: "session_start" },
      toolCall(),
      { event: "session_end" },
      toolCall(),
    ]) {
      await runtime.decide(event);
    }
    expect(calls).toBe(1);
  });
});

describe("when clearing does not work", () => {
  const failing = {
    throws: () => {
      throw new Error("down");
    },
    rejects: () => Promise.reject(new Error("down")),
    hangs: () => new Promise<void>(() => undefined),
  };

  test.each(Object.entries(failing))(
    "it %s: the session goes on without its old verdicts",
    async (_name, clearSession) => {
      vi.useFakeTimers();
      try {
        const store = memoryStore();
        let down = true;
        const cache = createVerdictCache({
          store: {
            ...store,
            clearSession: (session) => (down ? clearSession() : store.clearSession(session)),
          },
        });
        const notices: string[] = [];
        const { asks } = world(cache, ({ code }) => notices.push(code));
        const started = async (): Promise<void> => {
          const decided = asks({ event: "session_start", sessionKey: "one" });
          await vi.advanceTimersByTimeAsync(1_000);
          await decided;
        };
        const call = toolCall("x", { sessionKey: "one" });
        expect([await asks(call), await asks(call)]).toEqual([1, 0]);
        await started();
        expect([await asks(call), await asks(call)]).toEqual([1, 1]);
        expect(await asks(toolCall("x", { sessionKey: "two" }))).toBe(1);
        expect(await asks(toolCall("x", { sessionKey: "two" }))).toBe(0);
        expect(notices).toEqual(["session-not-cleared"]);
        down = false;
        await started();
        expect([await asks(call), await asks(call)]).toEqual([1, 0]);
        expect(vi.getTimerCount()).toBe(0);
      } finally {
        vi.useRealTimers();
      }
    },
  );
});
