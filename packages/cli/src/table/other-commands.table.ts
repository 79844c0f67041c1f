import type { CommandRow } from "../command-row.js";
import { PRINTED } from "../shared-options.table.js";

/** The other commands. */
export const OTHER_COMMANDS: readonly CommandRow[] = [
  {
    usage: "completion <shell>",
    description: "print a script that completes commands, options and their values: bash, zsh or fish",
    summary: "a script for bash, zsh or fish that completes what is typed",
    words: {
      shell: {
        means: "bash, zsh or fish",
        values: async () => (await import("../completion/shells.table.js")).SHELLS,
      },
    },
    common: [],
    examples: [
      { args: ["completion", "bash"], does: "for bash: evaluate it in ~/.bashrc" },
      { args: ["completion", "fish"], does: "for fish: source it in config.fish" },
    ],
    page: "docs/guide/install.md#complete-what-you-type",
    json: "it prints a script for a shell",
    run: async (context, given, line) =>
      (await import("../commands/completion.js")).completion(context, given.word(0) ?? "", line),
  },
  {
    usage: "help [name]",
    description: "what a command does, or what the code of an issue means: gatehouse help unknown-key",
    summary: "what a command does, or what the code of an issue means",
    words: {
      name: {
        means: "a command, a code, or `options`: those that every command takes",
        values: async (commands) => {
          const { CODES } = await import("@gatehouse-hooks/console/codes");
          const codes = CODES.flatMap(({ rows }) => rows.map(({ code }) => code));
          return [...new Set([...commands, "options", ...codes])];
        },
      },
    },
    common: [...PRINTED],
    examples: [
      { args: ["help", "unknown-key"], does: "what a code means, with a cure" },
      { args: ["help", "options"], does: "the options of all commands" },
    ],
    page: "docs/codes.md",
    json: {
      version: 1,
      forms: { CodeRow: "with a code; of a command, and without a name, it is text" },
      example: ["help", "unknown-field"],
    },
    run: async (context, given, line) =>
      (await import("../commands/help.js")).help(context, given.word(0), line),
  },
];
