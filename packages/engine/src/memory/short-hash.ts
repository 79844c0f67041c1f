/** A short hash of a text, in 13 digits and letters: not a proof, and different for each key. */
export function shortHash(text: string, key: number): string {
  let high = 0xde_ad_be_ef ^ key;
  let low = 0x41_c6_ce_57 ^ key;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (low >>> 0).toString(36).padStart(7, "0") + (high >>> 0).toString(36).padStart(7, "0");
}
