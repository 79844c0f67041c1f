/**
 * One UTF-16 unit without its case, as the index compares literals: ASCII capitals become small letters, and so do the three
 * other characters that are an ASCII letter in lower case or by simple folding (Unicode CaseFolding.txt): the Kelvin sign, the
 * long s, the capital I with a dot. More units fold together than any comparison of a condition makes equal, never fewer.
 */
export function foldUnit(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  switch (code) {
    case 0x212a:
      return 0x6b;
    case 0x017f:
      return 0x73;
    case 0x0130:
      return 0x69;
    default:
      return code;
  }
}
