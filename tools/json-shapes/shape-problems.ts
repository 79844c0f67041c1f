import type * as z from "zod";
import type { JsonShape } from "./json-shape.js";
import { ERROR_SHAPE, ROW_SHAPES, SHAPES } from "./shapes.table.js";

/** A command line that ran, and what came of it. */
export interface RanCommand {
  readonly args: readonly string[];
  readonly code: number;
  readonly stdout: string;
}

/**
 * What is wrong with what a command line has printed for a program; none for one that was not asked for JSON, and for one that has no
 * shape of its own.
 */
export function shapeProblems({ args, code, stdout }: RanCommand): readonly string[] {
  const shape = shapeAskedFor(args);
  if (shape === undefined) return [];
  if (stdout === "") return code < 2 ? ["nothing was printed"] : [];
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    return isText(shape, code) ? [] : ["what was printed is not one document of JSON"];
  }
  return misfits(code < 2 ? [shape] : [shape, ERROR_SHAPE], value);
}

/** What is wrong with a line that a command has answered with `--jsonl`. */
export function rowProblems(args: readonly string[], row: unknown): readonly string[] {
  const shape = ROW_SHAPES.find(({ command }) => command === args.find((word) => NAMES.has(word)));
  return shape === undefined || args.includes("mayros") ? [] : misfits([shape], row);
}

/** Why a value is of none of the forms of some shapes; empty where it is of one. */
export function misfits(shapes: readonly JsonShape[], value: unknown): readonly string[] {
  const found = shapes.flatMap(({ command, forms }) =>
    forms.map(({ when, schema }) => ({ name: `${command} (${when})`, result: schema.safeParse(value) })),
  );
  if (found.some(({ result }) => result.success)) return [];
  return found.flatMap(({ name, result }) =>
    (result.error?.issues ?? []).map((issue) => `${name}: ${issue.path.join(".")}: ${said(issue)}`),
  );
}

function said(issue: z.core.$ZodIssue): string {
  const inner = issue.code === "invalid_union" ? issue.errors.flat().map(said) : [];
  return [issue.message, ...inner].join("; ");
}

/** `help` of a command is text for people. */
function isText({ command }: JsonShape, code: number): boolean {
  return command === "help" && code === 0;
}

function shapeAskedFor(args: readonly string[]): JsonShape | undefined {
  const end = args.indexOf("--");
  const words = end === -1 ? args : args.slice(0, end);
  const isJson = words.includes("--json") && !words.some((word) => NOT_JSON.has(word));
  if (!isJson) return undefined;
  return SHAPES.find(({ command }) => command === words.find((word) => NAMES.has(word)));
}

const NAMES: ReadonlySet<string> = new Set(SHAPES.map(({ command }) => command));
/** What asks for something else than JSON, and the output of another program. */
const NOT_JSON: ReadonlySet<string> = new Set([
  "--jsonl",
  "--help",
  "--version",
  "sarif",
  "junit",
  "github",
  "mayros",
]);
