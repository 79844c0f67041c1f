import type { Output } from "../io.js";

/** UTF-16 code units that are kept before they are written: a write costs more than a decision. */
const MAX_KEPT = 65_536;

/** Writes what was added together: as soon as the process waits for something, and at the latest when `flush` is called. */
interface BatchedOutput {
  /** Keeps a text until it is written. */
  readonly add: (text: string) => void;
  /** Much is kept: `flush` before more is added. */
  readonly isFull: () => boolean;
  /**
   * Resolved when the operating system has taken everything.
   *
   * @throws ClosedPipe when the reader is gone
   */
  readonly flush: () => Promise<void>;
}

/** Texts that are added in one turn of the event loop become one write. */
export function batchedOutput(output: Output): BatchedOutput {
  let kept = "";
  let turn: NodeJS.Immediate | undefined;
  let written: Promise<unknown> = Promise.resolve();
  let failed: { readonly error: unknown } | undefined;
  const write = (): void => {
    if (turn !== undefined) clearImmediate(turn);
    turn = undefined;
    if (kept === "") return;
    const text = kept;
    kept = "";
    const writing = output.write(text).catch((error: unknown) => (failed ??= { error }));
    written = Promise.all([written, writing]);
  };
  return {
    add(text) {
      kept += text;
      turn ??= setImmediate(write);
    },
    isFull: () => kept.length > MAX_KEPT,
    async flush() {
      write();
      await written;
      if (failed !== undefined) throw failed.error;
    },
  };
}
