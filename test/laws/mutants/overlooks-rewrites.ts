import { realReplayer, type Replayer } from "../replay/replayer.js";

/** Breaks flips: two decisions that differ in their rewrite alone are the same to it. */
export const overlooksRewrites: Replayer = {
  ...realReplayer,
  createReplay: (options) => {
    const replay = realReplayer.createReplay(options);
    return {
      ...replay,
      part: () => {
        const part = replay.part();
        if (part.flips === null) return part;
        const { rows } = part.flips.groups;
        const groups = { complete: true, rows: rows.filter(({ change }) => change !== "rewrite") };
        return { ...part, flips: { ...part.flips, groups } };
      },
    };
  },
};
