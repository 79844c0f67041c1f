import type { Readable, Writable } from "node:stream";

/** What programs write where a kernel refuses what a box does not let happen. */
export const REFUSED: RegExp =
  /Read-only file system|EROFS|Device or resource busy|EBUSY|Network is unreachable|ENETUNREACH/;
/** What a message may be cut into by two reads. */
const LONGEST = 64;

/** Hands on what a command writes on standard error, byte for byte, and says at the end whether something was refused. */
export function watchRefusals(from: Readable, to: Writable): () => boolean {
  let isRefused = false;
  let before = "";
  from.on("data", (part: Buffer) => {
    const text = before + part.toString("latin1");
    isRefused ||= REFUSED.test(text);
    before = text.slice(-LONGEST);
  });
  from.pipe(to, { end: false });
  return () => isRefused;
}
