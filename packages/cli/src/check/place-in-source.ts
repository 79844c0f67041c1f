import { type Position, position } from "@gatehouse-hooks/json";

/** UTF-16 code units behind the beginning of a policy in which its condition is looked for. */
const LONGEST_POLICY = 50_000;

/**
 * Where a part of a condition is in the file that it was read from: found by its text, plain or between quotes of YAML and JSON.
 *
 * @param line 1-based: where the policy begins
 * @param condition the whole condition
 * @param span the part, in UTF-16 code units of the condition
 * @returns `undefined` where the file spells it in another way
 */
export function placeInSource(
  source: string | Uint8Array | undefined,
  line: number,
  condition: string,
  [start, end]: readonly [number, number],
): Position | undefined {
  if (source === undefined) return undefined;
  const text = typeof source === "string" ? source : new TextDecoder().decode(source);
  const from = offsetOfLine(text, line);
  const policy = text.slice(from, from + LONGEST_POLICY);
  for (const spelled of SPELLINGS) {
    const at = policy.indexOf(spelled(condition));
    if (at >= 0) return position(text, from + at + spelled(condition.slice(0, start)).length);
  }
  for (const spelled of SPELLINGS) {
    const at = policy.indexOf(spelled(condition.slice(start, end)));
    if (at >= 0) return position(text, from + at);
  }
  return undefined;
}

const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => text.replaceAll("'", "''"),
];

function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let left = line - 1; left > 0; left--) {
    const end = /\r\n?|\n/g;
    end.lastIndex = offset;
    if (end.exec(text) === null) return offset;
    offset = end.lastIndex;
  }
  return offset;
}
