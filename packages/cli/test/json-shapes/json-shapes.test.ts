import path from "node:path";
import { Validator } from "@cfworker/json-schema";
import * as z from "zod";
import { expect, test } from "vitest";
import { jsonSchemaOfShape, schemaFile } from "../../../../tools/json-shapes/json-schema.js";
import type { JsonShape } from "../../../../tools/json-shapes/json-shape.js";
import { publishedSchema } from "../../../../tools/json-shapes/published-schemas.js";
import { misfits, shapeProblems } from "../../../../tools/json-shapes/shape-problems.js";

import { ROW_SHAPES, SHAPES, WITHOUT_SHAPE } from "../../../../tools/json-shapes/shapes.table.js";
import { commandTree } from "../../../../tools/reference/command-tree.js";
import { JSON_EXAMPLES } from "../../../../tools/reference/json-examples.table.js";
import { EXAMPLE_FILES } from "../help/example-files.js";
import { person } from "../person.js";
import { folder, runCli } from "../run-cli.js";
import { PRINTED_FORMS, type PrintedForm } from "./printed-forms.table.js";

const ALL = [...SHAPES, ...ROW_SHAPES];
const SCHEMAS = path.resolve(import.meta.dirname, "../../schemas");

function shapeOf(name: string): JsonShape {
  const shape = SHAPES.find(({ command }) => command === name);
  if (shape === undefined) throw new Error(`no shape of ${name}`);
  return shape;
}

test("every command that takes --json has a shape with an example, or a reason why it has none", () => {
  const commands = commandTree().commands.map((command) => command.name());
  const shapes = SHAPES.map(({ command }) => command).filter((name) => name !== "error");
  expect([...shapes, ...Object.keys(WITHOUT_SHAPE)].toSorted()).toEqual(commands.toSorted());
  expect(Object.keys(JSON_EXAMPLES).toSorted()).toEqual([...shapes, "error"].toSorted());
});

test.each(ALL.map((shape) => [schemaFile(shape), shape] as const))(
  "%s: what is published is what the shape says (`pnpm reference` writes it)",
  async (_, shape) => {
    const { breaks, isFresh } = await publishedSchema(shape, SCHEMAS);
    expect(breaks, "bump the version of the shape: this is not an addition").toEqual([]);
    expect(isFresh, "run `pnpm reference`").toBe(true);
  },
);

test.each(ALL.map((shape) => [schemaFile(shape), shape] as const))(
  "%s: every field says what it means",
  (_, shape) => {
    expect([...unsaid("", jsonSchemaOfShape(shape))]).toEqual([]);
  },
);

function* unsaid(at: string, schema: unknown): Generator<string> {
  if (typeof schema !== "object" || schema === null) return;
  const { properties } = schema as { properties?: Record<string, object> };
  for (const [key, field] of Object.entries(properties ?? {}))
    if (!("$ref" in field) && !("description" in field)) yield `${at}.${key}`;
  for (const [key, inner] of Object.entries(schema)) yield* unsaid(`${at}.${key}`, inner);
}

/** Runs the command line of a row, and gives what it has printed. */
async function printed(row: PrintedForm): Promise<{ code: number; value: unknown }> {
  const place = folder({ ...EXAMPLE_FILES, ...row.files });
  try {
    const { env = {}, end } = (await row.prepare?.(place)) ?? {};
    const here = { cwd: place.path, home: place.home, env };
    for (const line of row.after ?? []) expect((await runCli(line.split(" "), here)).code).toBe(0);
    const ran = await runCli([...wordsOf(row), "--json"], {
      ...here,
      stdin: row.stdin ?? "",
      ...(row.terminal !== undefined && { terminal: row.terminal }),
    });
    await end?.();
    return { code: ran.code, value: JSON.parse(ran.stdout) };
  } finally {
    place.remove();
  }
}

function wordsOf({ args }: PrintedForm): readonly string[] {
  return typeof args === "string" ? args.split(" ") : args;
}

test.each(PRINTED_FORMS.map((row) => [wordsOf(row).join(" "), row] as const))(
  "gatehouse %s --json",
  async (_, row) => {
    const shape = shapeOf(wordsOf(row)[0] ?? "");
    const { code, value } = await printed(row);
    expect([code, value]).toEqual([row.code, expect.anything()]);
    const form = shape.forms[row.form];
    expect(form?.schema.safeParse(value).error, JSON.stringify(value)).toBeUndefined();
    const schema = jsonSchemaOfShape(shape);
    expect(new Validator(schema, "2020-12").validate(value).errors).toEqual([]);
  },
);

test("gatehouse approve CODE --json", async () => {
  const example = JSON_EXAMPLES["approve"];
  const place = folder({ ...example?.files });
  try {
    await example?.prepare?.(place);
    const here = { cwd: place.path, home: place.home };
    const { waiting } = JSON.parse((await runCli(["approve", "--json"], here)).stdout) as {
      readonly waiting: readonly { readonly code: string }[];
    };
    const approve = ["approve", waiting[0]?.code ?? "", "--json"];
    const form = shapeOf("approve").forms[1]?.schema;
    for (const [terminal, code, approved] of [
      [person(() => "no"), 1, false],
      [person(), 0, true],
    ] as const) {
      const ran = await runCli(approve, { ...here, terminal });
      expect([ran.code, form?.parse(JSON.parse(ran.stdout))]).toMatchObject([code, { approved }]);
    }
  } finally {
    place.remove();
  }
});

test("every form of every shape is printed by a row or an example", () => {
  const printedForms = new Set([
    ...PRINTED_FORMS.map((row) => `${wordsOf(row)[0] ?? ""} ${row.form}`),
    // The example of a command prints its first form, that of `undo` its second.
    ...Object.keys(JSON_EXAMPLES).map((command) => `${command} ${command === "undo" ? 1 : 0}`),
    // An agent has to ask first.
    "approve 1",
    // There has to be a server: `test/serve` and the tests of the registry print these.
    "bundle 2",
    "bundle 3",
    "serve 1",
    "serve 2",
    "serve 3",
    "serve 4",
    // There has to be DuckDB: `pnpm duckdb` prints it, and holds it against its shape.
    "audit 2",
  ]);
  const all = SHAPES.flatMap(({ command, forms }) => forms.map((_, index) => `${command} ${index}`));
  expect(all.filter((one) => !printedForms.has(one))).toEqual([]);
});

const planted: JsonShape = {
  command: "check",
  version: 1,
  forms: [{ when: "always", schema: z.strictObject({ ok: z.boolean() }) }],
};

test.each([
  ["a field that is not documented", { ok: true, more: 1 }, /more/],
  ["another type", { ok: 1 }, /expected boolean/],
  ["a field that is missing", {}, /ok/],
])("%s is found", (_, value, said) => {
  expect(misfits([planted], value).join()).toMatch(said);
  expect(misfits([planted], { ok: true })).toEqual([]);
});

test("output that is not JSON is found, and so is none", () => {
  const args = ["check", "--json"];
  expect(shapeProblems({ args, code: 0, stdout: "fine\n" })).toHaveLength(1);
  expect(shapeProblems({ args, code: 0, stdout: "" })).toHaveLength(1);
  expect(shapeProblems({ args, code: 2, stdout: "" })).toEqual([]);
  expect(shapeProblems({ args: ["check"], code: 0, stdout: "fine\n" })).toEqual([]);
});
