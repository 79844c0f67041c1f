import { realReplayer, type Replayer } from "../replay/replayer.js";

/** Breaks any cut: places of a later piece are not moved behind the lines of the pieces before it. */
export const forgetsLines: Replayer = {
  ...realReplayer,
  mergeParts: (parts, examples) =>
    realReplayer.mergeParts(
      parts.map((part) =>
        part.span === null
          ? part
          : { ...part, span: { ...part.span, first: { ...part.span.first, from: 0 } } },
      ),
      examples,
    ),
};
