import type { Readable, Writable } from "node:stream";

/** What programs write where a kernel refuses what a box does not let happen. */
export const REFUSED: RegExp =
  /Read-only file system|EROFS|Device or resource busy|EBUSY|Network is unreachable|ENETUNREACH/;
/** What a message may be cut into by two reads. */
const LONGEST = 64;

/** Of what is written on standard error so much is kept, in bytes: the end of it. */
const MOST_KEPT = 64 * 1_024;

/** What is known of the standard error of a command that has ended. */
interface WatchedErrors {
  /** Whether something was refused. */
  readonly isRefused: () => boolean;
  /** The end of it. */
  readonly text: () => string;
}

/** Hands on what a command writes on standard error, byte for byte, and says at the end whether something was refused. */
export function watchRefusals(from: Readable, to: Writable): WatchedErrors {
  let isRefused = false;
  let before = "";
  let kept: Buffer[] = [];
  let bytes = 0;
  from.on("data", (part: Buffer) => {
    const text = before + part.toString("latin1");
    isRefused ||= REFUSED.test(text);
    before = text.slice(-LONGEST);
    kept.push(part);
    bytes += part.length;
    // Not at each part: a program may write a line at a time.
    if (bytes > 2 * MOST_KEPT) {
      kept = [endOf(kept)];
      bytes = MOST_KEPT;
    }
  });
  from.pipe(to, { end: false });
  return { isRefused: () => isRefused, text: () => endOf(kept).toString() };
}

function endOf(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts).subarray(-MOST_KEPT);
}
