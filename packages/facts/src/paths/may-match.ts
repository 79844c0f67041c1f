import { escapeGlob } from "./path-globs.js";

/** A longer glob is taken to match. */
const MOST_PARTS = 256;
const PARTS = /\\[^]|\[[!^]?(?:\\[^]|[^])(?:\\[^]|[^\]\\])*\]|[^]/gu;

/** Whether a glob of one name may match a name: a class counts as any character, but for that of names without a dot in front. */
export function nameMatcher(glob: string, folds: boolean): (name: string) => boolean {
  const known = folds ? folded(glob) : glob;
  if (!/[*?[]/.test(glob)) return (name) => known === (folds ? folded(escapeGlob(name)) : escapeGlob(name));
  const parts = known.match(PARTS) ?? [];
  if (parts.length > MOST_PARTS) return () => true;
  return (name) => matches(parts, Array.from(folds ? folded(name) : name));
}

function matches(parts: readonly string[], text: readonly string[]): boolean {
  let part = 0;
  let at = 0;
  // Behind the last star, and where it began to match.
  let star = -1;
  let from = 0;
  while (at < text.length) {
    if (parts[part] === "*") {
      star = ++part;
      from = at;
    } else if (part < parts.length && isOne(parts[part] ?? "", text[at] ?? "")) {
      part++;
      at++;
    } else if (star >= 0) {
      part = star;
      at = ++from;
    } else return false;
  }
  while (parts[part] === "*") part++;
  return part === parts.length;
}

function isOne(part: string, character: string): boolean {
  if (part === "[!.]") return character !== ".";
  if (part === "?") return true;
  return part.startsWith("[") || (part.startsWith("\\") ? part.slice(1) : part) === character;
}

/** Without regard to case and normal form. */
export function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
