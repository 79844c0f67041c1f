import { fences } from "./fences.js";

/** A fenced block of a Markdown document that is executed. */
export interface CodeBlock {
  readonly kind: "ts" | "sh";
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly code: string;
  /** What the block has to print, when a block marked `output` follows it. */
  readonly output?: string;
  /** The exit code that the block says it ends with; 0 if it says nothing. */
  readonly exitCode: number;
}

/** What is wrong with the blocks of a document, with its line. */
export interface BlockProblem {
  readonly line: number;
  readonly message: string;
}

/**
 * Finds the blocks to execute: every `ts` block (one marked `continued` goes on where the block before it ended),
 * and the `sh` blocks marked `run`. A block marked `output` belongs to the executed block right before it.
 */
export function codeBlocks(markdown: string): {
  readonly blocks: readonly CodeBlock[];
  readonly problems: readonly BlockProblem[];
} {
  const blocks: CodeBlock[] = [];
  const problems: BlockProblem[] = [];
  let previous: CodeBlock | undefined;
  for (const { line, language, words, text } of fences(markdown)) {
    if (words.includes("output")) {
      if (previous === undefined)
        problems.push({ line, message: "expected an executed block before this output" });
      else blocks[blocks.length - 1] = { ...previous, output: text };
      previous = undefined;
      continue;
    }
    previous = undefined;
    const isShell = language === "sh" && words.includes("run");
    if (language !== "ts" && !isShell) continue;
    let code = text;
    if (words.includes("continued")) {
      const before = blocks.findLast((block) => block.kind === "ts");
      if (before === undefined)
        problems.push({ line, message: "expected a ts block before this one, to continue it" });
      else code = `${before.code}\n${text}`;
    }
    const exit = words.find((word) => word.startsWith("exit="))?.slice("exit=".length) ?? "0";
    previous = { kind: isShell ? "sh" : "ts", line, code, exitCode: Number(exit) };
    blocks.push(previous);
  }
  return { blocks, problems };
}
