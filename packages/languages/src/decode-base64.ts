const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The string that base64 text stands for; `null` when it is not base64 of UTF-8. Linear. */
export function decodeBase64(text: string): string | null {
  const bytes = bytesOf(text);
  return bytes === null ? null : utf8(bytes);
}

function bytesOf(text: string): readonly number[] | null {
  const clean = text.replace(/\s+/g, "").replace(/=+$/, "");
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const one of clean) {
    const value = LETTERS.indexOf(one === "-" ? "+" : one === "_" ? "/" : one);
    if (value === -1) return null;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 255);
    }
  }
  return bytes;
}

/** Bytes as text; `null` when they are not UTF-8. */
export function utf8(bytes: readonly number[]): string | null {
  let text = "";
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i++] ?? 0;
    const more = bytesBehind(first);
    if (more === -1) return null;
    let code = more === 0 ? first : first & (0x3f >> more);
    for (let n = 0; n < more; n++) {
      const next = bytes[i++];
      if (next === undefined || (next & 0xc0) !== 0x80) return null;
      code = (code << 6) | (next & 0x3f);
    }
    if (code > 0x10ffff) return null;
    text += String.fromCodePoint(code);
  }
  return text;
}

/** How many bytes follow the first one of a character; -1 for none that begins one. */
function bytesBehind(first: number): number {
  if (first < 0x80) return 0;
  if (first < 0xc2 || first >= 0xf8) return -1;
  return first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
}

/** The string that base64 of UTF-16 stands for, as PowerShell's encoded commands are; `null` when it is not base64. */
export function decodeUtf16(text: string): string | null {
  const bytes = bytesOf(text);
  if (bytes === null) return null;
  const units: string[] = [];
  for (let i = 0; i + 1 < bytes.length; i += 2)
    units.push(String.fromCharCode((bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 8)));
  return units.join("");
}
