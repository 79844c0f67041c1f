/** The most globs that one with braces is written out into. */
const MOST = 4_000;

/** `{a,b}` written out; null: too many. */
export function writtenOut(glob: string): readonly string[] | null {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const parts = firstBraces(next);
    if (parts === null) done.push(next);
    else open.push(...parts);
    if (done.length + open.length > MOST) return null;
  }
  return [...new Set(done)];
}

/** A glob with its first braces written out; null: it has none that are closed. */
function firstBraces(glob: string): readonly string[] | null {
  const open = glob.indexOf("{");
  if (open < 0) return null;
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < glob.length; at++) {
    const sign = glob[at];
    if (sign === "{") depth++;
    else if (sign === "," && depth === 1) {
      parts.push(glob.slice(from, at));
      from = at + 1;
    } else if (sign === "}" && --depth === 0) {
      parts.push(glob.slice(from, at));
      return parts.map((part) => glob.slice(0, open) + part + glob.slice(at + 1));
    }
  }
  return null;
}
