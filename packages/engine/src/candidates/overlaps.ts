/** `*`, `?`, `[`, `{` */
function isWild(code: number): boolean {
  return code === 0x2a || code === 0x3f || code === 0x5b || code === 0x7b;
}

export const BACKSLASH: number = 0x5c;
/** The first code that is not ASCII. */
export const ASCII: number = 0x80;

/** What every string of a glob begins with, in small letters, up to the first character that is not ASCII. */
export function beginning(glob: string): string {
  let text = "";
  for (let at = 0; at < glob.length; at++) {
    let code = glob.charCodeAt(at);
    if (isWild(code)) break;
    if (code === BACKSLASH && at + 1 < glob.length) code = glob.charCodeAt(++at);
    if (code >= ASCII) break;
    text += String.fromCharCode(code);
  }
  return text.toLowerCase();
}

/** Whether a string begins as the literal does, or the literal as the string, as far as both are known (condition SPEC, "Analysis"). */
export function overlaps(glob: string, literal: string): boolean {
  const text = beginning(glob);
  return text.startsWith(literal) || literal.startsWith(text);
}
