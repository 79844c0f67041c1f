import { inOrder, oneOf, otherThan, text } from "./terms.js";

const SLASH = '(str.to_re "/")';
const NAME = otherThan(SLASH);

/** The regular expression of the strings that a glob matches (condition SPEC, "Globs"), written from its table alone. */
export function globbed(source: string): string {
  return branches(source);
}

function branches(source: string): string {
  const parts: string[] = [];
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    const opensFolder = at === 0 || source[at - 1] === "/";
    const [set] = /^\[[!^]?\]?[^\]]*\]/.exec(rest) ?? [];
    if (rest.startsWith("**/") && opensFolder) {
      parts.push(`(re.opt (re.++ re.all ${SLASH}))`);
      at += 3;
    } else if (rest.startsWith("**")) {
      parts.push("re.all");
      at += 2;
    } else if (set !== undefined) {
      parts.push(setOf(set));
      at += set.length;
    } else if (rest.startsWith("{")) {
      const end = rest.indexOf("}");
      const inner = rest.slice(1, end);
      if (end < 0 || inner.includes("{")) throw new Error(`not in the subset: ${source}`);
      parts.push(oneOf(inner.split(",").map(branches)));
      at += end + 1;
    } else {
      const [one = ""] = rest;
      parts.push(one === "*" ? `(re.* ${NAME})` : one === "?" ? NAME : `(str.to_re ${text(one)})`);
      at++;
    }
  }
  return inOrder(parts);
}

function setOf(source: string): string {
  const inner = source.slice(1, -1).replace(/^[!^]/, "");
  const parts = Array.from(inner.matchAll(/(.)-(.)|(.)/gs), ([, low, high, one]) =>
    one === undefined ? `(re.range ${text(low ?? "")} ${text(high ?? "")})` : `(str.to_re ${text(one)})`,
  );
  const set = oneOf(parts);
  return /^\[[!^]/.test(source) ? otherThan(oneOf([set, SLASH])) : `(re.diff ${set} ${SLASH})`;
}
