import type { AddCommand } from "./check-commands.js";
import { text } from "@gatehouse-hooks/console";

/** `import`: the rules of other agents as policies. */
export function addImportCommand(add: AddCommand): void {
  add(
    "import [files...]",
    "policies of the rules of other agents: permissions, hookify, .rules, hooks; says what could not be kept",
    async (context, [files], options) =>
      (await import("@gatehouse-hooks/workbench/import/import")).importInto(
        context,
        (files ?? []) as unknown as readonly string[],
        {
          from: text(options["from"]),
          out: text(options["out"]),
          dryRun: options["dryRun"] === true,
          force: options["force"] === true,
        },
      ),
    (command) =>
      command
        .option("--from <name>", "whose rules the files hold, where their names do not tell")
        .option(
          "--out <file>",
          "write here (default: .gatehouse/imported.yaml of the project or of the user)",
        )
        .option("--dry-run", "print the policies, and write nothing")
        .option("--force", "write over a file that is there"),
  );
}
