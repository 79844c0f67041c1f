import type { ShellScript, Statement } from "@gatehouse-hooks/shell";
import { readExpression } from "./expressions.js";
import { type PowerShellReader, UnreadText } from "./reader.js";
import { readAssigned, readPipeline, readStatements } from "./statements.js";

/** Reads of one text: by its length, and at most. */
const STEPS = { least: 2_000, each: 6, most: 60_000 } as const;

/**
 * A text of PowerShell as the tree of a shell: pipelines, words, variables, blocks and functions. Never fails: what cannot be read is
 * in `errors`, and of what takes too many steps the beginning is read.
 */
export function parsePowerShell(text: string): ShellScript {
  const steps = Math.min(STEPS.most, STEPS.least + STEPS.each * text.length);
  const reader: PowerShellReader = {
    ...{ text, at: 0, depth: 0, steps, errors: [], functions: new Map() },
    statements: (closing) => readStatements(reader, closing),
    pipeline: () => readPipeline(reader),
    expression: () => readExpression(reader),
    assigned: () => readAssigned(reader),
  };
  const list: Statement[] = [];
  const script = { list, errors: reader.errors, bashOnly: false, moved: false };
  try {
    readStatements(reader, "", list);
    return script;
  } catch (error) {
    if (!(error instanceof UnreadText || error instanceof RangeError)) throw error;
    return { ...script, cut: true };
  }
}
