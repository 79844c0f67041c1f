import { MAYROS_PLACES } from "@gatehouse-hooks/hosts/agents";
import type { CommandRow } from "../command-row.js";
import { JSONL, PRINTED, UNNAMED, formats } from "../shared-options.table.js";

const VERDICT = "always; exit code 1 when `ok` is `false`";

/** Commands that answer rows of programs. */
export const ROWS_COMMANDS: readonly CommandRow[] = [
  {
    usage: "load [files...]",
    description: "show the policies that files hold; exit code 1 on errors",
    summary: "the policies of files, each by itself",
    words: { files: "policy files" },
    options: {
      ...JSONL,
      "--format <format>": {
        means: `${MAYROS_PLACES.name}, gatehouse, ${UNNAMED.join(" or ")} (default: by the file's name)`,
        values: formats,
      },
    },
    common: [...PRINTED],
    examples: [
      { args: ["load", "rules.yaml"], does: "the policies of a file" },
      {
        args: ["load", "--format", MAYROS_PLACES.name, "judge.md", "--json"],
        does: "in a format that is named",
      },
    ],
    one: "a file has errors",
    page: "packages/cli/README.md#machine-interface",
    json: {
      version: 1,
      forms: { LoadJson: "always; exit code 1 with errors" },
      example: ["load", "--format", MAYROS_PLACES.name, "judge.md"],
    },
    jsonl: { version: 1, forms: { LoadRow: "a row" } },
    answersOnly: true,
    run: async (context, given) =>
      (await import("../commands/load.js")).loadFiles(context, given.list(0), {
        format: given.text("format"),
        jsonl: given.has("jsonl"),
      }),
  },
  {
    usage: "parse-verdict [reply]",
    description: "read a judge's reply (a file, or - for stdin); exit code 1 when it is none",
    summary: "read a judge's reply",
    words: { reply: "a file, or - for standard input" },
    options: {
      ...JSONL,
      "--lenient": "take a verdict out of prose, too",
    },
    common: [...PRINTED],
    examples: [
      { args: ["parse-verdict", "reply.json"], does: "a reply of a file" },
      {
        args: ["parse-verdict", "--lenient", "-"],
        stdin: 'I think: {"decision":"deny","reason":"no"}',
        does: "a verdict out of prose",
      },
    ],
    one: "the reply is not a verdict",
    page: "packages/cli/README.md#machine-interface",
    json: { version: 1, forms: { VerdictAnswer: VERDICT } },
    jsonl: { version: 1, forms: { VerdictAnswer: VERDICT } },
    answersOnly: true,
    run: async (context, given) =>
      (await import("../commands/parse-verdict.js")).parseVerdict(context, given.word(0), {
        lenient: given.has("lenient"),
        jsonl: given.has("jsonl"),
      }),
  },
  {
    usage: "key [question]",
    description: "the cache key of a question { event, body, model, context } (a JSON file, or - for stdin)",
    summary: "the cache key of a question",
    words: { question: "a JSON file, or - for standard input" },
    options: {
      ...JSONL,
    },
    common: [...PRINTED],
    examples: [
      { args: ["key", "question.json"], does: "of a file" },
      {
        args: ["key", "-"],
        stdin: '{"event":"before_tool_call","body":"Deny it.","model":null,"context":{}}',
        does: "of a pipe",
      },
    ],
    page: "packages/cache/README.md",
    json: { version: 1, forms: { KeyJson: "always" } },
    jsonl: { version: 1, forms: { KeyAnswer: "a row" } },
    answersOnly: true,
    run: async (context, given) =>
      (await import("../commands/key.js")).key(context, given.word(0), given.has("jsonl")),
  },
  {
    usage: "signals [file]",
    description: "what signals find in messages { signals, texts, prompt? } (a JSON file, or - for stdin)",
    summary: "what signals find in messages",
    words: { file: "a JSON file, or - for standard input" },
    options: {
      ...JSONL,
    },
    common: [...PRINTED],
    examples: [
      { args: ["signals", "messages.json"], does: "of a file" },
      { args: ["signals", "messages.json", "--json"], does: "for a program" },
    ],
    page: "packages/hooks/README.md",
    json: { version: 1, forms: { SignalsJson: "always" } },
    jsonl: { version: 1, forms: { SignalsAnswer: "a row" } },
    answersOnly: true,
    run: async (context, given) =>
      (await import("@gatehouse-hooks/workbench/rows/signals")).signals(
        context,
        given.word(0),
        given.has("jsonl"),
      ),
  },
];
