import type { ShellScript } from "@gatehouse-hooks/shell";
import { readExpression } from "./expressions.js";
import { type PowerShellReader, UnreadText } from "./reader.js";
import { readAssigned, readPipeline, readStatements } from "./statements.js";

/** Reads of one text, per character and at least. */
const STEPS = { each: 40, least: 20_000 } as const;

/**
 * A text of PowerShell as the tree of a shell: pipelines, words, variables, blocks and functions. Never fails: what cannot be read is
 * in `errors`.
 */
export function parsePowerShell(text: string): ShellScript {
  const reader: PowerShellReader = {
    ...{ text, at: 0, depth: 0, steps: STEPS.least + STEPS.each * text.length },
    ...{ errors: [], functions: new Map() },
    statements: (closing) => readStatements(reader, closing),
    pipeline: () => readPipeline(reader),
    expression: () => readExpression(reader),
    assigned: () => readAssigned(reader),
  };
  const done = { bashOnly: false, moved: false };
  try {
    return { list: readStatements(reader, ""), errors: reader.errors, ...done };
  } catch (error) {
    if (!(error instanceof UnreadText || error instanceof RangeError)) throw error;
    return { list: [], errors: [...reader.errors, { message: error.message, start: reader.at }], ...done };
  }
}
