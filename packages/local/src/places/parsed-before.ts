import type { KnownConditions } from "@gatehouse-hooks/hosts";
import { readStoredAst, type StoredAst, storedPatterns } from "@gatehouse-hooks/store";
import parsed from "./parsed-conditions.json" with { type: "json" };

/** A folder of the program, in the conditions that are stored; none is called so. */
export const SOME_PROGRAM = "/the-folder-of-the-program";

/**
 * The ASTs of conditions that the program brings along: those of the packs that `init` switches on, and of what guards the program's own
 * files. They are most of what a newcomer's policies hold, and to parse them, and to measure their patterns, takes longer than all else
 * that a first call does.
 *
 * @param programs folders of the program, absolute
 * @returns by a condition's whole text: one that differs in a character is parsed
 */
export function parsedBefore(programs: readonly string[]): NonNullable<KnownConditions["parsed"]> {
  const stored = new Map<string, StoredAst>();
  for (const [text, form, steps] of parsed.conditions) {
    const ast = [form, spansOf(steps)] as const;
    if (text.includes(SOME_PROGRAM)) {
      for (const program of programs) stored.set(...inFolder([text, ...ast], program.toLowerCase()));
    } else stored.set(text, ast);
  }
  const patterns = storedPatterns(parsed.patterns);
  return (condition) => {
    const found = stored.get(condition);
    return found === undefined ? undefined : (readStoredAst(found, patterns) ?? undefined);
  };
}

/** Whether the program brings a condition along, and what is asked of its patterns. */
export function isParsedBefore(condition: string): boolean {
  return parsed.conditions.some(([text]) => text === condition);
}

/** The places of the parts, which are written as the steps from one to the next: these are small, and a package of them is. */
function spansOf(steps: string): string {
  let place = 0;
  return steps.replaceAll(/-?\d+/g, (step) => {
    place += Number(step);
    return String(place);
  });
}

/** The same of another folder: the literals are others, and what is behind one is written somewhere else. */
function inFolder(
  [text, ast, spans]: readonly [text: string, ...ast: StoredAst],
  folder: string,
): [text: string, ast: StoredAst] {
  const written = JSON.stringify(folder).slice(1, -1);
  const replaced = (one: string): string => one.replaceAll(SOME_PROGRAM, () => written);
  const parts = text.split(SOME_PROGRAM).slice(0, -1);
  const places = parts.map((_, at) => parts.slice(0, at + 1).join(SOME_PROGRAM).length);
  const longer = written.length - SOME_PROGRAM.length;
  const moved = (offset: string): string =>
    String(Number(offset) + longer * places.filter((place) => place < Number(offset)).length);
  return [replaced(text), [replaced(ast), spans.replaceAll(/\d+/g, moved)]];
}
