import { runInThisContext } from "node:vm";

import { parseReply, type ReplyDecision } from "@gatehouse-hooks/judge";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { jsonLines } from "../../../test/json-lines.js";
import { assertLaw } from "../../../test/assert-law.js";
import { processorTime } from "../../../test/growth.js";
import { characters } from "../../../test/arbitraries/characters.js";

interface Row {
  readonly id: string;
  readonly reply?: unknown;
  readonly reply_repeat?: readonly (readonly [text: string, times: number])[];
  readonly js?: string;
  readonly verdict: ReplyDecision | "invalid";
  readonly request?: { readonly nonce?: string };
  readonly meta?: { readonly finish_reason?: string; readonly status?: number };
  readonly why: string;
}

const rows = jsonLines<Row>("corpora/judge-replies.jsonl", import.meta.url);

/** SPEC, "Deviations", `ask-is-a-decision`: the corpus takes the documented reply set of one format. */
const isAsk = (row: Row): boolean => {
  const reply = replyOf(row);
  return row.verdict === "invalid" && typeof reply === "string" && /"decision": ?"ask"\s*[,}]/.test(reply);
};

/** SPEC, "Deviations", `terse-approval`. */
const isTerse = (row: Row): boolean => row.verdict === "invalid" && row.reply === '{"decision":"approve"}';

const verdictOf = (row: Row): Row["verdict"] => (isAsk(row) ? "ask" : isTerse(row) ? "approve" : row.verdict);

function replyOf(row: Row): unknown {
  if (row.reply_repeat !== undefined)
    return row.reply_repeat.map(([text, times]) => text.repeat(times)).join("");
  // The rows are our own constructor texts for values that JSON cannot hold.
  if (row.js !== undefined) return runInThisContext(`(${row.js})`) as unknown;
  return row.reply;
}

function read(row: Row, mode: "strict" | "lenient", decisions?: readonly ReplyDecision[]) {
  const { finish_reason: finishReason, status } = row.meta ?? {};
  return parseReply(replyOf(row), {
    mode,
    ...(decisions === undefined ? {} : { decisions }),
    ...(row.request?.nonce === undefined ? {} : { nonce: row.request.nonce }),
    meta: {
      ...(finishReason === undefined ? {} : { finishReason }),
      ...(status === undefined ? {} : { status }),
    },
  });
}

describe("the corpus of judge replies", () => {
  test("has the rows that it is known for", () => {
    expect(rows).toHaveLength(142);
    expect(rows.filter(isAsk)).toHaveLength(1);
    expect(rows.filter(isTerse)).toHaveLength(1);
  });

  test("no reply takes longer than a large good one, by far", () => {
    const long = `{"reason":"${"x".repeat(20_000)}","decision":"approve"}`;
    const [good] = rows.filter((row) => row.verdict === "approve");
    if (good === undefined) throw new Error("no row approves");
    const usual = processorTime(() => read({ ...good, reply: long }, "strict"));
    const slow = rows.filter((row) => {
      // Once for most rows; again, where another job on the machine may have been what took so long.
      const start = process.cpuUsage();
      read(row, "strict");
      const { user, system } = process.cpuUsage(start);
      return user + system > 50 * usual && processorTime(() => read(row, "strict")) > 50 * usual;
    });
    expect(slow.map(({ id }) => id)).toEqual([]);
  });

  test.each(rows)("$id $why", (row) => {
    const parsed = read(row, "strict");
    expect(parsed.ok ? parsed.decision : "invalid").toBe(verdictOf(row));
  });

  test("`ask` is invalid where the format knows approve, deny and warn only", () => {
    const asking = rows.filter(isAsk);
    expect(asking).not.toEqual([]);
    for (const row of asking) expect(read(row, "strict", ["approve", "deny", "warn"]).ok).toBe(false);
  });

  test.each(rows)(
    "lenient, $id: no approval that the strict reader would not give, but for leading text",
    (row) => {
      const parsed = read(row, "lenient");
      if (row.verdict !== "invalid") expect(parsed).toEqual(read(row, "strict"));
      if (parsed.ok && parsed.decision === "approve" && row.verdict === "invalid") {
        // What may stand before the object, by the rule of the lenient reader.
        expect(typeof row.reply === "string" && /^[^{}]*\{[^{}]*\}(?:\s*```)?\s*$/.test(row.reply)).toBe(
          true,
        );
      }
    },
  );

  test("the reply is not part of a message in full, nor are secrets", () => {
    const reply = `the key is AKIAIOSFODNN7EXAMPLE and then ${"x".repeat(5_000)}`;
    const parsed = parseReply(reply);
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    expect(parsed.message.length).toBeLessThan(400);
    expect(parsed.message).not.toContain("AKIAIOSFODNN7EXAMPLE");
    expect(parsed.message).toContain("the key is");
  });
});

describe("the strict reader", () => {
  const withKey = (key: string) => JSON.stringify({ decision: "approve", reason: "r", [key]: "deny" });

  test.each([
    "Override",
    "OVERRIDE",
    "\uff4f\uff56\uff45\uff52\uff52\uff49\uff44\uff45",
    "final decision",
    "Final-Decision_2",
    "_allow",
    "is.Blocked".slice(3),
    "permissionDecision",
  ])("%s is a second verdict", (key) => {
    expect(parseReply(withKey(key)).ok).toBe(false);
  });

  test.each(["decider", "rationale", "id", "", "\u0430llow"])(
    "%s is not one by its name: it depends on what it says",
    (key) => {
      const saying = (text: string) =>
        parseReply(JSON.stringify({ decision: "approve", reason: "r", [key]: text })).ok;
      expect([saying("m1"), saying("deny")]).toEqual([true, false]);
    },
  );

  const beside: readonly (readonly [more: object, taken: boolean])[] = [
    [{ pass: false }, false],
    [{ safe: false }, false],
    [{ isSafe: "not sure" }, false],
    [{ unsafe: true }, false],
    [{ flagged: true }, false],
    [{ violation: true }, false],
    [{ should_block: true }, false],
    [{ permitted: false }, false],
    [{ ok: false }, false],
    [{ judgement: "deny" }, false],
    [{ recommendation: "have a person look" }, false],
    [{ refusal: "I cannot help with that" }, false],
    [{ verdicts: [{ passed: false }] }, false],
    [{ notes: { inner: ["fine", { really: false }] } }, false],
    [{ score: 0 }, false],
    [{ zulässig: "nein", erlaubt: false }, false],
    [{ x: "DENY!" }, false],
    [{ x: "\uff24\uff25\uff2e\uff39" }, false],
    [{ x: "on second thoughts this must be refused" }, false],
    [{ x: "no" }, false],
    [{ model: "m1" }, true],
    [{ refusal: null }, true],
    [{ violations: [], concerns: "" }, true],
    [{ language: "en", steps: ["looked at the branch", "found topic"] }, true],
    [{ explanation: "the branch is a topic branch, and no rule is about those" }, true],
    [{ confidence: 0.9 }, true],
  ];
  test.each(beside)("beside an approval, %j is taken: %s", (more, taken) => {
    const reply = (decision: string) => JSON.stringify({ decision, reason: "r", ...more });
    for (const mode of ["strict", "lenient"] as const) {
      expect(parseReply(reply("approve"), { mode }).ok).toBe(taken);
      // What refuses may come with anything.
      expect(parseReply(reply("deny"), { mode })).toMatchObject({ ok: true, decision: "deny" });
    }
  });

  test.each([
    ['{"decision":"approve"}', "approve"],
    ['{"decision":"approve","reason":""}', "invalid"],
    ['{"decision":"approve","reason":5}', "invalid"],
    ['{"decision":"deny"}', "invalid"],
    ['{"decision":"warn"}', "invalid"],
  ])("without a reason: %s is %s", (reply, verdict) => {
    const read = parseReply(reply);
    expect(read.ok ? read.decision : "invalid").toBe(verdict);
    if (read.ok) expect(read.reason).not.toBe("");
  });

  test.each([
    [4, true],
    [5, false],
  ])("%d levels: %s", (levels, ok) => {
    const nested = "[".repeat(levels - 1) + "]".repeat(levels - 1);
    expect(parseReply(`{"decision":"deny","reason":"r","x":${nested}}`).ok).toBe(ok);
  });
});

describe("the lenient reader", () => {
  const object = (decision: string) => `{"decision":"${decision}","reason":"r"}`;

  test.each([
    ["prose before", `Sure! ${object("approve")}`, "approve"],
    ["a thinking block with an object", `<think>${object("approve")}</think>\n${object("deny")}`, "deny"],
    ["a thinking block, other name", `<Thinking>\nhm {\n</Thinking>${object("approve")}`, "approve"],
    ["its own fence", `Here:\n\`\`\`json\n${object("approve")}\n\`\`\`\n`, "approve"],
    ["deny, then prose", `${object("deny")} Stay safe.`, "deny"],
    ["warn, then prose", `${object("warn")} Stay safe.`, "warn"],
    ["ask, then prose", `${object("ask")} Stay safe.`, "ask"],
    ["approve, then prose", `${object("approve")} But wait.`, "bad-reply"],
    ["approve, then a fence that nobody opened", `${object("approve")}\n\`\`\``, "bad-reply"],
    ["approve, then two fences", `\`\`\`json\n${object("approve")}\n\`\`\`\n\`\`\``, "bad-reply"],
    ["two objects", `${object("deny")} ${object("deny")}`, "bad-reply"],
    ["a stray brace before", `} ${object("deny")}`, "bad-reply"],
    ["a stray brace after", `${object("deny")} }`, "bad-reply"],
    ["an open brace after", `${object("deny")} {`, "bad-reply"],
    ["an open thinking block", `<think>${object("deny")}`, "bad-reply"],
    [
      "a thinking block that is not first",
      `x <think>${object("approve")}</think> ${object("deny")}`,
      "bad-reply",
    ],
    ["braces in the reason", `ok {"decision":"deny","reason":"a } b { c \\" }"} end`, "deny"],
    ["no object", "I approve", "bad-reply"],
    ["an object that never ends", '{"decision":"approve"', "bad-reply"],
  ])("%s", (_, reply, expected) => {
    const parsed = parseReply(reply, { mode: "lenient" });
    expect(parsed.ok ? parsed.decision : parsed.code).toBe(expected);
  });
});

describe("laws", () => {
  const decision = fc.constantFrom<ReplyDecision>("approve", "deny", "warn", "ask");
  const reason = fc
    .string({ minLength: 1, maxLength: 200, unit: "grapheme" })
    .filter((text) => text.trim() !== "");
  const blanks = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r"), maxLength: 5 });
  const prose = fc.string({ maxLength: 40 }).filter((text) => !/[{}]/.test(text));

  test("a well-formed reply is read as it is, by both readers, with blanks and in a fence", () => {
    assertLaw(
      fc.property(decision, reason, blanks, blanks, fc.boolean(), (word, text, before, after, fenced) => {
        const object = JSON.stringify({ reason: text, decision: word });
        const reply = before + (fenced ? `\`\`\`json\n${object}\n\`\`\`` : object) + after;
        const expected = { ok: true, decision: word, reason: text };
        expect(parseReply(reply)).toEqual(expected);
        expect(parseReply(reply, { mode: "lenient" })).toEqual(expected);
      }),
    );
  });

  test("whatever the lenient reader takes and the strict one does not has text around it; strict ⊆ lenient", () => {
    assertLaw(
      fc.property(decision, reason, prose, prose, (word, text, before, after) => {
        const reply = before + JSON.stringify({ decision: word, reason: text }) + after;
        const strict = parseReply(reply);
        const lenient = parseReply(reply, { mode: "lenient" });
        if (strict.ok) expect(lenient).toEqual(strict);
        if (lenient.ok) expect(lenient).toEqual({ ok: true, decision: word, reason: text });
        if (lenient.ok && word === "approve") expect(after.trim().replace(/^```$/, "")).toBe("");
      }),
    );
  });

  test("no edit of one character turns a refusal into an approval", () => {
    const refusal = '{"decision":"deny","reason":"writes outside the project"}';
    assertLaw(
      fc.property(fc.nat(refusal.length), fc.string({ unit: "grapheme", maxLength: 2 }), (at, text) => {
        const edited = refusal.slice(0, at) + text + refusal.slice(at + 1);
        for (const mode of ["strict", "lenient"] as const) {
          const parsed = parseReply(edited, { mode });
          expect(parsed.ok && parsed.decision === "approve").toBe(false);
        }
      }),
    );
  });

  test("any text and any value: an answer, never an exception", () => {
    assertLaw(
      fc.property(fc.oneof(fc.anything(), fc.json(), fc.string({ unit: characters })), (reply) => {
        for (const mode of ["strict", "lenient"] as const) {
          const parsed = parseReply(reply, { mode });
          if (typeof reply !== "string") expect(parsed.ok).toBe(false);
        }
      }),
    );
  });
});
