import type { Recipe } from "./recipe.js";

const TABLE = "packages/cli/src/table/other-commands.table.ts";

const GREET = `import { exitCode, type ExitCode } from "@gatehouse-hooks/console";
import { type Context, print } from "@gatehouse-hooks/local";

/** \`gatehouse greet\`: a word for whoever asks. */
export async function greet(context: Context): Promise<ExitCode> {
  await print(context, { word: "good day" }, ["good day"]);
  return exitCode.fine;
}
`;

const ROW = `  {
    usage: "greet",
    description: "a word for whoever asks",
    summary: "a word for whoever asks",
    words: {},
    common: [...PRINTED],
    examples: [
      { args: ["greet"], does: "a word" },
      { args: ["greet", "--json"], does: "the same for a program" },
    ],
    page: "docs/codes.md",
    json: "it prints one word",
    run: async (context) => (await import("../commands/greet.js")).greet(context),
  },
`;

/** A command that greets. */
export const COMMAND_RECIPE: Recipe = {
  name: "A command",
  tests: ["packages/cli/test/help", "test/docs/reference.test.ts"],
  about: "greet|reference",
  rounds: [
    [
      {
        says: "Give it a row in the table of its group, `packages/cli/src/table`",
        take: (copy) => copy.insert(TABLE, '  {\n    usage: "help [name]"', ROW),
      },
    ],
    [
      {
        says: "into `packages/cli/src/commands`",
        take: (copy) => copy.write("packages/cli/src/commands/greet.ts", GREET),
        missed: "an example of greet runs",
      },
    ],
    [
      {
        says: "`pnpm reference` writes the pages",
        take: (copy) =>
          void copy.run("tsx", ["--conditions=@gatehouse-hooks/source", "tools/generate-reference.ts"]),
        missed: "the pages of the reference are those that the tables give",
      },
    ],
  ],
};
