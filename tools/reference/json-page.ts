import { commandRow } from "../../packages/cli/src/command-table.js";
import { exitLines, shellLine } from "../../packages/cli/src/help/help-format.js";
import { type JsonSchema, jsonSchemaOfShape, schemaFile } from "../json-shapes/json-schema.js";
import type { JsonShape } from "../json-shapes/json-shape.js";
import { ROW_SHAPES, SHAPES, WITHOUT_SHAPE } from "../json-shapes/shapes.table.js";
import { JSON_EXAMPLES } from "./json-examples.table.js";
import { printedExample } from "./printed-example.js";
import { meaningOf, partsOf, shapeTables } from "./shape-table.js";

/** The reference of what commands print with `--json`, as Markdown. Runs a command line for each. */
export async function jsonPage(): Promise<string> {
  const sections: string[] = [];
  for (const shape of SHAPES) if (shape.command !== "error") sections.push(...(await sectionOf(shape)));
  return [
    "# JSON output",
    "",
    "<!-- Written by `pnpm reference`; do not edit. -->",
    "",
    "What each command of `gatehouse` prints with `--json`, for scripts and other programs.",
    "",
    SHAPES.filter(({ command }) => command !== "error")
      .map(({ command }) => `[${command}](#${command})`)
      .join(", "),
    "",
    ...PROMISE,
    "## Errors",
    "",
    ...(await errorSection()),
    "## Commands",
    "",
    ...sections,
    "## Rows of JSON Lines",
    "",
    "The [machine interface](../../packages/cli/README.md#machine-interface) answers each line of stdin with one line.",
    "",
    ...rowSections(),
    "## Parts",
    "",
    "Objects that several commands print, or that have fields of their own kind.",
    "",
    ...partSections(),
  ].join("\n");
}

const PROMISE = [
  "## What is promised",
  "",
  "- With `--json` a command prints one JSON document on stdout. What is said to people goes to stderr.",
  "- Within a major version of Gatehouse (below 1.0: a minor one) a shape keeps its version. Fields may be added to it; read those that you",
  "  know, and ignore the others. A field that is documented is not taken away, keeps its type, and stays where it is always there.",
  "- A field with `?` may be missing. A list of words is complete; one that ends in `…` may grow.",
  "- Messages, reasons and cures are for people: their words may change. Compare codes, kinds and effects.",
  "- The order of a list means something only where that is said. The order of fields means nothing.",
  "- Each shape has a JSON Schema (2020-12) with a version in its name. They are in the folder `schemas` of the package",
  "  `gatehouse-hooks`. A change that is not an addition gets a new version; a test compares each shape with what was published.",
  "- The rows that `--jsonl` answers are promised in the same way: [below](#rows-of-json-lines).",
  "",
  "The examples are what the commands print, in a folder with a rule against `git push --force`, with less white space. Folders, times, and hashes of both are",
  "replaced, and long texts end in `…`.",
  "",
  ...Object.entries(WITHOUT_SHAPE).map(([name, why]) => `- \`${name}\` has no \`--json\`: ${why}.`),
  "- `decide --output mayros` prints what Mayros' handlers return, which Mayros defines.",
  "",
];

async function errorSection(): Promise<readonly string[]> {
  const error = SHAPES.find(({ command }) => command === "error");
  if (error === undefined) return [];
  return [
    "A command that ends with exit code 2 (bad usage or unreadable input) or 3 (a defect of Gatehouse) prints this, unless it has printed",
    "something else before; the same message is on stderr. `decide`, `load`, `parse-verdict`, `key` and `signals` print nothing then: a program that",
    "reads only their answers fails closed. `decide` prints a deny where it was given something that is not an event.",
    "",
    ...(await shapeLines(error)),
    "| exit code | means |",
    "| --- | --- |",
    "| 0 | fine |",
    "| 1 | the decision is deny, or a check failed: what is printed says more |",
    "| 2 | bad usage or unreadable input |",
    "| 3 | a defect of Gatehouse |",
    "",
  ];
}

async function sectionOf(shape: JsonShape): Promise<readonly string[]> {
  const help = commandRow(shape.command);
  return [
    `### ${shape.command}`,
    "",
    ...(help === undefined ? [] : [`Exit codes: ${exitLines(help).join("; ")}.`, ""]),
    ...(await shapeLines(shape)),
  ];
}

async function shapeLines(shape: JsonShape): Promise<readonly string[]> {
  const { forms } = shape;
  const schemas = formSchemas(shape);
  return [
    versionLine(shape),
    "",
    ...forms.flatMap(({ when }, index) => [
      `${when.slice(0, 1).toUpperCase()}${when.slice(1)}:`,
      "",
      ...formLines(schemas[index] ?? {}),
      "",
    ]),
    ...(await exampleLines(shape.command)),
  ];
}

function formLines(schema: JsonSchema): readonly string[] {
  const [part] = typeof schema["$ref"] === "string" ? partsOf(schema) : [];
  return part === undefined ? shapeTables(schema) : [`The object [${part}](#part-${part}).`];
}

/** The schema of each form, as it is published. */
function formSchemas(shape: JsonShape): readonly JsonSchema[] {
  const whole = jsonSchemaOfShape(shape);
  const union = whole["anyOf"];
  return shape.forms.length > 1 && Array.isArray(union) ? (union as JsonSchema[]) : [whole];
}

async function exampleLines(command: string): Promise<readonly string[]> {
  const example = JSON_EXAMPLES[command];
  if (example === undefined) return [];
  const { code, value } = await printedExample(example);
  return [
    "```sh",
    shellLine({ ...example, args: [...example.args, "--json"] }),
    "```",
    "",
    ...(code === 0 ? [] : [`Exit code ${code}:`, ""]),
    "```json",
    JSON.stringify(value),
    "```",
    "",
  ];
}

function rowSections(): readonly string[] {
  return ROW_SHAPES.flatMap((shape) => [
    `### Rows: ${shape.command}`,
    "",
    versionLine(shape),
    "",
    ...formSchemas(shape).flatMap((schema) => [...formLines(schema), ""]),
  ]);
}

function versionLine(shape: JsonShape): string {
  const file = schemaFile(shape);
  return `Version ${shape.version}: [\`${file}\`](../../packages/cli/schemas/${file}).`;
}

function partSections(): readonly string[] {
  const parts = new Map<string, JsonSchema>();
  for (const shape of [...SHAPES, ...ROW_SHAPES]) {
    const defs = (jsonSchemaOfShape(shape)["$defs"] ?? {}) as Readonly<Record<string, JsonSchema>>;
    for (const [name, schema] of Object.entries(defs)) parts.set(name, schema);
  }
  return [...parts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, schema]) => [
      `### Part: ${name}`,
      "",
      meaningOf(schema),
      "",
      ...shapeTables(schema),
      "",
    ]);
}
