/**
 * All bytes of a stream.
 *
 * @param maxBytes nothing is read after more than these
 * @param now gives chunks of the same stream at once, as long as it can: an empty one is the end
 * @returns null for more than `maxBytes`
 */
export async function readBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  now?: () => Uint8Array | undefined,
): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const fits = (part: Uint8Array): boolean => {
    size += part.length;
    parts.push(part);
    return size <= maxBytes;
  };
  for (let part = now?.(); part !== undefined; part = now?.()) {
    if (part.length === 0) return joined(parts, size);
    if (!fits(part)) return null;
  }
  for await (const part of chunks) if (!fits(part)) return null;
  return joined(parts, size);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts, size);
}
