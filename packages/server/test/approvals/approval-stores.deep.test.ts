// What every store of approvals holds, in memory, in files and in Redis: an approval is for one call of one session, is used once, and is
// made by nobody who has not the key.
import { callHash } from "@gatehouse-hooks/cache";
import type { AskedApproval } from "@gatehouse-hooks/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenedStores, type RawRecords, STORE_KINDS } from "./opened-stores.js";

const NOW = Date.now();
const LATER = NOW + 300_000;

let number = 0;

/** A question about a call of its own, unless the call is given. */
function question(more: Partial<AskedApproval> = {}): AskedApproval {
  const id = `question-${++number}`;
  return {
    ...{ id, tenant: "main", call: callOf(`git push ${number}`), policy: "p", reason: "r" },
    ...{ asked: NOW, expires: NOW + 900_000, state: "waiting" as const },
    shown: { event: "before_tool_call", tool: "Bash", params: "{}" },
    ...more,
  };
}

function callOf(command: string, more: object = {}): string {
  const params = { command };
  return callHash({ event: "before_tool_call", toolName: "Bash", sessionKey: "s", params, ...more });
}

const YES = { kind: "approve", by: "a person", expires: LATER } as const;

describe.each(STORE_KINDS)("approvals $name", ({ open, name }) => {
  let opened: OpenedStores;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(async () => {
    await opened.close();
  });

  /** A yes that was given in the other store. */
  async function approved(more: Partial<AskedApproval> = {}): Promise<AskedApproval> {
    const [one, two] = opened.stores;
    const asked = await one.ask(question(more), NOW);
    expect(await two.answer(asked.tenant, asked.id, YES, NOW)).toMatchObject({ kind: "answered" });
    return asked;
  }

  /** How many of twenty that try at once get it. */
  async function uses(call: AskedApproval, at = NOW): Promise<number> {
    const tries = Array.from(
      { length: 20 },
      async (_, i) => await opened.stores[i % 2 === 0 ? 0 : 1].use(call, at),
    );
    return (await Promise.all(tries)).filter((one) => one !== undefined).length;
  }

  test("a question is kept once, listed the oldest first, and not an answer", async () => {
    const [one, two] = opened.stores;
    const asked = await one.ask(question({ asked: NOW - 5 }), NOW);
    const newer = await two.ask(question(), NOW);
    expect(await two.ask({ ...question(), call: asked.call }, NOW)).toEqual(asked);
    expect(await two.waiting("main", NOW)).toEqual([asked, newer]);
    expect(await one.get("main", newer.id, NOW)).toEqual(newer);
    expect(await uses(asked)).toBe(0);
  });

  test("a yes is used by one of many, and once", async () => {
    const asked = await approved();
    expect(await opened.stores[0].get("main", asked.id, NOW)).toMatchObject({
      state: "approved",
      by: "a person",
    });
    expect(await uses(asked)).toBe(1);
    expect(await uses(asked)).toBe(0);
    expect(await opened.stores[1].get("main", asked.id, NOW)).toBeUndefined();
  });

  test("a no is no yes, and nobody answers twice: of eight at once, one does", async () => {
    const [one, two] = opened.stores;
    const no = await one.ask(question(), NOW);
    expect(await two.answer("main", no.id, { ...YES, kind: "refuse" }, NOW)).toMatchObject({
      kind: "answered",
    });
    expect(await one.answer("main", no.id, YES, NOW)).toMatchObject({ kind: "conflict" });
    expect(await uses(no)).toBe(0);
    const asked = await one.ask(question(), NOW);
    const kinds = Array.from({ length: 8 }, async (_, i) => {
      const kind = i < 4 ? "approve" : "refuse";
      return (await (i % 2 === 0 ? one : two).answer("main", asked.id, { ...YES, kind }, NOW)).kind;
    });
    expect((await Promise.all(kinds)).filter((kind) => kind === "answered")).toHaveLength(1);
  });

  test.each<readonly [string, (asked: AskedApproval) => Partial<AskedApproval>]>([
    ["another call's", () => ({ call: callOf("git push --force") })],
    ["another session's", () => ({ call: callOf(`git push ${number}`, { sessionKey: "t" }) })],
    ["another policy's", () => ({ policy: "q" })],
    ["no policy's", () => ({ policy: null })],
    ["another tenant's", () => ({ tenant: "other" })],
  ])("%s yes does not count", async (_, change) => {
    const asked = await approved();
    expect(await uses({ ...asked, ...change(asked) })).toBe(0);
    expect(await opened.stores[0].answer("other", asked.id, YES, NOW)).toEqual({ kind: "gone" });
    expect(await uses(asked)).toBe(1);
  });

  test("neither a yes nor a question counts after its time", async () => {
    const [one, two] = opened.stores;
    const asked = await approved();
    expect(await uses(asked, LATER)).toBe(0);
    const waiting = await one.ask(question({ expires: LATER }), NOW);
    expect(await two.waiting("main", LATER)).toEqual([]);
    expect(await two.answer("main", waiting.id, YES, LATER)).toEqual({ kind: "gone" });
  });

  describe.skipIf(name === "in memory")("records that somebody without the key has written", () => {
    /** The record of the only call that is kept. */
    function only(raw: RawRecords | undefined): readonly [RawRecords, string, string] {
      if (raw === undefined) throw new Error("the store has no records");
      const [record = "", ...others] = raw.names();
      if (others.length > 0) throw new Error("more than one record");
      return [raw, record, raw.read(record)];
    }
    /** Where the yes to the only call that waits would be, and what a yes has behind its record in this store. */
    async function places(asked: AskedApproval): Promise<{ readonly yes: string; readonly text: string }> {
      await opened.stores[1].answer("main", asked.id, YES, NOW);
      const [, yes, text] = only(opened.raw);
      expect(await uses(asked)).toBe(1);
      opened.raw?.removeMarks();
      return { yes, text };
    }

    test("changed, rubbish, empty, or the question itself in the place of a yes", async () => {
      const asked = await opened.stores[0].ask(question(), NOW);
      const [raw, , waiting] = only(opened.raw);
      const { yes, text } = await places(asked);
      const end = text.includes("\n") ? text.slice(text.indexOf("\n")) : "";
      const forged = [
        waiting,
        `${waiting}${end}`,
        `${waiting.replace('"waiting"', '"approved"')}${end}`,
        text.replace('"by":"a person"', '"by":"a robot"'),
        text.slice(text.indexOf("{")),
        "rubbish",
        "",
      ];
      for (const one of forged) {
        raw.write(yes, one);
        expect([one, await uses(asked)]).toEqual([one, 0]);
      }
    });

    test("sealed with another key", async () => {
      const { foreign } = opened;
      const asked = await opened.stores[0].ask(question(), NOW);
      await foreign?.store.ask(asked, NOW);
      await foreign?.store.answer("main", asked.id, YES, NOW);
      const [, , theirs] = only(foreign?.raw);
      const { yes, text } = await places(asked);
      const end = text.includes("\n") ? text.slice(text.indexOf("\n")) : "";
      opened.raw?.write(yes, theirs.replace(/\n[^]*$/, "") + end);
      expect(await uses(asked)).toBe(0);
    });

    test("a yes under the name of another call", async () => {
      const other = await opened.stores[0].ask(question(), NOW);
      const { yes } = await places(other);
      const asked = await approved();
      const [raw, , text] = only(opened.raw);
      raw.write(yes, text);
      expect(await uses(other)).toBe(0);
      expect(await uses(asked)).toBe(1);
    });

    test("a yes that is put back after its use, also without the mark of the use for who has used it", async () => {
      const [one, two] = opened.stores;
      const asked = await approved();
      const [raw, yes, text] = only(opened.raw);
      expect(await one.use(asked, NOW)).toBeDefined();
      raw.write(yes, text);
      expect(await uses(asked)).toBe(0);
      raw.removeMarks();
      raw.write(yes, text);
      expect(await one.use(asked, NOW)).toBeUndefined();
      expect(await two.waiting("main", NOW)).toEqual([]);
    });
  });
});
