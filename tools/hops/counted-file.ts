/** What a source file did for a decision. */
export interface CountedFile {
  /** Below `packages/`, for example `engine/src/step.ts`. */
  readonly file: string;
  /** How many of its functions ran. */
  readonly functions: number;
  /** How often they ran, all together. */
  readonly calls: number;
}
