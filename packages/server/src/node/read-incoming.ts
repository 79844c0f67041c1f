import type { IncomingMessage } from "node:http";

/**
 * The bytes of a request's body, straight from Node: the stream that a `Request` has costs more than a decision.
 *
 * @returns undefined when there are more than `maxBytes`: what is left is not read
 * @throws Error when the body ends before its end
 */
export async function readIncoming(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  return await new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const settle = (settled: () => void): void => {
      incoming.off("data", take).off("end", finish).off("error", cut).off("close", cut);
      settled();
    };
    const take = (part: Buffer): void => {
      size += part.length;
      if (size <= maxBytes) parts.push(part);
      else {
        incoming.pause();
        settle(() => resolve(undefined));
      }
    };
    const finish = (): void => settle(() => resolve(Buffer.concat(parts, size)));
    const cut = (): void => settle(() => reject(new Error("the body ended before its end")));
    incoming.on("data", take).on("end", finish).on("error", cut).on("close", cut);
  });
}
