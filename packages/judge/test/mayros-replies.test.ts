// What Mayros' own evaluator answers, row by row: equal, or accounted for by one entry of SPEC's register.
import { createJudge, type CustomProvider, parseReply } from "@gatehouse-hooks/judge";
import { describe, expect, test } from "vitest";

import { tellRow } from "../../../test/conformance/tell-row.js";
import { jsonLines } from "../../../test/json-lines.js";

interface ReplyRow {
  readonly in: { readonly response: string };
  readonly out: { readonly evaluation: { readonly decision: string; readonly reason: string } };
}

const rows = jsonLines<ReplyRow>("vectors/mayros-replies.jsonl", import.meta.url);
const words = ["approve", "deny", "warn"] as const;

/** SPEC, "Deviations": in each case Mayros answers, and here it is the failure `bad-reply`. */
const register: readonly (readonly [name: string, covers: (row: ReplyRow) => boolean])[] = [
  ["fail-open", ({ out }) => out.evaluation.reason.startsWith("LLM returned non-JSON response")],
  ["duplicate-key", (row) => row.in.response.includes('"decision":"deny","decision"')],
  [
    "unknown-decision",
    (row) => row.out.evaluation.decision === "approve" && !/"decision": ?"approve"/.test(row.in.response),
  ],
  [
    "no-reason",
    ({ out }) => out.evaluation.reason === "No reason provided" && out.evaluation.decision !== "approve",
  ],
  ["stray-braces", (row) => /^[^{]*\}|\}[^"}]*\}$/.test(row.in.response)],
  [
    "text-after-approval",
    (row) => row.out.evaluation.decision === "approve" && !/\}[\s`]*$/.test(row.in.response),
  ],
];

function entryFor(row: ReplyRow): string | undefined {
  return register.find(([, covers]) => covers(row))?.[0];
}

describe("replies that Mayros reads", () => {
  test.each(rows)("$in.response", (row) => {
    const { decision, reason, ...unread } = row.out.evaluation;
    const isAlike = entryFor(row) === undefined;
    tellRow("Mayros: replies", null, isAlike ? "pass" : "explained");
    expect([Object.keys(row.out).sort(), unread]).toEqual([["evaluation", "ok"], {}]);
    const parsed = parseReply(row.in.response, { mode: "lenient", decisions: words });
    if (entryFor(row) === undefined) expect(parsed).toEqual({ ok: true, decision, reason });
    else expect(parsed).toMatchObject({ ok: false, code: "bad-reply" });
  });

  test("how many replies are explained, by entry of the register", () => {
    const by = Object.fromEntries(
      register.map(([name]) => [name, rows.filter((row) => entryFor(row) === name).length]),
    );
    expect({ explained: rows.filter((row) => entryFor(row) !== undefined).length, by }).toEqual({
      // An answer that cannot be read would approve; the others are a verdict that is not the one that was written.
      explained: 78,
      by: {
        "fail-open": 50,
        "duplicate-key": 1,
        "unknown-decision": 14,
        "no-reason": 6,
        "stray-braces": 6,
        "text-after-approval": 1,
      },
    });
  });

  test("every entry of the register is needed", () => {
    const used = new Set(rows.map(entryFor));
    expect(register.map(([name]) => name).filter((name) => !used.has(name))).toEqual([]);
    expect(rows).toHaveLength(102);
  });
});

interface EvaluatorRow {
  readonly id: string;
  readonly given: {
    readonly hook: { readonly body: string; readonly timeoutMs: number; readonly model?: string };
    readonly context: Readonly<Record<string, string>>;
    readonly llm: { readonly returns: string; readonly after_ms?: number } | null;
    readonly options: { readonly model?: string };
  };
  readonly expect: {
    readonly decision?: string;
    readonly reason?: string;
    readonly reason_contains?: string;
    readonly durationMs_at_least?: number;
    readonly llm_called_with_model?: string;
    readonly model?: string;
    readonly hookName?: string;
    readonly cached?: boolean;
  };
}

/** SPEC, "Deviations": the failure that stands where Mayros approves. */
const failing: readonly (readonly [name: string, code: string, covers: (row: EvaluatorRow) => boolean])[] = [
  ["no-model", "judge-unavailable", ({ given: { llm } }) => llm === null],
  ["fail-open", "bad-reply", ({ given: { llm } }) => llm?.returns.includes("{") === false],
  [
    "text-after-approval",
    "bad-reply",
    (row) => row.expect.decision === "approve" && /\}[\s`]*[^\s`}]/.test(row.given.llm?.returns ?? ""),
  ],
];

/** What the rows expect and is looked at below; fields of Mayros' own result stand for what is not here. */
const reads = new Set([
  "decision",
  "reason",
  "reason_contains",
  "durationMs_at_least",
  "llm_called_with_model",
  "model",
  // A verdict has no name of its policy, and says by its source that it is no cached one.
  "hookName",
  "cached",
]);

describe("Mayros' evaluator tests", () => {
  const evaluatorRows = jsonLines<EvaluatorRow>("vectors/mayros-evaluator.jsonl", import.meta.url);

  test.each(evaluatorRows)("$id", async (row) => {
    const { given, expect: expected } = row;
    expect(Object.keys(expected).filter((key) => !reads.has(key))).toEqual([]);
    const models: string[] = [];
    const { llm } = given;
    const custom: CustomProvider = async (_, { model }) => {
      models.push(model);
      if (llm?.after_ms !== undefined) await new Promise((resolve) => setTimeout(resolve, llm.after_ms));
      return llm?.returns ?? "";
    };
    const model = given.options.model ?? given.hook.model;
    const judge = createJudge(llm === null ? {} : { custom });
    const verdict = await judge.judge({
      body: given.hook.body,
      event: "before_tool_call",
      context: given.context,
      timeoutMs: given.hook.timeoutMs,
      ...(model === undefined ? {} : { model }),
    });
    const code = failing.find(([, , covers]) => covers(row))?.[1];
    if (code !== undefined) expect(verdict).toMatchObject({ kind: "failure", code });
    else {
      if (expected.decision !== undefined) expect(verdict.kind).toBe(expected.decision);
      if (expected.reason !== undefined) expect(verdict).toMatchObject({ reason: expected.reason });
      expect(verdict).toHaveProperty("reason", expect.stringContaining(expected.reason_contains ?? ""));
    }
    if (expected.cached !== undefined) expect(verdict.source).toBe("judge");
    if (expected.durationMs_at_least !== undefined)
      expect(verdict.ms).toBeGreaterThanOrEqual(expected.durationMs_at_least);
    if (expected.llm_called_with_model !== undefined) {
      expect(models).toEqual([expected.llm_called_with_model]);
      expect(expected.model).toBe(expected.llm_called_with_model);
    }
  });

  test("every row is there, and every class of failures is needed", () => {
    expect(evaluatorRows).toHaveLength(8);
    const used = new Set(evaluatorRows.map((row) => failing.find(([, , covers]) => covers(row))?.[0]));
    expect(failing.map(([name]) => name).filter((name) => !used.has(name))).toEqual([]);
  });
});
