import { commandName, type CommandRow, type PrintedJson } from "../../packages/cli/src/command-row.js";
import { COMMAND_TABLE } from "../../packages/cli/src/command-table.js";
import type { JsonShape, ShapeForm } from "./json-shape.js";
import { PRINTED_TYPES } from "./printed-types.table.js";

const shapeOf = (command: string, { version, forms }: PrintedJson, isRow: boolean): JsonShape => {
  const [first, ...others] = Object.entries(forms).map(([type, when]) => formOf(command, type, when));
  if (first === undefined) throw new Error(`the row of \`${command}\` prints no form`);
  return { command, version, ...(isRow && { isRow: true }), forms: [first, ...others] };
};

function formOf(command: string, type: string, when: string): ShapeForm {
  const schema = PRINTED_TYPES[type];
  if (schema === undefined)
    throw new Error(`\`${command}\` prints \`${type}\`: write its schema into tools/json-shapes/printed`);
  return { when, schema };
}

/** What `--json` prints where a command ends with 2 or 3. */
export const ERROR_SHAPE: JsonShape = shapeOf(
  "error",
  { version: 1, forms: { ErrorJson: "exit codes 2 and 3" } },
  false,
);

/** What each command prints with `--json`, in the order of the reference; `error` is that of all of them. */
export const SHAPES: readonly JsonShape[] = [...shapesOf(({ json }) => json, false), ERROR_SHAPE];

/** What the commands of the machine interface answer to each row of `--jsonl`. */
export const ROW_SHAPES: readonly JsonShape[] = shapesOf(({ jsonl }) => jsonl, true);

function shapesOf(
  printedBy: (row: CommandRow) => PrintedJson | string | undefined,
  isRow: boolean,
): readonly JsonShape[] {
  return COMMAND_TABLE.flatMap((row) => {
    const printed = printedBy(row);
    return typeof printed === "object" ? [shapeOf(commandName(row), printed, isRow)] : [];
  });
}

/** Commands that take `--json` among the options of all commands, and print nothing of their own. */
export const WITHOUT_SHAPE: Readonly<Record<string, string>> = Object.fromEntries(
  COMMAND_TABLE.flatMap((row) => (typeof row.json === "string" ? [[commandName(row), row.json]] : [])),
);
