/** Numbers below this: all that a double holds exactly. */
export const HASHES: number = 2 ** 53;

/**
 * A number below 2^53 that depends on every unit of a text. Rows of a log are sampled by it: it spreads well, and is no defence
 * against keys that are made to collide, which changes no count of a row.
 */
export function textHash(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x2c1b3c6d;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) + at;
  }
  const [a, b] = [mixed(low ^ text.length), mixed(high ^ low)];
  return (b & 0x1fffff) * 0x1_0000_0000 + a;
}

/** Every bit of the result depends on every bit of the number. */
function mixed(bits: number): number {
  let mix = bits ^ (bits >>> 16);
  mix = Math.imul(mix, 0x7feb352d);
  mix ^= mix >>> 15;
  mix = Math.imul(mix, 0x846ca68b);
  return (mix ^ (mix >>> 16)) >>> 0;
}
