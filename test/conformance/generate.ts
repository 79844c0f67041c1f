import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse, print } from "@gatehouse-hooks/condition";
import type { Event } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { events } from "../arbitraries/events.js";
import { expressions } from "../arbitraries/expressions.js";
import { lawCase } from "../arbitraries/policies.js";
import { countSystems } from "./count-systems.js";
import { interpret } from "../../packages/condition/test/reference.js";
import { drive } from "../laws/engine.js";
import { oracleEffect } from "../laws/oracle.js";
import { answerNeed } from "../laws/world.js";
import {
  answerAnswer,
  conditionAnswer,
  factAnswer,
  keyAnswer,
  mergeAnswer,
  payloadAnswer,
  replyAnswer,
} from "./answers.js";
import type {
  AnswerRow,
  ConditionRow,
  FactRow,
  KeyRow,
  MergeRow,
  PayloadRow,
  ReplyRow,
  Suite,
} from "./rows.js";

// With `--systems` counts the rows of other systems' own tests; else writes a version of the suite: rows of the project's own corpora and random ones by a fixed seed, with the answers of this
// implementation. Conditions and merges are answered by their reference implementations, too, and must agree.

const root = path.resolve(import.meta.dirname, "../..");
const SEED = 20_261_123;

function corpus(file: string): readonly JsonObject[] {
  return readFileSync(path.join(root, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const { value, issue } = parseJsonObject(line);
      return issue === undefined ? [value] : [];
    });
}

function conditionRows(): readonly ConditionRow[] {
  const written = corpus("packages/condition/test/vectors/mayros-conditions.jsonl").map(({ expr, ctx }) => ({
    expr: typeof expr === "string" ? expr : "",
    context: isRecord(ctx) ? ctx : {},
  }));
  const random = fc
    .sample(fc.tuple(expressions, events), { seed: SEED, numRuns: 600 })
    .map(([ast, event]) => ({ expr: print(ast), context: isRecord(event) ? event : {} }));
  const rows = [...written.filter(({ expr }) => expr.length < 500), ...random]
    .filter(isStrict)
    .map((row) => ({
      ...row,
      ...conditionAnswer(row),
    }));
  for (const { expr, context, value } of rows) {
    const { ast } = parse(expr);
    if (ast !== null && value !== undefined && interpret(ast, context) !== value)
      throw new Error(`the reference interpreter says otherwise: ${expr}`);
  }
  return rows;
}

function mergeRows(): readonly MergeRow[] {
  return fc.sample(lawCase(), { seed: SEED, numRuns: 300 }).map((one) => {
    const verdicts: MergeRow["verdicts"][number][] = [];
    const { decision } = drive(one, "all", (need) => {
      const verdict = answerNeed(one.world, need);
      verdicts.push({ policy: `${need.tier}/${need.policy}`, event: plain(need.event), verdict });
      return verdict;
    });
    if (decision.effect !== oracleEffect(one))
      throw new Error(`the oracle says otherwise: ${JSON.stringify(one)}`);
    const { trace: _, ...rest } = decision;
    const row: MergeRow = {
      policies: one.policies.map(({ matcher, condition, ...policy }) => ({
        ...policy,
        ...(matcher !== undefined && { matcher: matcher.text }),
        ...(condition !== undefined && { condition: condition.text }),
      })),
      event: plain(one.event),
      verdicts,
      decision: rest,
    };
    if (JSON.stringify(mergeAnswer(row)) !== JSON.stringify(rest)) throw new Error("a row is not its case");
    return row;
  });
}

function keyRows(): readonly KeyRow[] {
  const contexts = fc.sample(events, { seed: SEED, numRuns: 200 });
  const objects = contexts.filter((context) => isRecord(context) && isStrict({ context }));
  return objects.map((context, i) => {
    const row = {
      event: i % 2 === 0 ? "before_tool_call" : "prompt",
      body: `Deny what ${i % 5} says.\n\u00e9`,
      ...(i % 3 === 0 && { model: "anthropic/claude" }),
      context,
    };
    return { ...row, key: keyAnswer({ ...row, key: "" }) };
  });
}

function replyRows(): readonly ReplyRow[] {
  return corpus("packages/judge/test/corpora/judge-replies.jsonl").flatMap(({ reply }) =>
    typeof reply === "string" ? [{ reply, decision: replyAnswer({ reply, decision: null }) }] : [],
  );
}

const AGENTS = ["claude-code", "codex", "copilot", "gemini-cli", "opencode", "qwen-code"];
const DECISIONS: readonly AnswerRow["decision"][] = [
  { effect: "deny", policy: "p", reason: "not here" },
  { effect: "ask", policy: "p", reason: "really?" },
  { effect: "allow", policy: "p", reason: "fine" },
  { effect: "abstain", policy: null, reason: "" },
];

function payloads(): readonly PayloadRow[] {
  return AGENTS.flatMap((host) =>
    corpus(`packages/hosts/test/agents/vectors/${host}.jsonl`).flatMap(({ payload }) =>
      isRecord(payload) ? [{ host, payload, event: payloadAnswer({ host, payload, event: null }) }] : [],
    ),
  );
}

function answerRows(): readonly AnswerRow[] {
  return payloads()
    .filter(({ event }) => event !== null)
    .flatMap(({ host, payload }) =>
      DECISIONS.map((decision) => {
        const row = { host, payload, decision, stdout: null, stderr: "", exitCode: 0 };
        return { ...row, ...answerAnswer(row) };
      }),
    );
}

function factRows(): readonly FactRow[] {
  return corpus("test/vectors/commands.jsonl")
    .filter((_, i) => i % 16 === 0)
    .flatMap(({ command }) => {
      if (typeof command !== "string") return [];
      const row = { command, cwd: "/home/dev/app", home: "/home/dev" };
      return [{ ...row, facts: factAnswer({ ...row, facts: {} }) }];
    });
}

/** Readable by the strict reader: no integer that JSON readers round. */
function isStrict(row: object): boolean {
  return parseJsonObject(JSON.stringify(row)).issue === undefined;
}

function plain(event: Event): JsonObject {
  return JSON.parse(JSON.stringify(event)) as JsonObject;
}

function writeSuite(version: string): void {
  const suite: Suite = {
    conditions: conditionRows(),
    merge: mergeRows(),
    keys: keyRows(),
    replies: replyRows(),
    payloads: payloads(),
    answers: answerRows(),
    facts: factRows(),
  };
  const folder = path.join(root, "conformance", version);
  mkdirSync(folder, { recursive: true });
  for (const [name, rows] of Object.entries(suite)) {
    const text = (rows as readonly object[]).map((row) => `${JSON.stringify(row)}\n`).join("");
    writeFileSync(path.join(folder, `${name}.jsonl`), text);
    console.log(
      `${name}.jsonl: ${(rows as readonly object[]).length} rows, ${Math.round(text.length / 1024)} KB`,
    );
  }
}

if (process.argv[2] === "--systems") countSystems(root);
else writeSuite(process.argv[2] ?? "v1");
