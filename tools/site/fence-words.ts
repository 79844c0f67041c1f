/** What the words after a fence's language say of its block. */
export interface FenceWords {
  readonly language: string;
  /** The block is executed by the tests. */
  readonly isRun: boolean;
  /** It is what the block before it printed. */
  readonly isOutput: boolean;
  /** The exit code that the block says it ends with; 0 when it says nothing. */
  readonly exitCode: number;
}

/** Reads the info string of a fence, such as `sh run exit=1`. */
export function fenceWords(info: string): FenceWords {
  const [language = "", ...words] = info.trim().split(/\s+/);
  const exit = words.find((word) => word.startsWith("exit="))?.slice("exit=".length);
  return {
    language,
    isRun: words.includes("run"),
    isOutput: words.includes("output"),
    exitCode: Number(exit ?? "0"),
  };
}
