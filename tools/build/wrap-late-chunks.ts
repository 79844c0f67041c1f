import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { OutputChunk } from "rolldown";
import { parseAst } from "rolldown/parseAst";

import { lateChunk } from "./late-chunk.js";

/**
 * Rewrites the files of a bundle so that the chunks of late modules run when they are first asked for: the text of such
 * a chunk becomes the body of a function, which V8 reads over at the start and compiles when it is called, and a dynamic
 * import of it becomes a call. A call that fails, such as for lack of stack, is repeated the next time.
 *
 * @param found the late modules
 */
export function wrapLateChunks(
  dist: string,
  chunks: readonly OutputChunk[],
  found: ReadonlySet<string>,
): void {
  const late = lateOnly(chunks, found);
  for (const chunk of chunks) {
    const file = path.join(dist, chunk.fileName);
    const { code, linesBefore } = late.has(chunk.fileName)
      ? lateChunk(readFileSync(file, "utf8"), (specifier) => late.has(placeOf(specifier, chunk.fileName)))
      : { code: readFileSync(file, "utf8"), linesBefore: 0 };
    const called = callLate(code, chunk.fileName, late);
    if (called === code && linesBefore === 0) continue;
    writeFileSync(file, called);
    shiftMap(`${file}.map`, linesBefore);
  }
}

/** The files that are reached from late modules only. */
function lateOnly(chunks: readonly OutputChunk[], found: ReadonlySet<string>): ReadonlySet<string> {
  const isLate = ({ moduleIds }: OutputChunk): boolean => moduleIds.some((id) => found.has(id));
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const atOnce = new Set<string>();
  const work = chunks.filter((chunk) => (chunk.isEntry || chunk.isDynamicEntry) && !isLate(chunk));
  for (let chunk = work.pop(); chunk !== undefined; chunk = work.pop()) {
    if (atOnce.has(chunk.fileName)) continue;
    atOnce.add(chunk.fileName);
    for (const name of chunk.imports) {
      const next = byName.get(name);
      if (next !== undefined) work.push(next);
    }
  }
  const reached = chunks.filter(isLate).filter(({ fileName }) => atOnce.has(fileName));
  if (reached.length > 0)
    throw new Error(`imported at once, too: ${reached.map(({ fileName }) => fileName).join(", ")}`);
  return new Set(chunks.map(({ fileName }) => fileName).filter((name) => !atOnce.has(name)));
}

/** The name in `dist` that a relative import of a file leads to. */
function placeOf(specifier: string, from: string): string {
  return specifier.startsWith(".") ? path.posix.join(path.posix.dirname(from), specifier) : specifier;
}

/** A dynamic import of a file, and of one name of it where the file holds several modules. */
const DYNAMIC = /\bimport\(\s*(["'`])(\.[^"'`]+)\1\s*\)(?:\.then\(\(?(\w+)\)?=>\3\.(\w+)\))?/g;

/** Replaces dynamic imports of late files by calls, at the same places in the text. */
function callLate(code: string, from: string, late: ReadonlySet<string>): string {
  const imports: string[] = [];
  const text = code.replace(DYNAMIC, (whole, _mark: string, specifier: string, _of: string, key?: string) => {
    if (!late.has(placeOf(specifier, from))) return whole;
    const name = `late$${imports.length}`;
    imports.push(`import{late as ${name}}from"${specifier}";`);
    return `${name}()${key === undefined ? "" : `.${key}`}`.padEnd(whole.length);
  });
  if (imports.length === 0) return code;
  parseAst(text);
  // At the end: the places of the source map stay.
  return text.replace(/(?=\n\/\/# sourceMappingURL=.*\s*$)|$/, `\n${imports.join("")}`);
}

function shiftMap(file: string, lines: number): void {
  if (lines === 0) return;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return;
  }
  const map = JSON.parse(text) as { mappings: string };
  writeFileSync(file, JSON.stringify({ ...map, mappings: ";".repeat(lines) + map.mappings }));
}
