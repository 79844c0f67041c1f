/** A run that has read a text. */
interface TextRun<Said> {
  readonly said: Said;
  /** Whether the text is still the one that was read. */
  readonly isCurrent: () => boolean;
}

/** Runs of a text that goes on changing: whoever types that long looks at the results later. */
const MOST_RUNS = 3;

/**
 * What a run says of the text that is there now. A result of an older text would be shown beside one that it is not about: what was changed
 * while the run went on is run again.
 *
 * @returns undefined where the text was another one after each run
 */
export async function ofOneText<Said>(run: () => Promise<TextRun<Said>>): Promise<Said | undefined> {
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    const { said, isCurrent } = await run();
    if (isCurrent()) return said;
  }
  return undefined;
}
