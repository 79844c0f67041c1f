/** Terms of SMT-LIB 2.6 as text: Z3 and other solvers read the same. */

/** A string constant. */
export function text(value: string): string {
  const characters = Array.from(value, (one) => {
    const code = one.codePointAt(0) ?? 0;
    if (one === '"') return '""';
    return code < 0x20 || code > 0x7e || one === "\\" ? `\\u{${code.toString(16)}}` : one;
  });
  return `"${characters.join("")}"`;
}

/** A whole number, or a decimal. */
export function decimal(value: number): string {
  const digits = Math.abs(value).toFixed(6).replace(/0+$/, "").replace(/\.$/, ".0");
  return value < 0 ? `(- ${digits})` : digits;
}

export function integer(value: number): string {
  return value < 0 ? `(- ${-value})` : String(value);
}

export function and(parts: readonly string[]): string {
  return joined("and", "true", parts);
}

export function or(parts: readonly string[]): string {
  return joined("or", "false", parts);
}

export function not(part: string): string {
  return `(not ${part})`;
}

/** Regular expressions one after the other. */
export function inOrder(parts: readonly string[]): string {
  return joined("re.++", '(str.to_re "")', parts);
}

/** One of some regular expressions. */
export function oneOf(parts: readonly string[]): string {
  return joined("re.union", "re.none", parts);
}

function joined(operator: string, none: string, parts: readonly string[]): string {
  const [first] = parts;
  if (first === undefined) return none;
  return parts.length === 1 ? first : `(${operator} ${parts.join(" ")})`;
}

/** Any one character but those of a set. */
export function otherThan(set: string): string {
  return `(re.diff re.allchar ${set})`;
}
