import { rowOf, type BenchFile } from "./bench-file.js";
import { ratioText, valueText } from "./figures.js";
import type { PictureGroup, PictureRow } from "./picture.js";

/** Which rows of a result file are a group of ratios. */
export interface RatioRows {
  readonly title: string;
  readonly metric: string;
  /** Case, subject, and what it is called in the picture when that is another word. */
  readonly rows: readonly (readonly [kase: string, subject: string, label?: string])[];
}

/** Groups of ratios, each with the time it was. The subject that the others are compared with is part of a group if it is named. */
export function ratioGroups(
  file: BenchFile,
  isOurs: (subject: string) => boolean,
  groups: readonly RatioRows[],
): readonly PictureGroup[] {
  return groups.map(({ title, metric, rows }) => ({
    title,
    rows: rows.map(([kase, subject, label = subject]): PictureRow => {
      const { ratio, value, unit } = rowOf(file, kase, metric, subject);
      if (ratio === undefined) throw new Error(`${file.name}: \`${kase}\`, \`${subject}\` has no ratio`);
      return {
        label,
        value: ratio,
        said: `${ratioText(ratio)} (${valueText(value, unit)})`,
        isOurs: isOurs(subject),
      };
    }),
  }));
}
