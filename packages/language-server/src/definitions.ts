import type { WrittenPolicy } from "./checked.js";
import type { Diagnostic } from "./diagnostics.js";
import { lineRange, type TextFile } from "./text-file.js";

/**
 * Where to go from an offset: from a policy that does nothing, to those that decide before it; from a policy's name, to the policy.
 *
 * @param found what is wrong with the file
 */
export function definitions(
  file: TextFile,
  offset: number,
  policies: readonly WrittenPolicy[],
  found: readonly Diagnostic[],
): readonly WrittenPolicy[] {
  const line = file.text.slice(0, offset).split("\n").length;
  const here = policies
    .filter((one) => one.path === file.path && one.line <= line)
    .toSorted((a, b) => b.line - a.line)
    .at(0);
  const hiding = found.filter(({ range }) => {
    const about = file.text.slice(0, range.start).split("\n").length;
    return about === line || about === here?.line;
  });
  const named = nameAt(file.text, offset, policies);
  const others = named.filter((one) => !(one.path === file.path && one.line === line));
  if (others.length > 0) return others;
  return [...new Set(hiding.flatMap(({ related }) => related))];
}

/** The policies whose name is at an offset. */
function nameAt(text: string, offset: number, policies: readonly WrittenPolicy[]): readonly WrittenPolicy[] {
  const line = text.slice(0, offset).split("\n").length;
  const { start, end } = lineRange(text, line);
  const shown = text.slice(start, end);
  return policies.filter(({ id }) => {
    for (let at = shown.indexOf(id); at !== -1; at = shown.indexOf(id, at + 1)) {
      const from = start + at;
      const bounded = !/[\w/-]/.test(text.charAt(from - 1)) && !/[\w/-]/.test(text.charAt(from + id.length));
      if (bounded && from <= offset && offset <= from + id.length) return true;
    }
    return false;
  });
}
