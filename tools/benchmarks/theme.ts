import type { BenchFile } from "./bench-file.js";
import type { Picture } from "./picture.js";

/** A part of the page: one result file, what it measures, and its picture. */
export interface Theme {
  /** The name of the result file. */
  readonly bench: string;
  readonly title: string;
  /** What is measured, and against what. Markdown. */
  readonly measured: string;
  /** What the figures say, losses first. Markdown, made of the figures. */
  readonly result: (file: BenchFile) => string;
  readonly pictures: (file: BenchFile) => readonly Picture[];
}
