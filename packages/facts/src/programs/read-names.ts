import {
  type Alternatives,
  type Field,
  type FieldPart,
  hole,
  literalOf,
  partsOfField,
  simplify,
} from "@gatehouse-hooks/shell";
import { readPath } from "./read-path.js";
import type { ProgramCall } from "./program-call.js";

/** The most names of a list that are looked at. */
const MAX_NAMES = 200;

/**
 * A list of names of files, one in a line, is read, and each of the files too (`tar -T`, `cpio -o`).
 *
 * @param tree directories among them are read with what is below them
 */
export function readNames(
  context: ProgramCall,
  contents: Alternatives,
  index: number,
  what: string,
  tree: boolean,
): void {
  for (const content of contents) {
    const names = linesOf(content);
    if (names.length > MAX_NAMES) context.unknown("limit", what, context.spanOf(index));
    for (const name of names.slice(0, MAX_NAMES)) readPath(context, name, index, what, tree);
  }
}

/** Lines that are not empty, also those that end in NUL; an unknown one is a hole. */
function linesOf(content: Field): readonly Field[] {
  if (literalOf(content) === null && !partsOfField(content).some((part) => part.kind === "text"))
    return [hole()];
  const lines: Field[] = [];
  let line: FieldPart[] = [];
  const end = (): void => {
    if (line.length > 0) lines.push(simplify(line));
    line = [];
  };
  for (const part of partsOfField(content)) {
    if (part.kind !== "text") {
      line.push(part);
      continue;
    }
    part.text.split(/[\n\0]/).forEach((text, i) => {
      if (i > 0) end();
      if (text !== "") line.push({ ...part, text });
    });
  }
  end();
  return lines;
}
