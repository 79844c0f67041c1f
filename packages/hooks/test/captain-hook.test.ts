/* oxlint-disable typescript/no-unsafe-member-access -- the rows have twenty shapes, and a wrong guess about one fails its row */
// The rows of captain-hook's own tests (document 001): each is equal, accounted for by a class of differences, or about
// something that this package does not have.
import { describe, expect, test } from "vitest";

import { tellRow } from "../../../test/conformance/tell-row.js";
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
  "duplicate-decisions": ({ kind, given, expect: wanted }) =>
    (kind === "dispatch_format" && given["event"] === "PreToolUse" && given["result"]?.action === "warn") ||
    (kind === "nudge" && wanted["permissionDecision"] === "allow"),
  "home-is-known": ({ kind, given }) =>
    kind.startsWith("cmd_") && /^(?:rm )?\$HOME$/.test(String(given["raw"])),
  "rewrites-in-order": ({ kind, given }) =>
    kind === "dispatch_merge" &&
    (given["hooks"] as readonly Data[]).filter((hook) => hook["handler"]?.action === "rewrite").length > 1,
  "no-place": ({ kind, given }) => kind === "dispatch_format" && given["event"] === "SessionEnd",
  "unknown-condition": ({ given }) => given["condition"] !== undefined && "value" in given["condition"],
};

/** What this package does not have, and whom it would harm; SPEC, "Not offered". */
const notOffered: Classes = {
  // A guess about another language's grammar that is taken for its syntax tree lets through what it was to find.
  "structural patterns": ({ given }) => given["condition"]?.type === "Pattern",
  // The person would read something else than what the agent wrote.
  "what is displayed": ({ kind, given }) =>
    kind === "dispatch_format" &&
    given["result"]?.action === "rewrite" &&
    !("updated_input" in given["result"]),
  // A shell line that is put together anew is not the one that was judged.
  "new shell lines": ({ kind }) => ["cmd_rewrite", "command_capture"].includes(kind),
  // What is read next to a deny is taken for a way around it; and a deny asks nobody further, who would have to be paid.
  "advisories beside a deny": (row) => says(row, '"advisory_on_deny"'),
  // A probability below a half would be an approval, without anything having been read.
  "a fast classifier": ({ kind }) => ["verdict_questions", "verdict_from", "llm_escalation"].includes(kind),
  // A hook that ends the process takes the denies of all others with it.
  "ends of the process": ({ kind, expect: wanted }) => kind === "execute_hook" && "raises" in wanted,
  // A matcher that is taken for a language library and misses a tense lets through what a gate was to ask about.
  "a language library": ({ kind }) => kind === "nlp_scan",
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
      if (!(error instanceof NotOffered)) {
        tellRow("captain-hook", row.id, "pass");
        throw error;
      }
      expect(missing, `no class says why there is no ${error.message}`).not.toEqual([]);
      return;
    }
    expect(missing, "a class says that this is not offered, and it ran").toEqual([]);
    expect(unread(), "keys of the expectation that the runner does not read").toEqual([]);
    const classes = classesOf(differing, row);
    tellRow("captain-hook", row.id, classes.length === 0 ? "pass" : "explained");
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

  test("what does not run would harm somebody; of the document's own era that is only what ends the process", () => {
    const own = rows.filter((row) => !isLater(row));
    const left = own.flatMap((row) => classesOf(notOffered, row));
    expect([...new Set(left)]).toEqual(["ends of the process"]);
    const ran = rows.filter((row) => classesOf(notOffered, row).length === 0);
    expect([ran.length, own.length, ran.filter((row) => !isLater(row)).length]).toEqual([288, 121, 119]);
  });

  test("how many rows are explained, of all and of the document's own era, by class", () => {
    const classes = { ...differing, ...notOffered };
    const counted = (some: readonly Row[]): number =>
      some.filter((row) => classesOf(classes, row).length > 0).length;
    const by = Object.fromEntries(
      Object.keys(classes).map((name) => [name, rows.filter((row) => classes[name]?.(row)).length]),
    );
    expect({
      all: [counted(rows), rows.length],
      own: counted(rows.filter((row) => !isLater(row))),
      by,
    }).toEqual({
      all: [70, 327],
      own: 10,
      by: {
        "failure-shows": 7,
        "no-async": 2,
        "any-speaker": 5,
        "turn-window": 1,
        "prompt-alone": 1,
        "prose-of-tools": 2,
        weights: 4,
        "template-values": 2,
        "duplicate-decisions": 2,
        "home-is-known": 2,
        "rewrites-in-order": 1,
        "no-place": 1,
        "unknown-condition": 1,
        "structural patterns": 4,
        "what is displayed": 1,
        "new shell lines": 8,
        "advisories beside a deny": 2,
        "a fast classifier": 6,
        "ends of the process": 2,
        "a language library": 16,
      },
    });
  });

  test("an expectation that nobody reads is noticed", () => {
    const { expected, unread } = tracked({ a: 1, b: 2 });
    expect([expected["a"], "b" in expected, unread()]).toEqual([1, true, ["b"]]);
  });
});
