/* oxlint-disable typescript/no-unsafe-member-access -- the rows have twenty shapes, and a wrong guess about one fails its row */
// The rows of captain-hook's own tests (document 001): each is equal, accounted for by a class of differences, or about
// something that this package does not have.
import { describe, expect, test } from "vitest";

import { jsonLines } from "../../../test/json-lines.js";
import { type Data, NotOffered, tracked } from "./captain-hook-rows.js";
import { runners } from "./captain-hook-runners.js";

interface Row {
  readonly id: string;
  readonly era: string;
  readonly kind: string;
  readonly given: Data;
  readonly expect: Data;
}

type Classes = Readonly<Record<string, (row: Row) => boolean>>;

const rows = jsonLines<Row>("vectors/captain-hook.jsonl", import.meta.url);

const isLater = ({ era }: Row): boolean => era.startsWith("later");
const says = ({ given }: Row, text: string): boolean => JSON.stringify(given).includes(text);

/** SPEC, "Deviations of the primitives": what a row shows of each. */
const differing: Classes = {
  "failure-shows": ({ given }) =>
    given["llm_returns"] === null ||
    "llm_raises" in given ||
    "judge_raises" in given ||
    (says({ given } as Row, '"handler_raises"') && "hooks" in given),
  "no-async": ({ given }) => "async" in given || "dispatch_async" in given,
  "any-speaker": (row) => "origin" in row.expect || row.given["origin"] === "assistant",
  "turn-window": ({ given }) => given["signals"]?.window === "turn",
  "prompt-alone": ({ given }) =>
    given["event"] === "UserPromptSubmit" && given["messages"]?.length > 0 && given["origin"] === "any",
  "prose-of-tools": ({ kind, given }) =>
    kind === "transcript_texts" &&
    (given["messages"] as readonly Data[]).some(({ assistant }) =>
      Array.isArray(assistant) ? assistant.some(({ tool }) => /^(?:Task|Todo)/.test(String(tool))) : false,
    ),
  weights: ({ kind, expect: wanted }) => kind === "signals_validate" && "error" in wanted,
  "template-values": ({ kind, expect: wanted }) => kind === "prompt_template" && "equals" in wanted,
  "duplicate-decisions": ({ kind, given }) =>
    kind === "dispatch_format" && given["event"] === "PreToolUse" && given["result"]?.action === "warn",
  "no-place": ({ kind, given }) => kind === "dispatch_format" && given["event"] === "SessionEnd",
  "unknown-condition": ({ given }) => given["condition"] !== undefined && "value" in given["condition"],
};

/** What this package does not have, and why; SPEC, "Not offered". */
const notOffered: Classes = {
  // Syntax trees of other languages need a parser for each.
  "structural patterns": ({ given }) => given["condition"]?.type === "Pattern",
  "workflow scripts": ({ given }) => given["condition"]?.type === "WorkflowScript",
  // Not in document 001: a guard of a workflow's steps, whose marker and artifacts a handler of `on` can look for.
  workflows: ({ kind }) => kind === "workflow",
  // A language library is the caller's (`nlp`); the rows test one.
  "a language library": ({ kind }) => kind === "nlp_scan",
  // What a program displays is no call.
  "what is displayed": ({ kind, given }) =>
    kind === "dispatch_format" &&
    given["result"]?.action === "rewrite" &&
    !("updated_input" in given["result"]),
  // What a command does to which files is what facts are for, in policies; not in document 001.
  "effects of commands": (row) =>
    ["cmd_walk", "cmd_target", "cmd_rewrite", "command_capture"].includes(row.kind),
  "tokens of commands": (row) =>
    row.kind === "tokens_pattern" ||
    (row.kind === "command_rule" && ("message_contains" in row.expect || "events" in row.expect)),
  // `on` with signals and `Command` does it; these came later.
  "hooks without a handler": (row) => row.kind === "nudge" && isLater(row),
  rewrites: (row) =>
    isLater(row) && /"(?:rewrite|Rewrite)"/.test(JSON.stringify(row.given)) && !row.kind.includes("format"),
  "advisories beside a deny": (row) => says(row, '"advisory_on_deny"'),
  "context without a verdict": ({ kind, given }) =>
    kind === "dispatch_merge" &&
    (given["hooks"] as readonly Data[]).some((hook) => "context" in (hook["handler"] ?? {})),
  // A classifier that answers before the model does.
  "a fast classifier": ({ kind }) => ["verdict_questions", "verdict_from", "llm_escalation"].includes(kind),
  "parts of a warning": ({ kind }) => kind === "warn_message",
  "exceptions of Python": ({ kind, expect: wanted }) => kind === "execute_hook" && "raises" in wanted,
};

const classesOf = (classes: Classes, row: Row): readonly string[] =>
  Object.keys(classes).filter((name) => classes[name]?.(row));

describe("rows of captain-hook", () => {
  test.each(rows)("$kind $id", async (row) => {
    const missing = classesOf(notOffered, row);
    const { expected, unread } = tracked(row.expect);
    let differences: readonly string[];
    try {
      const run = runners[row.kind];
      if (run === undefined) throw new NotOffered(row.kind);
      differences = await run(row.given, expected);
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
      expect(missing, `no class says why there is no ${error.message}`).not.toEqual([]);
      return;
    }
    expect(missing, "a class says that this is not offered, and it ran").toEqual([]);
    expect(unread(), "keys of the expectation that the runner does not read").toEqual([]);
    const classes = classesOf(differing, row);
    if (classes.length === 0) expect(differences).toEqual([]);
    else expect(differences, `of the class ${classes.join()}, and equal`).not.toEqual([]);
  });

  test("every row is there, and every class is needed", () => {
    expect(rows).toHaveLength(327);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(327);
    for (const classes of [differing, notOffered]) {
      const used = new Set(rows.flatMap((row) => classesOf(classes, row)));
      expect(Object.keys(classes).filter((name) => !used.has(name))).toEqual([]);
    }
  });

  test("of the document's own era only what is another tool's business does not run", () => {
    const own = rows.filter((row) => !isLater(row));
    const left = own.flatMap((row) => classesOf(notOffered, row));
    expect([...new Set(left)].sort()).toEqual(["exceptions of Python", "tokens of commands", "workflows"]);
    const ran = rows.filter((row) => classesOf(notOffered, row).length === 0);
    expect([ran.length, own.length, ran.filter((row) => !isLater(row)).length]).toEqual([213, 121, 105]);
  });

  test("an expectation that nobody reads is noticed", () => {
    const { expected, unread } = tracked({ a: 1, b: 2 });
    expect([expected["a"], "b" in expected, unread()]).toEqual([1, true, ["b"]]);
  });
});
