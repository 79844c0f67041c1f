import { Transform, type TransformCallback } from "node:stream";

/** The longest header, and the longest message, in bytes; what is longer is left out. */
const MAX_HEADER = 8_192;
const MAX_MESSAGE = 32_000_000;
const END = Buffer.from("\r\n\r\n");
/** The length, wherever it is in what was sent before the body. */
const LENGTH = /content-length:[ \t]*(\d{1,15})[ \t]*$/im;

/**
 * Lets through what is framed as the base protocol says, and leaves out the rest: a header that cannot be read would keep the reader
 * behind it waiting for ever.
 */
export function framed(): Transform {
  let header = Buffer.alloc(0);
  let body = 0;
  let keep = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      let rest = chunk;
      while (rest.length > 0) {
        if (body > 0) {
          const part = rest.subarray(0, body);
          body -= part.length;
          rest = rest.subarray(part.length);
          if (keep) this.push(part);
          continue;
        }
        header = Buffer.concat([header, rest]);
        const end = header.indexOf(END);
        if (end === -1) {
          // The beginning of what comes next may be in it.
          if (header.length > MAX_HEADER) header = Buffer.from(header.subarray(-MAX_HEADER / 2));
          break;
        }
        const length = LENGTH.exec(header.subarray(0, end).toString("latin1").replaceAll("\r", ""))?.[1];
        rest = header.subarray(end + END.length);
        header = Buffer.alloc(0);
        if (length === undefined) continue;
        body = Number(length);
        keep = body <= MAX_MESSAGE;
        if (keep) this.push(`Content-Length: ${body}\r\n\r\n`);
      }
      done();
    },
  });
}
